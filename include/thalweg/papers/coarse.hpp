// Coarse first: a hierarchy of detail for large terrain.      docs/guide/coarse.md
//
//   1 remove corners         coarsen (spaces/coarsen.hpp)
//   2 price what is left     coarse_ground (hierarchy/coarse_ground.hpp)
//   3 search there first     CoarseSearch (planners/coarse.hpp)
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/coarse_ground.hpp"
#include "thalweg/papers/descriptor.hpp"

namespace thalweg {

struct CoarseOptions {
  double share = 0.15;  // of the faces: left in the coarse mesh, above 0, at most 1
  double error = 0;     // metres: how far corners may lie above or below the coarse mesh. 0: any
  std::uint32_t rings = 3;          // of coarse faces about the coarse route, 1 or more
  std::uint32_t near_nodes = 1000;  // nodes searched by A* first, for goals that are near. 0: none
  Progress progress = {};
};

// The coarse ground under a ground. Refused with a sentence: options out of range, a ground whose
// mesh has other faces than triangles, or none.
Result<CoarseGround> coarse_ground(const Ground& ground, const CoarseOptions& options = {});

}  // namespace thalweg
