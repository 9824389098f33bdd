// best_first: the one best-first loop of the project. Dijkstra, A* and weighted A* are its
// heuristics, time slices its budgets. Knows graphs, not meshes.
//
// A view of a graph is anything with
//   node_count()                       nodes are 0 .. node_count() - 1
//   for_each_arc(node, visit)          visit(arc, target, cost) for each passable arc, cost > 0
//   prefetch(node)                     optional: the arcs will be wanted soon, to be fetched ahead
// and a heuristic anything that gives a Distance for a NodeId. Each goal has a final cost: it is as
// if all goals led by one more arc to a last node, at number node_count(), where the search ends.
// A heuristic with a member kKeepsSettled never has a settled node opened again: for greedy
// searches that are not exact anyhow.
//
// Based on: Rabin's and Stout's articles (docs/reference/papers.md [Gems]): node bank, open list,
// many goals, time slices, never back to the node it came from.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "thalweg/search/node_bank.hpp"
#include "thalweg/search/open_list.hpp"

namespace thalweg {

inline constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();

// A node with a cost: a source and what it took to get there, or a goal and what is left to pay.
struct Seed {
  NodeId node;
  Distance cost = 0;
};

struct SearchTask {
  std::span<const Seed> sources;          // the cheaper counts where a node is named twice
  std::span<const Seed> goals;            // in order of node; likewise. None: all that is reachable
  std::uint64_t node_budget = kNoBudget;  // expansions in all
  Distance direct = kUnreached;  // of a way from start to goal past the graph; kUnreached: none
};

// How much of a search is done at once. What has been done stays; the result is the same.
struct Slice {
  std::uint64_t nodes = kNoBudget;  // expansions
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  static Slice lasting(std::chrono::microseconds time) {
    return {kNoBudget, std::chrono::steady_clock::now() + time};
  }
};

struct SearchStats {
  std::uint64_t expanded = 0;      // nodes taken from the open list
  std::uint64_t generated = 0;     // nodes put into it or moved forward
  std::uint64_t reopened = 0;      // settled nodes that got cheaper: 0 with consistent heuristics
  std::uint64_t largest_open = 0;  // the open list at its longest

  bool operator==(const SearchStats&) const = default;
  SearchStats& operator+=(const SearchStats& o) {
    expanded += o.expanded;
    generated += o.generated;
    reopened += o.reopened;
    largest_open = std::max(largest_open, o.largest_open);
    return *this;
  }
};

enum class SearchEnd : std::uint8_t {
  found,
  exhausted,    // all that can be reached was expanded
  over_budget,  // the task's node budget is spent
  paused,       // the slice is
  stopped,      // by the observer
};

struct SearchOutcome {
  SearchEnd end = SearchEnd::exhausted;
  Distance cost = kUnreached;  // where found: from source to goal, their own costs included
  NodeId goal;                 // where found: the goal taken; none: the direct way
  SearchStats stats;
};

// Memory that searches share, one after another. After the first few nothing is allocated.
template <class Bank>
struct BasicScratch {
  Bank bank;
  OpenList<Bank> open;
  SearchStats stats;
  std::size_t bytes() const { return bank.bytes() + open.bytes(); }
};
using SearchScratch = BasicScratch<NodeBank>;
using HashedScratch = BasicScratch<HashedNodeBank>;

// Watches a search. Absent hooks cost nothing; on_settle may return false to stop the search.
struct NoObserver {
  void on_settle(NodeId /*node*/, Distance /*g*/) {}   // the node is expanded next
  void on_improve(NodeId /*node*/, Distance /*g*/) {}  // a better way to it was found
};

struct NoHeuristic {
  Distance operator()(NodeId) const { return 0; }
};

namespace search_detail {

// A way to a node: what it costs and where it comes from.
struct Way {
  Distance g;
  NodeId parent;
  ArcId arc;
};

// Keeps a way to a node that had none.
template <class Scratch>
[[gnu::noinline]] void take_first(NodeId node, const Way& way, Distance h, Scratch& scratch) {
  using Entry = typename std::remove_cvref_t<decltype(scratch.open)>::Entry;
  const std::uint32_t slot = scratch.bank.reach(node);
  scratch.bank.at(slot).g = way.g;
  scratch.bank.way(slot) = {h, way.parent, way.arc};
  scratch.open.add(Entry(node, way.g, h, slot), scratch.bank);
}

// Keeps a way to a node that is better than the one it had.
template <class Scratch>
[[gnu::noinline]] void take_better(NodeId node, const Way& way, std::uint32_t slot,
                                   Scratch& scratch) {
  using Entry = typename std::remove_cvref_t<decltype(scratch.open)>::Entry;
  ReachedNode& known = scratch.bank.at(slot);
  NodeWay& old = scratch.bank.way(slot);
  known.g = way.g;
  old.parent = way.parent;
  old.arc = way.arc;
  const Entry entry(node, way.g, old.h, slot);
  if (known.open_at != kNotOpen) return scratch.open.improve(entry, scratch.bank);
  ++scratch.stats.reopened;
  scratch.open.add(entry, scratch.bank);
}

// Offers a way to `node`; keeps it when it is the best so far. Most offers are turned down, so that
// only this much is compiled into the loop.
template <class View, class Heuristic, class Scratch, class Observer>
inline void offer(NodeId node, const Way& way, const View& view, const Heuristic& heuristic,
                  Scratch& scratch, Observer& observer) {
  const bool is_last = node.value == view.node_count();
  const std::uint32_t slot = scratch.bank.slot(node);
  if (slot == kNoSlot) {
    if constexpr (requires { view.prefetch(node); }) {
      if (!is_last) view.prefetch(node);
    }
    take_first(node, way, is_last ? 0 : heuristic(node), scratch);
  } else if (way.g < scratch.bank.at(slot).g) {
    if constexpr (requires { Heuristic::kKeepsSettled; }) {
      if (scratch.bank.at(slot).open_at == kNotOpen) return;
    }
    take_better(node, way, slot, scratch);
  } else {
    return;
  }
  ++scratch.stats.generated;
  if (!is_last) observer.on_improve(node, way.g);
}

// The goals at `node`: mostly none, and mostly one look tells.
inline std::span<const Seed> goals_at(NodeId node, std::span<const Seed> goals) {
  if (goals.empty() || node < goals.front().node || goals.back().node < node) return {};
  const auto first = std::partition_point(goals.begin(), goals.end(),
                                          [&](const Seed& seed) { return seed.node < node; });
  auto last = first;
  while (last != goals.end() && last->node == node) ++last;
  return {first, last};
}

// Tells the observer; false where it wants to stop.
template <class Observer>
inline bool settle(Observer& observer, NodeId node, Distance g) {
  if constexpr (std::is_same_v<decltype(observer.on_settle(node, g)), bool>) {
    return observer.on_settle(node, g);
  } else {
    observer.on_settle(node, g);
    return true;
  }
}

}  // namespace search_detail

// Puts the sources into the open list: a search that continue_search runs.
template <class View, class Heuristic, class Scratch, class Observer = NoObserver>
void start_search(const View& view, const Heuristic& heuristic, const SearchTask& task,
                  Scratch& scratch, Observer&& observer = {}) {
  const NodeId last(static_cast<std::uint32_t>(view.node_count()));
  scratch.bank.reset(std::size_t{last.value} + 1);
  scratch.open.clear();
  scratch.stats = {};
  const auto put = [&](NodeId node, Distance g) {
    search_detail::offer(node, {g, {}, {}}, view, heuristic, scratch, observer);
  };
  if (task.direct != kUnreached) put(last, task.direct);
  for (const Seed& source : task.sources) put(source.node, source.cost);
}

// Goes on until the cheapest way to a goal is known, nothing is left, or a budget is spent. To be
// called again after `paused`, with the same view, heuristic and task. The cheapest way when the
// heuristic never overestimates (final costs included).
template <class View, class Heuristic, class Scratch, class Observer = NoObserver>
SearchEnd continue_search(const View& view, const Heuristic& heuristic, const SearchTask& task,
                          Scratch& scratch, const Slice& slice, Observer&& observer = {}) {
  constexpr std::uint64_t kClockMask = 63;  // the clock is read once for so many nodes
  const bool has_deadline = slice.deadline != std::chrono::steady_clock::time_point::max();
  const NodeId last(static_cast<std::uint32_t>(view.node_count()));
  auto& [bank, open, stats] = scratch;
  const std::uint64_t before = stats.expanded;
  while (!open.empty()) {
    if (open.front(bank).node() == last) return SearchEnd::found;
    if (stats.expanded >= task.node_budget) return SearchEnd::over_budget;
    const std::uint64_t done = stats.expanded - before;
    if (done >= slice.nodes) return SearchEnd::paused;
    if (has_deadline && (done & kClockMask) == kClockMask &&
        std::chrono::steady_clock::now() >= slice.deadline) {
      return SearchEnd::paused;
    }
    stats.largest_open = std::max<std::uint64_t>(stats.largest_open, open.size());
    const auto top = open.pop(bank);
    const NodeId node = top.node();
    const Distance g = bank.at(top.slot()).g;
    const NodeId parent = bank.way(top.slot()).parent;
    ++stats.expanded;
    if (!search_detail::settle(observer, node, g)) return SearchEnd::stopped;
    for (const Seed& goal : search_detail::goals_at(node, task.goals)) {
      search_detail::offer(last, {g + goal.cost, node, {}}, view, heuristic, scratch, observer);
    }
    view.for_each_arc(node, [&](ArcId arc, NodeId target, auto cost) {
      if (target == parent) return;  // never cheaper
      search_detail::offer(target, {g + cost, node, arc}, view, heuristic, scratch, observer);
    });
  }
  return SearchEnd::exhausted;
}

// What the search has come to.
template <class Bank>
SearchOutcome outcome_of(SearchEnd end, std::size_t node_count, const BasicScratch<Bank>& scratch) {
  SearchOutcome outcome;
  outcome.end = end;
  outcome.stats = scratch.stats;
  if (end != SearchEnd::found) return outcome;
  const SearchNode last = scratch.bank[NodeId(static_cast<std::uint32_t>(node_count))];
  outcome.cost = last.g;
  outcome.goal = last.parent;
  return outcome;
}

// A whole search.
template <class View, class Heuristic, class Scratch, class Observer = NoObserver>
SearchOutcome best_first(const View& view, const Heuristic& heuristic, const SearchTask& task,
                         Scratch& scratch, Observer&& observer = {}) {
  start_search(view, heuristic, task, scratch, observer);
  const SearchEnd end = continue_search(view, heuristic, task, scratch, Slice{}, observer);
  return outcome_of(end, view.node_count(), scratch);
}

// The nodes from a source to `node`, and the arcs between them.
struct Route {
  std::vector<NodeId> nodes;
  std::vector<ArcId> arcs;  // one fewer than nodes
};

// Follows the parents back from `node`; `route`'s memory is used again.
// Requires: `node` was reached.
template <class Bank>
Route route_to(const Bank& bank, NodeId node, Route route = {}) {
  route.nodes.clear();
  route.arcs.clear();
  for (NodeId at = node; !at.is_none();) {
    const SearchNode known = bank[at];
    route.nodes.push_back(at);
    if (!known.parent.is_none()) route.arcs.push_back(known.arc);
    at = known.parent;
  }
  std::reverse(route.nodes.begin(), route.nodes.end());
  std::reverse(route.arcs.begin(), route.arcs.end());
  return route;
}

}  // namespace thalweg
