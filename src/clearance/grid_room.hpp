// GridRoom: where a disc fits on a grid. docs/decisions/clearance.md
//
// Squares that may not be entered are walls, and so is all that lies outside of the grid. A square
// stands for its middle: a disc fits on it where all walls lie at least the radius from there.
//
//   On a grid of squares the walls' corners lie on the lattice of corners. So the point of a step
//   nearest to a wall is one of its ends or its middle: a step fits where these three fit. The
//   middle of a straight step never lies nearer to a wall than both its ends. The same holds for
//   hexagons, whose steps need their middles checked.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/function_ref.hpp"
#include "thalweg/world/corners.hpp"
#include "thalweg/world/grid.hpp"

namespace thalweg {

class GridRoom {
 public:
  // Everything fits.
  GridRoom() = default;
  // Requires: radius > 0. O(squares), and work near walls. Borrows nothing.
  GridRoom(const Grid& grid, double radius, FunctionRef<bool(SquareId)> is_open);

  bool fits(SquareId square) const { return squares_.empty() || squares_[square.value] != 0; }
  // Of a grid of squares.
  bool fits(Corner corner) const {
    return corners_.empty() || corners_[node_of(grid_, corner).value] != 0;
  }
  // True when a step between neighbours that both fit keeps the radius from all walls.
  bool fits_between(SquareId from, SquareId to) const;

 private:
  bool fits_at(Vec2 p) const;
  bool is_near(Vec2 p, std::int64_t x, std::int64_t y) const;
  bool has_walls(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) const;
  bool is_wall(std::int64_t x, std::int64_t y) const;
  void count_walls(FunctionRef<bool(SquareId)> is_open);

  Grid grid_;  // shares its arrays
  double radius_ = 0;
  std::vector<std::uint32_t> walls_;   // [row + 1][column + 1]  walls below and to the left
  std::vector<std::uint8_t> squares_;  // [square]  1: the disc fits there
  std::vector<std::uint8_t> corners_;  // [corner]  the same
};

}  // namespace thalweg
