// Obstacles: the walls of a mesh in the plane, for looks that go by obstacles and not by faces.
//
// A Viewer (world/visible.hpp) goes from face to face and keeps floors apart; its looks take as long
// as there are edges in view. Where few obstacles stand on ground of many faces, walls alone are
// quicker (geometry/visibility.hpp). All is seen from above, so there must be one floor only.
#pragma once

#include <vector>

#include "thalweg/geometry/visibility.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {

struct Obstacles {
  Screen screen;              // walls that go on straight are joined; no two cross
  std::vector<Vec2> corners;  // [bend]
  bool is_one_floor = true;   // false: walls are of floors above each other, and may cross

  std::size_t bytes() const { return screen.bytes() + corners.capacity() * sizeof(Vec2); }
};

// O(edges, and the pairs of walls abreast of each other). Requires: the bends of the mesh.
Obstacles find_obstacles(const Mesh& mesh, const Bends& bends);

}  // namespace thalweg
