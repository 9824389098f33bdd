#include "thalweg/graph/end.hpp"

#include <algorithm>

namespace thalweg {

void sort_seeds(std::vector<Seed>& seeds) {
  std::ranges::sort(seeds, [](const Seed& a, const Seed& b) {
    return a.node < b.node || (a.node == b.node && a.cost < b.cost);
  });
}

Distance seed_cost(std::span<const Seed> seeds, NodeId node) {
  Distance least = kUnreached;
  for (const Seed& seed : seeds) {
    if (seed.node == node) least = std::min(least, seed.cost);
  }
  return least;
}

}  // namespace thalweg
