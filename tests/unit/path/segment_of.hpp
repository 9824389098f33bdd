// An edge of a mesh in the plane.
#pragma once

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

inline Segment2 segment_of(const Mesh& mesh, EdgeId e) {
  return {mesh.start(e).xy(), mesh.end(e).xy()};
}

}  // namespace thalweg
