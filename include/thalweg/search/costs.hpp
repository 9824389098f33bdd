// Costs alone: from some sources to all nodes, and from many nodes to many.
#pragma once

#include <vector>

#include "thalweg/search/best_first.hpp"

namespace thalweg {

// The least cost from the sources to each node; kUnreached for nodes that cannot be reached. The
// tree of cheapest routes stays in the scratch (route_to). O(arcs x log nodes).
template <class View, class Scratch>
std::vector<Distance> costs_to_all(const View& view,
                                   std::span<const SeedOf<typename Scratch::Node>> sources,
                                   Scratch& scratch, std::vector<Distance> old = {}) {
  best_first(view, NoHeuristic{}, {.sources = sources, .goals = {}}, scratch);
  old.assign(view.node_count(), kUnreached);
  for (const auto node : IdRange<typename Scratch::Node>(view.node_count())) {
    if (scratch.bank.is_reached(node)) old[node.value] = scratch.bank[node].g;
  }
  return old;
}

// An observer that stops a search when all wanted nodes are settled.
template <class Node>
class CountDown {
 public:
  // `wanted` in order, without doubles.
  explicit CountDown(std::span<const Node> wanted) : wanted_(wanted), left_(wanted.size()) {}
  bool on_settle(Node node, Distance) {
    if (std::binary_search(wanted_.begin(), wanted_.end(), node)) --left_;
    return left_ > 0;
  }
  void on_improve(Node, Distance) {}

 private:
  std::span<const Node> wanted_;
  std::size_t left_;
};

// The least cost from each of `from` to each of `to`, row by row; kUnreached where there is no
// route. One search for each of `from`, which ends when all of `to` are settled.
template <class View, class Scratch>
std::vector<Distance> costs_many_to_many(const View& view,
                                         std::span<const typename Scratch::Node> from,
                                         std::span<const typename Scratch::Node> to,
                                         Scratch& scratch) {
  using Node = typename Scratch::Node;
  std::vector<Distance> costs;
  costs.reserve(from.size() * to.size());
  std::vector<Node> wanted(to.begin(), to.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  for (const Node node : from) {
    const SeedOf<Node> source{node, 0};
    if (!wanted.empty()) {
      best_first(view, NoHeuristic{}, {.sources = {&source, 1}, .goals = {}}, scratch,
                 CountDown<Node>(wanted));
    }
    for (const Node target : to) {
      const bool is_reached = scratch.bank.is_reached(target);
      costs.push_back(is_reached ? scratch.bank[target].g : kUnreached);
    }
  }
  return costs;
}

}  // namespace thalweg
