// Seeds and tasks: where a search starts and where it may end.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"

namespace thalweg {

// A node with a cost: a source and what it took to get there, or a goal and what is left to pay.
template <class Node>
struct SeedOf {
  Node node;
  Distance cost = 0;
};
using Seed = SeedOf<NodeId>;

// What to search for. The seeds stay the caller's and must outlive the search.
template <class Node>
struct SearchTaskOf {
  std::span<const SeedOf<Node>> sources;  // the cheaper counts where a node is named twice
  std::span<const SeedOf<Node>> goals;    // in order of node. None: all that is reachable
  Distance direct = kUnreached;  // cost from start to goal past the graph; kUnreached: impossible
};
using SearchTask = SearchTaskOf<NodeId>;

// Sorts seeds by node, then cost. Allocates nothing.
template <class Node>
void sort_seeds(std::vector<SeedOf<Node>>& seeds) {
  std::ranges::sort(seeds, [](const SeedOf<Node>& a, const SeedOf<Node>& b) {
    return a.node < b.node || (a.node == b.node && a.cost < b.cost);
  });
}

// The least cost of `node` among the seeds; kUnreached where it is not one of them.
inline Distance seed_cost(std::span<const Seed> seeds, NodeId node) {
  Distance least = kUnreached;
  for (const Seed& seed : seeds) {
    if (seed.node == node) least = std::min(least, seed.cost);
  }
  return least;
}

}  // namespace thalweg
