// The arcs of a graph by the node they lead to: what a search from the goal follows.
#pragma once

#include "thalweg/graph/graph.hpp"

namespace thalweg {

struct ReverseArc {
  NodeId source;
  ArcId arc;
};

using ReverseRows = Csr<NodeId, ReverseArc>;

// O(nodes + arcs).
ReverseRows reverse_rows(const Graph& graph);

}  // namespace thalweg
