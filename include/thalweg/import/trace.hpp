// Tracing: from a grid of squares to a mesh that covers exactly its walkable squares.
#pragma once

#include <cstdint>

#include "thalweg/core/result.hpp"
#include "thalweg/import/triangulator.hpp"
#include "thalweg/world/grid.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

struct GridMeshOptions {
  Triangulator triangulate;       // constrained_delaunay of thalweg_triangulate
  bool keep_areas = true;         // false: all walkable squares become ground
  bool convex = true;             // merge triangles into convex faces. DEFAULT: yes
  std::uint32_t max_corners = 0;  // the most corners of a merged face. DEFAULT: 0, no limit
};

// The mesh of a grid's walkable squares: the borders between areas, and between walkable and not,
// traced as straight segments from turn to turn; constrained Delaunay between them; then merged.
// Its vertices are corners of squares, its area that of the walkable squares, exactly, area by
// area (with a spacing of 1). Refused with a sentence: hexagons, squares with heights, no
// triangulator.
Result<Mesh> grid_to_mesh(const Grid& grid, const GridMeshOptions& options);

}  // namespace thalweg
