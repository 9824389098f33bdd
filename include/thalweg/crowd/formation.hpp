// Formation: spots to stand on around a middle one, all of them apart, on its floor and connected
// to it.
#pragma once

#include <cstddef>
#include <vector>

#include "thalweg/world/spot.hpp"

namespace thalweg {

struct FormationOptions {
  std::size_t count = 1;
  double spacing = 1;  // metres between any two, in the plane, up to rounding
  CrossRule rule = {};
};

// Up to `count` spots, the given one first, then outwards in rings of a triangular lattice. Each
// is reached from one before it by a straight walk, so that none lies behind a wall or on another
// floor. Fewer where there is no more room; none where the spot is nowhere or the spacing is not a
// positive number. Requires: the spot lies on its face. O(count) straight walks.
template <class AnyMesh>
std::vector<Spot> formation_around(const AnyMesh& mesh, const Spot& spot,
                                   const FormationOptions& options);

}  // namespace thalweg
