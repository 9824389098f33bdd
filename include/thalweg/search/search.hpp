// Search: a running search as a value. It owns its view, its heuristic and its task, and is resumed
// slice by slice.
//
// There is one virtual call per slice, none per node or arc. The seeds of the task and the scratch
// memory stay the caller's: both must outlive the search.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "thalweg/search/budget.hpp"

namespace thalweg {

struct SearchStats {
  std::uint64_t expanded = 0;      // nodes taken from the open list
  std::uint64_t generated = 0;     // nodes put into it or moved forward
  std::uint64_t reopened = 0;      // settled nodes that got cheaper: 0 with consistent heuristics
  std::uint64_t largest_open = 0;  // the open list at its longest
  std::uint64_t fell_back = 0;     // searches of the whole graph after a quicker one found no route

  bool operator==(const SearchStats&) const = default;
  SearchStats& operator+=(const SearchStats& o) {
    expanded += o.expanded;
    generated += o.generated;
    reopened += o.reopened;
    largest_open = std::max(largest_open, o.largest_open);
    fell_back += o.fell_back;
    return *this;
  }
};

class Search {
 public:
  virtual ~Search() = default;

  // Goes on until the search is over or the budget is spent. To be called again after `paused`.
  virtual SearchEnd advance(Budget& budget) = 0;
};

// Holds one running search of any type in place, so that starting one allocates nothing.
class SearchSlot {
 public:
  // Bytes: room for two views of a filtered graph.
  static constexpr std::size_t kSize = 1024;

  SearchSlot() = default;
  SearchSlot(const SearchSlot&) = delete;
  SearchSlot& operator=(const SearchSlot&) = delete;
  ~SearchSlot() { clear(); }

  // Replaces the search that was held.
  template <class Running>
  void hold(Running search) {
    static_assert(std::is_base_of_v<Search, Running>);
    static_assert(sizeof(Running) <= kSize && alignof(Running) <= alignof(std::max_align_t));
    clear();
    held_ = new (space_) Running(std::move(search));
  }
  void clear() {
    if (held_ != nullptr) held_->~Search();
    held_ = nullptr;
  }
  // Requires: a search is held.
  SearchEnd advance(Budget& budget) { return held_->advance(budget); }

 private:
  alignas(std::max_align_t) std::byte space_[kSize];
  Search* held_ = nullptr;
};

}  // namespace thalweg
