// Updates: a tree after some of its ground has changed (natural-hierarchy thesis, future work).
//
// Cells that hold both ends of a changed arc, or a node that moved, are dissolved; their
// remaining pieces are tops, which are merged again. All other cells keep their children, records
// and joints as they are.
#pragma once

#include <span>
#include <vector>

#include "thalweg/partition/natural.hpp"

namespace thalweg {

// True where both graphs have the same nodes with the same arcs. O(arcs).
bool have_same_arcs(const Graph& a, const Graph& b);

struct TreeChanges {
  std::vector<ArcId> arcs;    // that cost something else now, weighted or not
  std::vector<NodeId> nodes;  // whose extent is another now
};

// The differences between two grounds with the same arcs. O(nodes + arcs).
TreeChanges changes_between(const NaturalGround& before, const NaturalGround& now);

struct UpdatedTree {
  NaturalTree tree;
  std::uint32_t dissolved = 0;  // cells
  MergeReport report;           // of merging after the update
  bool is_rebuilt = false;      // the whole tree was built again
};

// The tree of the ground as it is `now`. Takes the tree over: hand in a copy where the old one is
// to stay. Where updates have left more holes than cells, it is built again. To keep as much as
// possible, price with the old metrics' quanta (PriceOptions). About O(dissolved cells' joints x
// height), and O(nodes + cells) of simple work.
// Requires: `now` has the arcs that the tree was built on, and `changes` names all that changed.
UpdatedTree update(const NaturalGround& now, NaturalTree tree, const TreeChanges& changes,
                   const MergeOptions& options = {});

// The same where it is not known what changed. Where the graph has other nodes or arcs, the tree is
// built again.
UpdatedTree update(const NaturalGround& before, const NaturalGround& now, NaturalTree tree,
                   const MergeOptions& options = {});

}  // namespace thalweg
