// Changes: what has changed in a ground since a hierarchy was built on it, and which gates stay.
#pragma once

#include <span>
#include <vector>

#include "hierarchy/gates.hpp"

namespace thalweg {

struct Changes {
  std::vector<bool> nodes;  // [node]  its arcs, their costs or its position changed
  GateScope scope;          // the cells that changed, and those beside them
};

// The cells of height 1 that a node takes part in, in order.
inline std::span<const CellId> cells_at(const Cells& cells, NodeId node) {
  if (cells.extents.row_count() > 0) return cells.extents[node];
  const CellId& home = cells.partition.arrays().home[node];
  return {&home, home.is_none() ? 0u : 1u};
}

// What changed since `old`, the hierarchy on `before`, was built. Requires: graphs of one kind and
// of as many nodes. O(arcs).
Changes changes_since(const Ground& before, const Hierarchy& old, const Ground& now,
                      const Cells& cells);

}  // namespace thalweg
