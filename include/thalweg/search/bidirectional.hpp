// Bidirectional Dijkstra: two searches of the one loop that meet. Pohl 1971.
//
// The forward search starts at the sources, the backward one at the goals over reversed arcs. Each
// way that one of them finds to a node that the other has reached is a candidate; when the two
// least open costs together are no less than the best candidate, that one is the cheapest.
#pragma once

#include "thalweg/search/best_first.hpp"

namespace thalweg {

struct BidirectionalScratch {
  SearchScratch forward;
  SearchScratch backward;
  Distance best = kUnreached;  // the cheapest way found so far
  NodeId meeting;              // where its two halves meet; none: the direct way
  SearchStats stats() const {
    SearchStats sum = forward.stats;
    return sum += backward.stats;
  }
  std::size_t bytes() const { return forward.bytes() + backward.bytes(); }
};

namespace search_detail {

// Looks at each better way of one side whether the other side has been there.
struct MeetingObserver {
  const NodeBank& other;
  Distance& best;
  NodeId& meeting;

  void on_settle(NodeId, Distance) {}
  void on_improve(NodeId node, Distance g) {
    if (!other.is_reached(node)) return;
    const Distance sum = g + other[node].g;
    if (sum > best || (sum == best && !(node < meeting))) return;
    best = sum;
    meeting = node;
  }
};

}  // namespace search_detail

// `task.goals` seed the backward search over `backward_view`, a view of the reversed graph.
template <class View, class BackwardView>
void start_bidirectional(const View& view, const BackwardView& backward_view,
                         const SearchTask& task, BidirectionalScratch& scratch) {
  scratch.best = task.direct;
  scratch.meeting = {};
  start_search(view, NoHeuristic{}, {.sources = task.sources, .goals = {}}, scratch.forward);
  search_detail::MeetingObserver meets{scratch.forward.bank, scratch.best, scratch.meeting};
  start_search(backward_view, NoHeuristic{}, {.sources = task.goals, .goals = {}}, scratch.backward,
               meets);
}

template <class View, class BackwardView>
SearchEnd continue_bidirectional(const View& view, const BackwardView& backward_view,
                                 const SearchTask& task, BidirectionalScratch& scratch,
                                 const Slice& slice) {
  constexpr std::uint64_t kClockMask = 63;
  const bool has_deadline = slice.deadline != std::chrono::steady_clock::time_point::max();
  auto& [forward, backward, best, meeting] = scratch;
  const SearchTask no_goals;
  for (std::uint64_t done = 0;; ++done) {
    // Where one side has nothing left, every way has met it already.
    const bool is_over = forward.open.empty() || backward.open.empty();
    if (is_over && best == kUnreached) return SearchEnd::exhausted;
    if (is_over ||
        forward.open.front(forward.bank).f + backward.open.front(backward.bank).f >= best) {
      return SearchEnd::found;
    }
    if (forward.stats.expanded + backward.stats.expanded >= task.node_budget) {
      return SearchEnd::over_budget;
    }
    if (done >= slice.nodes) return SearchEnd::paused;
    if (has_deadline && (done & kClockMask) == kClockMask &&
        std::chrono::steady_clock::now() >= slice.deadline) {
      return SearchEnd::paused;
    }
    const Slice one{.nodes = 1};
    if (forward.open.size() <= backward.open.size()) {
      continue_search(view, NoHeuristic{}, no_goals, forward, one,
                      search_detail::MeetingObserver{backward.bank, best, meeting});
    } else {
      continue_search(backward_view, NoHeuristic{}, no_goals, backward, one,
                      search_detail::MeetingObserver{forward.bank, best, meeting});
    }
  }
}

// The whole way through the meeting node. Requires: found, and not the direct way.
inline Route route_through(const BidirectionalScratch& scratch, Route route = {}) {
  route = route_to(scratch.forward.bank, scratch.meeting, std::move(route));
  const NodeBank& bank = scratch.backward.bank;
  for (NodeId at = scratch.meeting; !bank[at].parent.is_none(); at = bank[at].parent) {
    route.arcs.push_back(bank[at].arc);
    route.nodes.push_back(bank[at].parent);
  }
  return route;
}

}  // namespace thalweg
