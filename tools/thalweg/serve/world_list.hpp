// List of worlds: the worlds that the server offers. Each has a history of states, the last one
// current.
//
// It keeps within a budget of memory: where that is exceeded, what only makes the server faster goes
// first, the least recently used before others, then the oldest states of worlds. Current states
// stay: what does not fit beside them is refused with 507.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "serve/snapshot.hpp"

namespace thalweg::tool::serve {

using SnapshotPtr = std::shared_ptr<const Snapshot>;

// Bytes that the server keeps between requests. Mapped files of worlds that it was started with do
// not count.
struct KeepLimits {
  std::uint64_t server = 0;  // DEFAULT: 0, a third of the memory limit
  std::uint64_t world = 0;   // of one world. DEFAULT: 0, three quarters of the server's
};

// A world as it was at one moment.
struct SeenWorld {
  std::string id;
  std::string name;
  bool is_loaded = false;
  std::size_t edits = 0;
  SnapshotPtr state;

  // Its id, name, size, number of edits.
  Json summary() const;
  // Everything: O(faces) the first time for each state.
  Json description() const;
};

class WorldList {
 public:
  static constexpr std::size_t kMostWorlds = 64;
  static constexpr std::size_t kMostStates = 100;  // of a world: older ones are forgotten

  explicit WorldList(KeepLimits limits = {});

  // HttpFailure: the list of worlds is full (409), or the memory that it may take is (507).
  // `is_loaded`: from a file that the server was started with; these cannot be removed.
  SeenWorld add(std::string name, SnapshotPtr first, bool is_loaded = false);
  // HttpFailure 404: there is no such world.
  SeenWorld see(const std::string& id) const;
  void remove(const std::string& id);

  // The new current state. HttpFailure 409: another state than `before` is current; 507: there is
  // no room for it.
  SeenWorld push(const std::string& id, const Snapshot& before, SnapshotPtr next);
  // Back to the state before. HttpFailure 409: there is none.
  SeenWorld undo(const std::string& id);

  // All worlds at one moment, in order.
  std::vector<SeenWorld> see_all() const;

  // Gives up what exceeds the limits: planners, structures, grounds and drawings, then old states.
  void keep_within_limits(PlannerCache& planners);
  // Gives up all that is not a state of a world.
  void give_up_spares(PlannerCache& planners);
  // As counted when that was last looked at.
  std::uint64_t kept_bytes() const { return kept_; }
  const KeepLimits& limits() const { return limits_; }

 private:
  struct Item {
    std::string name;
    bool is_loaded = false;
    std::vector<SnapshotPtr> states;  // the last is current
  };
  // A world's states outside of the lock.
  struct History {
    std::string id;
    std::vector<SnapshotPtr> states;
  };

  const Item& item(const std::string& id) const;
  Item& item(const std::string& id) {
    return const_cast<Item&>(static_cast<const WorldList&>(*this).item(id));
  }
  static SeenWorld seen(const std::string& id, const Item& item);
  std::uint64_t state_bytes(std::span<const SnapshotPtr> states) const;
  void check_room(const Snapshot& next, const Item* replaced) const;
  std::vector<History> histories() const;
  std::uint64_t give_up(std::span<History> worlds, std::uint64_t most, PlannerCache& planners);
  bool forget_oldest(std::span<History> worlds);

  KeepLimits limits_;
  mutable std::mutex mutex_;  // of what follows
  std::uint32_t last_ = 0;
  std::map<std::string, Item> items_;
  ArraySizes mapped_;     // in files that the server was started with
  std::mutex giving_up_;  // held while something is given up
  std::atomic<std::uint64_t> kept_{0};
};

}  // namespace thalweg::tool::serve
