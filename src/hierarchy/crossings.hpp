// Crossings: the cheapest routes from gate to gate inside one cell.
#pragma once

#include <span>
#include <vector>

#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

// The crossings of one or several cells, row by row.
struct Crossings {
  std::vector<Distance> costs;         // [crossing]
  std::vector<std::uint32_t> lengths;  // [crossing]  of its route
  std::vector<NodeId> routes;          // one after another; none where they are not kept
};

// Searches inside each of `list`, cells of one height, one after another, in parallel. Cells of
// height 1 are crossed over the graph inside their extents, those above over the crossings of their
// children, which `hierarchy` must hold already.
Crossings cross_cells(const Ground& ground, const Hierarchy& hierarchy,
                      std::span<const CellId> list, bool keep_routes);

}  // namespace thalweg
