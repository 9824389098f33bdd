// Updates: a pyramid after some of its ground has changed.
//
// Cells stay as they are, apart from those that have fallen apart: these become their strongly
// connected parts. Boxes, middles and steps are measured again only where something below them has
// changed. The result is equal, byte for byte, to a pyramid measured again over the same cells.
// That the cells follow the new costs less well makes routes a little more expensive after many
// edits; build the pyramid again then.
#pragma once

#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {

struct UpdatedPyramid {
  Pyramid pyramid;
  std::uint32_t measured = 0;  // cells whose steps were measured again
  std::uint32_t split = 0;     // cells that fell apart, all levels counted
};

// The pyramid of the ground as it is `now`. Landmarks keep their costs: more expensive and closed
// arcs leave their lower bounds valid; with cheaper arcs they prove less, with opened ones nothing
// (PyramidArrays::proof). They go on leading the searches. O(nodes + arcs) to compare the grounds,
// and what it takes to measure the cells that changed. Price with the old metric's quantum
// (PriceOptions), or every cost counts as changed.
// Refused with a sentence: `old` is not of `before`; the graphs do not have the same arcs.
Result<UpdatedPyramid> update_pyramid(const Ground& before, const Ground& now, const Pyramid& old);

// The same pyramid with landmarks measured again. Slow: several searches of the whole ground.
Pyramid with_landmarks(const Ground& ground, const Pyramid& pyramid,
                       std::uint32_t count = kMostLandmarks);

}  // namespace thalweg
