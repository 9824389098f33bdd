// Cells: a partition of even levels, as hierarchies need it, and the nodes that take part in its
// cells.
//
// In a partition of even levels a node lies in a cell of height 1 or in none, and what a cell of
// height k + 1 holds is cells of height k. Nodes that the profile cannot stand on lie in none.
#pragma once

#include "thalweg/core/csr.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

// Which section of its level a cell lies in, counted from the local origin.
struct SectionIndex {
  std::int32_t column = 0;
  std::int32_t row = 0;

  bool operator==(const SectionIndex&) const = default;
};

// Cells are numbered level by level, those of height 1 first; within a level by their first node.
struct Cells {
  Partition partition;  // of even levels
  // [node] The cells of height 1 that it takes part in, its home among them, in order: a cell's
  // extent may exceed its members. Empty: members only.
  Csr<NodeId, CellId> extents;
  IdArray<CellId, SectionIndex> sections;  // [cell]  empty where cells are no sections

  // True when routes inside `cell`, of height 1, may lead through `node`.
  bool takes_part(NodeId node, CellId cell) const {
    if (extents.row_count() == 0) return partition.home(node) == cell;
    const auto row = extents[node];
    return std::find(row.begin(), row.end(), cell) != row.end();
  }
  std::size_t bytes() const { return partition.bytes() + extents.bytes() + sections.bytes(); }
};

// The first cell that has no parent of the next height though it is not of the top level, as a
// sentence; nothing in a partition of even levels. O(cells).
std::optional<std::string> uneven_level(const Partition& partition);

// The first law `cells` break, or nothing. The laws: the partition groups this graph's nodes in
// even levels, exactly those that have an island; cells are numbered as above; a node takes part in
// its home; inside every extent of height 1 each node reaches each other by passable arcs, and so
// do the children of every cell above, by arcs between their members. O(arcs x levels).
std::optional<std::string> broken_law(const Cells& cells, const Ground& ground);

}  // namespace thalweg
