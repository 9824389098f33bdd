// OffWalls: does a shaped walk keep the agent's radius from walls, as nearly as round paths can?
#pragma once

#include "thalweg/path/around.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {

// Of the walks of one stretch. Borrows all.
template <class AnyMesh>
struct OffWalls {
  const AnyMesh& mesh;
  double radius;          // metres, above 0
  const CrossRule& rule;  // what it refuses is a wall
  const Stretch& stretch;
  FloodScratch& scratch;

  // True when the straight walk comes no nearer to any wall than the radius, or than an end of the stretch.
  bool allows(const SurfacePoint& from, Vec2 to) const;
};

}  // namespace thalweg
