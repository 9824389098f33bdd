// Merging: joins neighbouring faces into larger convex ones, so that searches visit fewer faces.
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
// Faces are joined if they have the same area, difficulty and tags, the portal has the defaults of
// all three, and all corners lie within the tolerance of the union's plane. Two faces that share
// several consecutive edges lose them all. Faces that are convex only up to rounding stay
// unchanged. Vertices that no face uses are dropped. The same input gives the same bytes. O(n log
// n). Requires: broken_law(mesh) is nothing.
Result<Mesh> merge_convex(const Mesh& mesh, const ConvexMergeOptions& options = {});

}  // namespace thalweg
