// Openings: what lies side by side between two cells, and the middle of it.
#pragma once

#include <span>

#include "hierarchy/gates.hpp"

namespace thalweg {

// An arc from one home to another.
struct Crosser {
  CellId from_cell;
  CellId to_cell;
  NodeId from;
  NodeId to;

  auto operator<=>(const Crosser&) const = default;
};

// The middle arc of each opening: of arcs between the same two cells that leave nodes side by side.
// Requires: in order.
std::vector<Crosser> middles(const PricedWorld& ground, std::span<const Crosser> crossers);

// Where extents share nodes: the middle of each opening, which is a set of such nodes side by side
// (THPA*, thesis 3.3: the triangle under the average of their centres).
std::vector<SharedNode> find_shared(const PricedWorld& ground, const Cells& cells);

}  // namespace thalweg
