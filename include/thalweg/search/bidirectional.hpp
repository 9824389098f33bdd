// Bidirectional Dijkstra: two best-first searches that meet. Pohl 1971.
//
// The forward search starts at the sources, the backward one at the goals over reversed arcs. Each
// route that one of them finds to a node that the other has reached is a candidate. When the sum of
// the two least open costs is no less than the best candidate, that candidate is the cheapest.
#pragma once

#include "thalweg/search/best_first.hpp"

namespace thalweg {

template <class Node, class Arc>
struct BidirectionalScratchOf {
  SearchScratchOf<Node, Arc> forward;
  SearchScratchOf<Node, Arc> backward;
  Distance best = kUnreached;  // of the cheapest route found so far
  Node meeting;                // where its two halves meet; none: past the graph

  SearchStats stats() const {
    SearchStats sum = forward.stats;
    return sum += backward.stats;
  }
  std::size_t bytes() const { return forward.bytes() + backward.bytes(); }
};
using BidirectionalScratch = BidirectionalScratchOf<NodeId, ArcId>;

namespace search_detail {

// Checks for each cheaper route of one side whether the other side has reached the node.
template <class Node, class Arc>
struct MeetingObserver {
  const NodeBankOf<Node, Arc>& other;
  Distance& best;
  Node& meeting;

  void on_settle(Node, Distance) {}
  void on_improve(Node node, Distance g) {
    if (!other.is_reached(node)) return;
    const Distance sum = g + other[node].g;
    if (sum > best || (sum == best && !(node < meeting))) return;
    best = sum;
    meeting = node;
  }
};

}  // namespace search_detail

// A running search from both ends. `BackwardView` is a view of the reversed graph.
template <class View, class BackwardView, class Node, class Arc>
class Bidirectional final : public Search {
 public:
  using Scratch = BidirectionalScratchOf<Node, Arc>;

  // Starts at once: the backward search at the goals of the task.
  Bidirectional(View view, BackwardView backward_view, const SearchTaskOf<Node>& task,
                Scratch& scratch)
      : view_(std::move(view)), backward_view_(std::move(backward_view)), scratch_(&scratch) {
    scratch.best = task.direct;
    scratch.meeting = {};
    NoObserver none;
    search_detail::start(view_, NoHeuristic{}, {.sources = task.sources, .goals = {}},
                         scratch.forward, none);
    Meeting meets{scratch.forward.bank, scratch.best, scratch.meeting};
    search_detail::start(backward_view_, NoHeuristic{}, {.sources = task.goals, .goals = {}},
                         scratch.backward, meets);
  }

  SearchEnd advance(Budget& budget) override {
    auto& [forward, backward, best, meeting] = *scratch_;
    for (;;) {
      // Where one side has nothing left, every route has met it already.
      const bool is_over = forward.open.empty() || backward.open.empty();
      if (is_over && best == kUnreached) return SearchEnd::exhausted;
      if (is_over ||
          forward.open.front(forward.bank).f + backward.open.front(backward.bank).f >= best) {
        return SearchEnd::found;
      }
      if (!budget.pay()) return budget.end();
      if (forward.open.size() <= backward.open.size()) {
        Meeting meets{backward.bank, best, meeting};
        search_detail::expand(view_, NoHeuristic{}, {}, forward, meets);
      } else {
        Meeting meets{forward.bank, best, meeting};
        search_detail::expand(backward_view_, NoHeuristic{}, {}, backward, meets);
      }
    }
  }

 private:
  using Meeting = search_detail::MeetingObserver<Node, Arc>;

  View view_;
  BackwardView backward_view_;
  Scratch* scratch_;
};

// The whole route through the meeting node. Requires: found, and not past the graph.
template <class Node, class Arc>
RouteOf<Node, Arc> route_through(const BidirectionalScratchOf<Node, Arc>& scratch,
                                 RouteOf<Node, Arc> route = {}) {
  route = route_to(scratch.forward.bank, scratch.meeting, std::move(route));
  const auto& bank = scratch.backward.bank;
  for (Node at = scratch.meeting; !bank[at].parent.is_none(); at = bank[at].parent) {
    route.arcs.push_back(bank[at].arc);
    route.nodes.push_back(bank[at].parent);
  }
  return route;
}

}  // namespace thalweg
