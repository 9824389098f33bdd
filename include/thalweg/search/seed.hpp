// Seeds and tasks: where a search starts and where it may end.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"

namespace thalweg {

// A node with a cost: a source and what it took to get there, or a goal and what is left to pay.
template <class Node>
struct SeedOf {
  Node node;
  std::uint32_t end = 0;  // which of several starts or goals it belongs to
  Distance cost = 0;

  constexpr SeedOf() = default;
  constexpr explicit SeedOf(Node at) : node(at) {}
  constexpr SeedOf(Node at, Distance paid, std::uint32_t of = 0) : node(at), end(of), cost(paid) {}
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

// Sorts seeds by node, then cost, then end. Allocates nothing.
template <class Node>
void sort_seeds(std::vector<SeedOf<Node>>& seeds) {
  std::ranges::sort(seeds, [](const SeedOf<Node>& a, const SeedOf<Node>& b) {
    return std::tie(a.node, a.cost, a.end) < std::tie(b.node, b.cost, b.end);
  });
}

// The cheapest seed of `node`, the first of several; null where there is none.
inline const Seed* cheapest_seed(std::span<const Seed> seeds, NodeId node) {
  const Seed* best = nullptr;
  for (const Seed& seed : seeds) {
    if (seed.node == node && (best == nullptr || seed.cost < best->cost)) best = &seed;
  }
  return best;
}

// Its cost; kUnreached where there is none.
inline Distance seed_cost(std::span<const Seed> seeds, NodeId node) {
  const Seed* seed = cheapest_seed(seeds, node);
  return seed == nullptr ? kUnreached : seed->cost;
}

}  // namespace thalweg
