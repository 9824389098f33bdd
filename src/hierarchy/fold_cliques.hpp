// The cliques of a graph: which nodes share ground.
#pragma once

#include "thalweg/core/csr.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

using CliqueId = Id<struct CliqueTag, 'q'>;

struct FoldCliques {
  Csr<CliqueId, NodeId> members;  // in order of node
  Csr<NodeId, CliqueId> of_node;  // in order of clique
};

// Portal graphs: the faces, then the links. Face graphs: pairs of neighbours, in order. O(arcs).
FoldCliques cliques_of(const Ground& ground);

// The cheapest arc of a clique from one node to another; none: impassable. Requires: both are
// members.
ArcId clique_arc(const Ground& ground, std::uint32_t clique, NodeId from, NodeId to);

}  // namespace thalweg
