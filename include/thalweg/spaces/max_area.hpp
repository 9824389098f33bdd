// Maximum-area decomposition: few large convex faces, cut where obstacles have convex corners.
//
// Based on: Stout in [Gems] (docs/reference/papers.md), the maximum-area decomposition. At each
// convex corner of an obstacle its two edges are extended until they hit something; of these lines
// and the one to the nearest corner in sight, the shortest becomes a boundary.
//
// Departures: the nearest corner counts only between the two extended edges, where one boundary is
// enough to leave convex corners on both sides. The lines may also end at boundaries made before.
// Kinds of ground bound faces as walls do.
#pragma once

#include "thalweg/core/result.hpp"
#include "thalweg/spaces/quadtree.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct MaxAreaOptions {
  QuadtreeOptions quadtree = {};  // for a world without a mesh: its squares are joined
};

// `world` as a mesh of the largest convex faces that these boundaries leave, without a grid. Faces
// that nobody may enter are left out. Faces that are not level or are convex only up to rounding
// stay unchanged, and so do faces of ground so fine that rounding would break a face. Boundaries
// between unlike faces (area, difficulty, tags) and marked edges stay.
//
// Exact up to the rounding of points where a boundary ends inside another or inside a wall: on grid
// maps most of these points are whole numbers. Links keep their ends. Refused with a sentence: no
// free ground. O(corners x faces visible from each).
Result<World> max_area(const World& world, const MaxAreaOptions& options = {});

}  // namespace thalweg
