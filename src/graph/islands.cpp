#include "graph/islands.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace thalweg {
namespace {

// Sets that only grow together. The root of a set is its lowest member, whatever the order.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t root(std::uint32_t x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];
      x = parent_[x];
    }
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

Islands find_islands(const Graph& graph, std::span<const Cost> costs,
                     std::span<const std::uint8_t> is_open) {
  Sets sets(graph.node_count());
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      if (costs[arc.value] != kForbidden) sets.join(node.value, graph.target(arc).value);
    }
  }
  std::vector<IslandId> of(graph.node_count());
  std::vector<std::uint32_t> sizes;
  for (const NodeId node : graph.nodes()) {
    if (is_open[node.value] == 0) continue;
    const std::uint32_t root = sets.root(node.value);
    if (of[root].is_none()) {
      of[root] = IslandId(static_cast<std::uint32_t>(sizes.size()));
      sizes.push_back(0);
    }
    of[node.value] = of[root];
    ++sizes[of[root].value];
  }
  return {std::move(of), std::move(sizes)};
}

IslandId Islands::largest() const {
  if (sizes.empty()) return {};
  return IslandId(
      static_cast<std::uint32_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin()));
}

}  // namespace thalweg
