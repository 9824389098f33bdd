// best_first: the one best-first loop of the project. Dijkstra, A* and weighted A* are its
// heuristics. Knows graphs, not meshes.
//
// A graph view is anything with
//   node_count()                       nodes are 0 .. node_count() - 1
//   for_each_arc(node, visit)          visit(arc, target, cost) for each passable arc
// and a heuristic anything that gives a Distance for a NodeId. Each goal has a final cost: it is as
// if all goals led by one more arc to a last node, at number node_count(), where the search ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "thalweg/search/node_bank.hpp"
#include "thalweg/search/open_list.hpp"

namespace thalweg {

// A node with a cost: a source and what it took to get there, or a goal and what is left to pay.
struct Seed {
  NodeId node;
  Distance cost = 0;
};

struct SearchTask {
  std::span<const Seed> sources;  // the cheaper counts where a node is named twice
  std::span<const Seed> goals;    // in order of node; likewise
  std::uint64_t node_budget = std::numeric_limits<std::uint64_t>::max();  // expansions
  Distance direct = kUnreached;  // of a way from start to goal past the graph; kUnreached: none
};

struct SearchStats {
  std::uint64_t expanded = 0;      // nodes taken from the open list
  std::uint64_t generated = 0;     // nodes put into it or moved forward
  std::uint64_t reopened = 0;      // settled nodes that got cheaper: 0 with consistent heuristics
  std::uint64_t largest_open = 0;  // the open list at its longest

  bool operator==(const SearchStats&) const = default;
};

enum class SearchEnd : std::uint8_t { found, exhausted, over_budget };

struct SearchOutcome {
  SearchEnd end = SearchEnd::exhausted;
  Distance cost = kUnreached;  // where found: from source to goal, their own costs included
  NodeId goal;                 // where found: the goal taken; none: the direct way
  SearchStats stats;
};

// Memory that searches share, one after another. After the first few nothing is allocated.
struct SearchScratch {
  NodeBank bank;
  OpenList open;
  std::size_t bytes() const { return bank.bytes() + open.bytes(); }
};

namespace search_detail {

template <class Heuristic>
class Frontier {
 public:
  Frontier(const Heuristic& heuristic, NodeId last, SearchScratch& scratch)
      : heuristic_(heuristic), last_(last), scratch_(scratch) {}

  SearchStats stats;

  // Offers a way to `node` of cost g; keeps it when it is the best so far.
  void offer(NodeId node, Distance g, NodeId parent, ArcId arc) {
    NodeBank& bank = scratch_.bank;
    if (!bank.is_reached(node)) {
      bank.reach(node).h = node == last_ ? 0 : heuristic_(node);
    } else if (bank[node].g <= g) {
      return;
    } else if (bank[node].open_at == NodeBank::kNotOpen) {
      ++stats.reopened;
    }
    SearchNode& known = bank[node];
    known.g = g;
    known.parent = parent;
    known.arc = arc;
    scratch_.open.put({g + known.h, g, node}, bank);
    ++stats.generated;
    stats.largest_open = std::max<std::uint64_t>(stats.largest_open, scratch_.open.size());
  }

 private:
  const Heuristic& heuristic_;
  NodeId last_;
  SearchScratch& scratch_;
};

}  // namespace search_detail

// Searches from the sources until the cheapest way to a goal is known, nothing is left, or the
// budget is spent. The cheapest when the heuristic never overestimates (final costs included).
template <class View, class Heuristic>
SearchOutcome best_first(const View& view, const Heuristic& heuristic, const SearchTask& task,
                         SearchScratch& scratch) {
  const NodeId last(static_cast<std::uint32_t>(view.node_count()));
  scratch.bank.reset(std::size_t{last.value} + 1);
  scratch.open.clear();
  search_detail::Frontier<Heuristic> frontier(heuristic, last, scratch);
  if (task.direct != kUnreached) frontier.offer(last, task.direct, {}, {});
  for (const Seed& source : task.sources) frontier.offer(source.node, source.cost, {}, {});

  SearchOutcome outcome;
  while (!scratch.open.empty()) {
    const NodeId node = scratch.open.front().node;
    if (node == last) {
      const SearchNode& end = scratch.bank[last];
      outcome.end = SearchEnd::found;
      outcome.cost = end.g;
      outcome.goal = end.parent;
      break;
    }
    if (frontier.stats.expanded == task.node_budget) {
      outcome.end = SearchEnd::over_budget;
      break;
    }
    const Distance g = scratch.open.pop(scratch.bank).g;
    ++frontier.stats.expanded;
    auto goal = std::partition_point(task.goals.begin(), task.goals.end(),
                                     [&](const Seed& seed) { return seed.node < node; });
    for (; goal != task.goals.end() && goal->node == node; ++goal) {
      frontier.offer(last, g + goal->cost, node, {});
    }
    view.for_each_arc(node, [&](ArcId arc, NodeId target, auto cost) {
      frontier.offer(target, g + cost, node, arc);
    });
  }
  outcome.stats = frontier.stats;
  return outcome;
}

// The nodes from a source to `node`, and the arcs between them.
struct Route {
  std::vector<NodeId> nodes;
  std::vector<ArcId> arcs;  // one fewer than nodes
};

// Follows the parents back from `node`; `route`'s memory is used again.
// Requires: `node` was reached.
inline Route route_to(const NodeBank& bank, NodeId node, Route route = {}) {
  route.nodes.clear();
  route.arcs.clear();
  for (NodeId at = node; !at.is_none(); at = bank[at].parent) {
    route.nodes.push_back(at);
    if (!bank[at].parent.is_none()) route.arcs.push_back(bank[at].arc);
  }
  std::reverse(route.nodes.begin(), route.nodes.end());
  std::reverse(route.arcs.begin(), route.arcs.end());
  return route;
}

}  // namespace thalweg
