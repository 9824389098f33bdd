// Merging: neighbouring faces joined into larger convex ones, so that searches see fewer of them.
#pragma once

#include <cstdint>

#include "thalweg/core/result.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

struct ConvexMergeOptions {
  std::uint32_t max_corners = 0;  // the most corners a merged face may have. DEFAULT: 0, no limit
  double height_tolerance = 0;    // metres a corner may lie off its merged face's plane
};

// `mesh` with neighbours joined across portals while the union stays convex (exactly) and level.
// Joined are faces of the same area, difficulty and tags, over portals that have the defaults of
// all three, whose corners lie within the tolerance of the union's plane. Two faces that share
// several edges in a row lose them all. Faces that are convex only up to rounding stay as they are.
// Vertices that no face uses are dropped. The same bytes for the same input. O(n log n). Requires:
// broken_law(mesh) is nothing.
Result<Mesh> merge_convex(const Mesh& mesh, const ConvexMergeOptions& options = {});

}  // namespace thalweg
