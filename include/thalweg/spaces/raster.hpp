// Raster: any world as a grid of squares seen from above, each with the area that covers most of
// it.
//
// Based on: Stout in [Gems] (docs/reference/papers.md), the rectangular grid: a square has the
// terrain that is most common in it.
#pragma once

#include <cstdint>

#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct RasterOptions {
  // Metres from square to square. DEFAULT: 0, the spacing of the world's own grid of squares;
  // without such a grid, the least power of two that gives at most 2^18 squares, or at most half
  // the number of faces if that is more.
  double spacing = 0;
  std::uint32_t most_squares = 1u << 26;  // more are refused
};

// `world` as a grid, without a mesh. Each square takes the area that covers most of it, the lower
// id among equals (to a millionth of a square); uncovered ground counts as blocked. Its height is
// the mean over the part with that area; uncovered squares get the height of the lowest ground.
//
// Squares start at the world's origin if the ground begins there or at most its own size away.
// Otherwise they start at a whole number of squares from it, and the origin moves, so that points
// in world coordinates stay where they are. The mesh of a grid map therefore gives back the map's
// squares. A world that has a grid of squares of this spacing keeps it.
//
// Links keep their ends; one that comes to lie on a blocked square moves to the nearest free one
// around it. Refused with a sentence: no ground, several layers over one square, too many squares,
// a link that loses its ground. The same bytes on any number of threads.
// O(faces + squares covered), up to a sort within each row.
Result<World> rasterise(const World& world, const RasterOptions& options = {});

}  // namespace thalweg
