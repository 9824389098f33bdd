// Union-find over the arcs that are not forbidden; islands are numbered
// in order of their first node.
#include "graph/islands.hpp"

#include <algorithm>
#include <vector>

#include "core/unions.hpp"

namespace thalweg {

Islands find_islands(const Graph& graph, std::span<const Cost> costs,
                     std::span<const std::uint8_t> is_open) {
  Unions sets(graph.node_count());
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
