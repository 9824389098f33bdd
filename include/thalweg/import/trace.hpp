// Tracing: a mesh that covers exactly the walkable squares of a grid.
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

// The mesh of a grid's walkable squares. The borders between areas, and between walkable and not,
// are traced as straight segments; a constrained Delaunay triangulation fills them; its triangles
// are merged. Its vertices are corners of squares, and it covers exactly the walkable squares, area
// by area (with a spacing of 1). Refused with a sentence: hexagons, squares with heights, no
// triangulator.
Result<Mesh> grid_to_mesh(const Grid& grid, const GridMeshOptions& options);

}  // namespace thalweg
