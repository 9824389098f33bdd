// The shape of a fold: dead ends, chains and junctions, without costs. It depends on the graph alone,
// so that all its metrics have the same.
#pragma once

#include <vector>

#include "hierarchy/fold_cliques.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// A node of a dead end.
struct FoldLeaf {
  NodeId node;
  NodeId parent;  // the next node towards the core; none: it hangs in a clique of the core
  CliqueId clique;
  std::uint32_t run;
  std::uint32_t root;
};

struct FoldShape {
  std::vector<FoldPosition> nodes;    // [node]
  std::vector<FoldPosition> cliques;  // [clique]
  std::vector<FoldLeaf> leaves;       // [position]
  std::vector<FoldRun> runs;
  std::vector<FoldRoot> roots;         // without joins
  std::vector<NodeId> slot_nodes;      // [slot]
  std::vector<CliqueId> slot_cliques;  // [slot]  towards the next slot; none at the last
  std::vector<FoldChain> chains;
  std::vector<CliqueId> branch_cliques;       // [branch]
  std::vector<std::uint32_t> branch_offsets;  // [branch + 1]
  std::vector<JunctionId> branch_items;       // the junctions of branches, in order of node
  std::vector<NodeId> junctions;
};

// O(memberships).
FoldShape shape_of(const FoldCliques& cliques);

}  // namespace thalweg
