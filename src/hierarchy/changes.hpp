// Changes: what of a ground is no longer as a hierarchy on it was built, and which gates stay.
#pragma once

#include <span>
#include <vector>

#include "hierarchy/gates.hpp"

namespace thalweg {

// A ground and the cells on it.
struct DividedGround {
  const PricedWorld& ground;
  const Cells& cells;
};

struct Changes {
  std::vector<bool> nodes;  // [node]  its arcs, what they cost or where it lies are others
  GateScope scope;          // the cells that changed, and those beside them
};

// The cells of height 1 that a node takes part in, in order.
std::span<const CellId> cells_at(const Cells& cells, NodeId node);

// What changed since `old`, the hierarchy on `before`, was built. Requires: graphs of one kind and
// of as many nodes. O(arcs).
Changes changes_since(const DividedGround& before, const Hierarchy& old, const DividedGround& now);

}  // namespace thalweg
