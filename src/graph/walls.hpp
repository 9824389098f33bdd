// The walls of a mesh as segments on a fine square lattice, for diagrams that want whole numbers.
#pragma once

#include <vector>

#include "graph/open_ground.hpp"
#include "graph/voronoi.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// Whole numbers for the points of the plane: the box's half side becomes at most 2^29, so that
// coordinates are rounded by at most 2^-29 of it (whole metres, halves and so on not at all).
struct IntFrame {
  Vec2 centre;
  double scale = 1;  // a power of two

  IntPoint of(Vec2 p) const;
  Vec2 back(Vec2 p) const { return {p.x / scale + centre.x, p.y / scale + centre.y}; }
};
IntFrame frame_of(const Mesh& mesh);

// The edges of some ground that lead nowhere, once each, cut where others touch them
// between their ends, joined where they go on straight. Refused with a sentence:
// walls that cross, as those of floors above each other do. O(walls x walls abreast of each).
Result<std::vector<IntSegment>> wall_segments(const Mesh& mesh, const IntFrame& frame,
                                              const OpenGround& open);

}  // namespace thalweg
