// Conditions under which two faces may be merged.
#pragma once

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// True when no corner of `face` turns right at all. The laws of a mesh allow right turns within
// rounding, and those could add up over a union.
inline bool is_exactly_convex(const Mesh& mesh, FaceId face) {
  for (const EdgeId e : mesh.edges(face)) {
    const Vec2 after = mesh.end(mesh.next(e)).xy();
    if (orientation(mesh.start(e).xy(), mesh.end(e).xy(), after) < 0) return false;
  }
  return true;
}

// True when the edge has no area, difficulty or tags of its own.
inline bool is_plain(const Mesh& mesh, EdgeId e) {
  return mesh.edge_area(e) == kGround && mesh.edge_difficulty(e) == 0 && mesh.edge_tags(e) == 0;
}

// True when both faces have the same area, difficulty and tags.
inline bool are_alike(const Mesh& mesh, FaceId a, FaceId b) {
  return mesh.area(a) == mesh.area(b) && mesh.difficulty(a) == mesh.difficulty(b) &&
         mesh.tags(a) == mesh.tags(b);
}

}  // namespace thalweg
