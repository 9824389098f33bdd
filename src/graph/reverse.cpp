// A counting sort of the arcs by target, so that arcs to one node stay in order.
#include "thalweg/graph/reverse.hpp"

namespace thalweg {

ReverseRows reverse_rows(const Graph& graph) {
  std::vector<NodeId> sources(graph.arc_count());
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) sources[arc.value] = node;
  }
  return group_by_row<NodeId, ReverseArc>(
      graph.node_count(), graph.arc_count(),
      [&](std::size_t i) { return graph.target(ArcId(static_cast<std::uint32_t>(i))).value; },
      [&](std::size_t i) {
        return ReverseArc{sources[i], ArcId(static_cast<std::uint32_t>(i))};
      });
}

}  // namespace thalweg
