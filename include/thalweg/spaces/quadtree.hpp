// Quadtree: squares split in four until each is of one kind of ground; the free ones are faces.
//
// Based on: Stout in [Gems] (docs/reference/papers.md), the quadtree. The face graph has its nodes
// at the squares' centres, the portal graph on their sides.
#pragma once

#include <cstdint>

#include "thalweg/core/result.hpp"
#include "thalweg/spaces/raster.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct QuadtreeOptions {
  double mostly = 1;             // the part of a square that must be of one area, 0.5 to 1
  std::uint32_t least_side = 1;  // squares of the grid; a power of two. Smaller ones do not split
  std::uint32_t most_side = 1u << 31;  // squares of the grid; a power of two. Larger ones split
  double relief = 1;  // metres; a square whose ground differs by more splits, whatever its areas
  RasterOptions raster = {};  // for a world without a grid of squares
};

// `world` as a mesh of the tree's free squares, without a grid. Where smaller squares touch the
// side of a larger one, the larger one gets corners there too, so that faces share whole edges. A
// square that splits no further takes the area that covers most of it (the lower id among equals);
// blocked ground and trees count as one kind. The height of a corner is the mean of the free
// squares of the grid around it.
//
// With the defaults the faces of each area cover exactly its squares of the grid. Links are treated
// as in rasterise; a link end on ground that disappears in a mostly blocked square moves to the
// nearest face. Refused with a sentence: what rasterise refuses, options out of range, no free
// square, grids over 2^24 squares wide or high. O(squares x levels).
Result<World> quadtree(const World& world, const QuadtreeOptions& options = {});

}  // namespace thalweg
