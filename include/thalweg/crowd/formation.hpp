// Formation: surface points to stand on around a middle one, all of them apart, on its floor and
// connected to it.
#pragma once

#include <cstddef>
#include <vector>

#include "thalweg/world/surface_point.hpp"

namespace thalweg {

struct FormationOptions {
  std::size_t count = 1;
  double spacing = 1;  // metres between any two, in the plane, up to rounding
  CrossRule rule = {};
};

// Up to `count` surface points, the given one first, then outwards in rings of a triangular
// lattice. Each is reached from one before it by a straight walk, so that none lies behind a wall
// or on another floor. Fewer where there is no more room; none where the surface point is nowhere
// or the spacing is not a positive number. Requires: the surface point lies on its face. O(count)
// straight walks.
template <class AnyMesh>
std::vector<SurfacePoint> formation_around(const AnyMesh& mesh, const SurfacePoint& surface_point,
                                           const FormationOptions& options);

}  // namespace thalweg
