// What a fold is built from: the cliques of its graph, its shape without costs, and then what one metric fills in.
#pragma once

#include <span>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// The cliques of a graph: which nodes share ground.
using CliqueId = Id<struct CliqueTag, 'q'>;

struct FoldCliques {
  Csr<CliqueId, NodeId> members;  // in order of node
  Csr<NodeId, CliqueId> of_node;  // in order of clique
};

// Portal graphs: the faces, then the links. Face graphs: pairs of neighbours, in order. O(arcs).
FoldCliques cliques_of(const Ground& ground);

// The shape of a fold: dead ends, chains and junctions. It depends on the graph alone, so that all its metrics
// have the same.

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

// What dead ends, chains and junctions cost by one metric.

// Closes the cliques in which a detour through a third node is cheaper than an arc. False where a
// clique has too many nodes to be checked. Fills in `closed` and what belongs to it.
bool close_cliques(const Ground& ground, const FoldCliques& cliques, Fold& fold);

// Fills in dead ends, chains and the arcs between junctions. Requires: closed cliques. False where
// sums are too large to be stored.
bool price_fold(const Ground& ground, const FoldShape& shape, Fold& fold);

// True when no detour through a third member is cheaper than an arc of the clique.
bool is_clique_closed(const Ground& ground, std::uint32_t clique, std::span<const NodeId> members);

// Computes all sums again by the metric of `ground`, along the same arcs. False where they are too
// large to be stored. Requires: the same arcs are passable.
bool reprice_fold(const Ground& ground, Fold& fold);

// Computes those rows of the table again that changed arcs between junctions can reach. `costs`: what
// the arcs cost before. False as fill_table.
bool refill_table(std::span<const Cost> costs, Fold& fold);

// Fills in the table. Requires: the arcs between junctions. False where a distance is too large to
// be stored.
bool fill_table(const Progress& progress, Fold& fold);

// Fills in hub labels. Requires: the arcs between junctions. False where they would take more than the
// limit, a distance is too large to be stored, or an arc costs nothing.
bool fill_labels(const FoldOptions& options, Fold& fold);

}  // namespace thalweg
