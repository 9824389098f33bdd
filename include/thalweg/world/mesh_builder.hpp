// Builds a Mesh from loose polygons: orients them, pairs edges into portals, drops nothing
// silently.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// Polygons over shared corners. The corners of face f are corners[first_corner[f] .. first_corner[f
// + 1]], or three each when first_corner is empty. Clockwise or counter-clockwise.
struct MeshSoup {
  std::vector<Vec3f> vertices;
  std::vector<VertexId> corners;
  std::vector<std::uint32_t> first_corner;  // [face + 1]; empty: triangles
  std::vector<AreaId> face_area;            // [face]; optional
  std::vector<float> difficulty;            // [face]; optional
  std::vector<std::uint32_t> tags;          // [face]; optional
};

// A mesh, and which shared edges became walls in it.
struct BuiltMesh {
  Mesh mesh;
  std::uint32_t shared_by_many = 0;  // edges that more than two faces share
  std::uint32_t folds = 0;           // edges whose two faces lie on the same side, seen from above
};

// A mesh whose portals are the edges that exactly two faces share in opposite directions, after
// every face is turned counter-clockwise. Other shared edges become walls and are counted. Refused
// with a sentence: ids out of range, faces of under three corners or of no area in projection, more
// than 2^32 - 2 edges. O(edges).
Result<BuiltMesh> build_mesh(MeshSoup soup);

}  // namespace thalweg
