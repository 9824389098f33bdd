// Coarsen: the same ground with fewer triangles, for searches that need not be exact.
//
// Corners are removed one by one, each moved along an edge onto a neighbour, where that changes the
// heights least (Garland and Heckbert 1997, docs/reference/papers.md [GH97]).
//
//        a-----b             a-----b
//       / \   / \           / \    |\        u moves onto v: two faces go, the others stretch
//      f---u---c     ->    f   \   | c
//       \ / \ /             \    \ |/
//        e---v               e-----v
//
// Departures: errors are vertical, and corners never move, so that walls, holes and
// the borders of areas stay where they are.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct CoarsenOptions {
  double share = 0.15;  // of the faces: to be left, above 0, at most 1
  // Metres: how far a corner of `world` may come to lie above or below the result; 0: any distance.
  double error = 0;
  Progress progress = {};
};

struct CoarseWorld {
  World world;
  double error = 0;  // metres: how far a corner lies above or below, at most
};

// The world with fewer faces, as many as the options ask for or as little as they allow. Seen from
// above, the ground, its areas and the areas of edges are exactly the same: corners on walls and
// borders are removed only from straight lines. A face's difficulty is the mean of those it
// replaces. Links keep their ends; those from or to blocked ground, the grid and the users' tags are
// left out. Refused with a sentence: a mesh that has other faces than triangles, options out of
// range. The same bytes on any number of threads. About O(corners log corners).
Result<CoarseWorld> coarsen(const World& world, const CoarsenOptions& options = {});

}  // namespace thalweg
