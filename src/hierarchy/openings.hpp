// Openings: arcs or nodes that lie side by side between two cells, and the middle of each.
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
std::vector<Crosser> middles(const Ground& ground, std::span<const Crosser> crossers);

// Calls use(a, b) for each two of the cells that a node takes part in, a < b.
template <class Use>
void for_each_two(std::span<const CellId> row, const Use& use) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (std::size_t j = i + 1; j < row.size(); ++j) use(row[i], row[j]);
  }
}

// Where extents in scope share nodes: the middle of each opening, which is a set of such nodes side
// by side (THPA*, thesis 3.3: the triangle under the average of their centres).
std::vector<SharedNode> find_shared(const Ground& ground, const Cells& cells,
                                    const GateScope& scope);

}  // namespace thalweg
