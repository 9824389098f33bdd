// Worlds of equilateral triangles with holes: the worlds of the paper on visibility tests.
//
// Corners are at whole multiples of two directions, i along the x axis and j 60 degrees left of it;
// a row is what lies between j and j + 1. A step from centre to centre goes straight over the middle
// of a side, and two steps lead along a side of a triangle. So routes cost least per metre along the
// six directions of the sides.
#pragma once

#include <limits>
#include <vector>

#include "thalweg/world/world.hpp"

namespace thalweg::tool {

// A corner of the lattice.
struct LatticePoint {
  int i = 0;
  int j = 0;
};

// The triangle right of and above a corner, or the one beyond it, which points down.
struct LatticeTriangle {
  LatticePoint at;
  bool points_down = false;
};

// A parallelogram with two level sides: the others lean to the right ("/": i is bounded) or to the
// left ("\": i + j is bounded).
struct LatticeHole {
  LatticePoint low_left;
  int width = 1;
  int rows = 1;
  bool leans_left = false;

  bool holds(const LatticeTriangle& triangle) const;
  // Its corners: low left, low right, high right, high left.
  std::vector<LatticePoint> corners() const;
};

struct LatticePlan {
  std::vector<LatticeHole> holes;
  LatticeTriangle start;
  LatticeTriangle goal;
  int margin = 40;  // triangles around all holes and ends
};

Vec3 centre_of(const LatticeTriangle& triangle);
// Sides of one metre.
Result<World> lattice_world(const LatticePlan& plan);

// Two obstacles, the first on the left. The share of their height in which they stand behind each
// other is `thirds` thirds.
LatticePlan overlap_plan(int thirds);
// One to five obstacles, passed below and above in turn.
LatticePlan slalom_plan(int count);
// Small ones for a test of the program.
LatticePlan small_overlap_plan(int thirds);
LatticePlan small_slalom_plan(int count);

}  // namespace thalweg::tool
