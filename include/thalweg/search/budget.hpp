// Budget: what a query may still spend. Nodes and time are counted only here.
//
// A query has one Budget. Each call that goes on with the query begins a slice of it and hands it
// down to the searches, which pay for every node that they expand.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace thalweg {

inline constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();

// How much of a search is done in one call. The result does not depend on the slices.
struct Slice {
  using Clock = std::chrono::steady_clock;

  std::uint64_t nodes = kNoBudget;  // expansions
  Clock::time_point deadline = Clock::time_point::max();

  // A time beyond the end of the clock is no limit.
  static Slice lasting(std::chrono::microseconds time) {
    const Clock::time_point now = Clock::now();
    const auto left = std::chrono::floor<std::chrono::microseconds>(Clock::time_point::max() - now);
    return {kNoBudget, time < left ? now + std::max(time, {}) : Clock::time_point::max()};
  }
};

// How a search ended, or why it returned.
enum class SearchEnd : std::uint8_t {
  found,
  exhausted,    // all that can be reached was expanded
  over_budget,  // the query's nodes are spent
  paused,       // the slice is spent
  stopped,      // by the observer
};

class Budget {
 public:
  // Of a whole query: the expansions it may make. Its first slice has no limit.
  explicit Budget(std::uint64_t nodes = kNoBudget) : query_(nodes) {}

  // Begins the next slice.
  void begin(const Slice& slice) {
    query_ += ready_;
    ready_ = 0;
    slice_ = slice.nodes;
    deadline_ = slice.deadline;
    is_clock_due_ = false;
  }

  // Pays for one expansion. False where nothing is left: end() says of what.
  bool pay() {
    if (ready_ == 0 && !make_ready()) return false;
    --ready_;
    return true;
  }
  // Requires: pay() said false.
  SearchEnd end() const { return nodes_left() == 0 ? SearchEnd::over_budget : SearchEnd::paused; }

  // Expansions left in the query.
  std::uint64_t nodes_left() const { return query_ + ready_; }
  // True when neither the query nor the slice has a limit.
  bool is_unlimited() const {
    return nodes_left() == kNoBudget && slice_ + ready_ == kNoBudget && !has_deadline();
  }
  // For work that expands no nodes: true when the slice's nodes or its time are spent.
  bool is_slice_spent() const { return slice_ + ready_ == 0 || is_late(); }

  // The same budget with at most `nodes` left in the slice, and how its use is charged to this one.
  Budget part(std::uint64_t nodes) const {
    Budget part = *this;
    part.query_ = nodes_left();
    part.slice_ = std::min(slice_ + ready_, nodes);
    part.ready_ = 0;
    return part;
  }
  // Returns how many nodes the part has spent.
  std::uint64_t charge(const Budget& part) {
    const std::uint64_t spent = nodes_left() - part.nodes_left();
    slice_ = slice_ + ready_ - spent;
    query_ = part.nodes_left();
    ready_ = 0;
    is_clock_due_ = part.is_clock_due_;
    return spent;
  }

 private:
  // The clock is read once per this many nodes, and never before the first of a slice, so every
  // slice makes progress.
  static constexpr std::uint64_t kNodesPerClock = 64;

  bool has_deadline() const { return deadline_ != Slice::Clock::time_point::max(); }
  bool is_late() const { return has_deadline() && Slice::Clock::now() >= deadline_; }

  [[gnu::noinline]] bool make_ready() {
    if (is_clock_due_ && is_late()) slice_ = 0;
    ready_ = std::min({query_, slice_, has_deadline() ? kNodesPerClock : kNoBudget});
    query_ -= ready_;
    slice_ -= ready_;
    is_clock_due_ = true;
    return ready_ > 0;
  }

  std::uint64_t query_;              // left in the query, besides ready_
  std::uint64_t slice_ = kNoBudget;  // left in the slice, besides ready_
  std::uint64_t ready_ = 0;          // may be spent without another check
  Slice::Clock::time_point deadline_ = Slice::Clock::time_point::max();
  bool is_clock_due_ = false;
};

}  // namespace thalweg
