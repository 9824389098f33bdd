// Shelf: the worlds that the server offers. Each has a history of states, the last one current.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/snapshot.hpp"

namespace thalweg::tool::serve {

using SnapshotPtr = std::shared_ptr<const Snapshot>;

class Shelf {
 public:
  static constexpr std::size_t kMostWorlds = 64;
  static constexpr std::size_t kMostStates = 100;  // of a world: older ones are forgotten

  // Its id. HttpFailure: the shelf is full. `is_loaded`: from a file that the server was started
  // with; these cannot be removed.
  std::string add(std::string name, SnapshotPtr first, bool is_loaded = false);
  // HttpFailure 404: there is no such world.
  SnapshotPtr current(const std::string& id) const;
  void remove(const std::string& id);

  // The new current state. HttpFailure 409: another state than `before` is current.
  void push(const std::string& id, const Snapshot& before, SnapshotPtr next);
  // Back to the state before, which it returns. HttpFailure 409: there is none.
  SnapshotPtr undo(const std::string& id);

  // Every world in order: its id, name, size, number of edits.
  Json list() const;
  Json describe_one(const std::string& id) const;

 private:
  struct Item {
    std::string name;
    bool is_loaded = false;
    std::vector<SnapshotPtr> states;  // the last is current
  };

  const Item& item(const std::string& id) const;
  Item& item(const std::string& id) {
    return const_cast<Item&>(static_cast<const Shelf&>(*this).item(id));
  }
  static Json summary(const std::string& id, const Item& item);

  mutable std::mutex mutex_;
  std::uint32_t last_ = 0;
  std::map<std::string, Item> items_;
};

}  // namespace thalweg::tool::serve
