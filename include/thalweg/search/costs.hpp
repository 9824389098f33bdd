// Costs alone: from some sources to all nodes, and from many nodes to many.
#pragma once

#include <vector>

#include "thalweg/search/best_first.hpp"

namespace thalweg {

// The least cost from the sources to each node; kUnreached where there is no way. The tree of
// cheapest ways stays in the scratch (route_to). O(arcs x log nodes).
template <class View>
std::vector<Distance> costs_to_all(const View& view, std::span<const Seed> sources,
                                   SearchScratch& scratch, std::vector<Distance> old = {}) {
  best_first(view, NoHeuristic{}, {.sources = sources, .goals = {}}, scratch);
  old.assign(view.node_count(), kUnreached);
  for (std::uint32_t n = 0; n < view.node_count(); ++n) {
    if (scratch.bank.is_reached(NodeId(n))) old[n] = scratch.bank[NodeId(n)].g;
  }
  return old;
}

// Stops a search when so many of the wanted nodes are settled.
class CountDown {
 public:
  // `wanted` in order, without doubles.
  explicit CountDown(std::span<const NodeId> wanted) : wanted_(wanted), left_(wanted.size()) {}
  bool on_settle(NodeId node, Distance) {
    if (std::binary_search(wanted_.begin(), wanted_.end(), node)) --left_;
    return left_ > 0;
  }
  void on_improve(NodeId, Distance) {}

 private:
  std::span<const NodeId> wanted_;
  std::size_t left_;
};

// The least cost from each of `from` to each of `to`, row by row; kUnreached where there is no way.
// One search for each of `from`, which ends when all of `to` are settled.
template <class View>
std::vector<Distance> costs_many_to_many(const View& view, std::span<const NodeId> from,
                                         std::span<const NodeId> to, SearchScratch& scratch) {
  std::vector<Distance> costs;
  costs.reserve(from.size() * to.size());
  std::vector<NodeId> wanted(to.begin(), to.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  for (const NodeId node : from) {
    const Seed source{node, 0};
    if (!wanted.empty()) {
      best_first(view, NoHeuristic{}, {.sources = {&source, 1}, .goals = {}}, scratch,
                 CountDown(wanted));
    }
    for (const NodeId target : to) {
      const bool is_reached = scratch.bank.is_reached(target);
      costs.push_back(is_reached ? scratch.bank[target].g : kUnreached);
    }
  }
  return costs;
}

}  // namespace thalweg
