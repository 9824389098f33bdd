// Triangulates a simple polygon with points inside: ears first, then the points, then edge flips
// until every inner edge is locally Delaunay. All tests are exact. Internal to import.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

using IndexTriangle = std::array<std::uint32_t, 3>;

// Counter-clockwise triangles over the points 0 .. loop_size - 1, which are the corners of the
// polygon in counter-clockwise order (collinear ones allowed), and the points after them, which lie
// inside. Points on the border or outside are left out. Empty if the polygon is not simple.
std::vector<IndexTriangle> triangulate_polygon(std::span<const Vec2> points, std::size_t loop_size);

}  // namespace thalweg
