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

struct CrossOptions {
  bool keep_routes = false;
  bool on_graph = false;  // HierarchyOptions::on_graph
};

// Searches inside each of `list`, cells of one height, one after another, in parallel. Cells of
// height 1 are crossed over the graph inside their extents, those above over the crossings of their
// children, which `hierarchy` must hold already, or over the graph.
Crossings cross_cells(const Ground& ground, const Hierarchy& hierarchy,
                      std::span<const CellId> list, const CrossOptions& options);

}  // namespace thalweg
