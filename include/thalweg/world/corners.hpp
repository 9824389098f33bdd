// Corners: the lattice points of a grid of squares, which are the nodes of a corner graph.
//
//   0 | 1     the squares around a corner, in this order; outside the grid: none
//   --+--
//   2 | 3     y grows downwards here
#pragma once

#include <array>
#include <cstdint>

#include "thalweg/core/ids.hpp"
#include "thalweg/world/grid.hpp"
#include "thalweg/world/links.hpp"

namespace thalweg {

// Columns and rows of corners: one more than of squares.
struct Corner {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  bool operator==(const Corner&) const = default;
};

inline NodeId node_of(const Grid& grid, Corner c) { return NodeId(c.y * (grid.width() + 1) + c.x); }
inline Corner corner_of(const Grid& grid, NodeId node) {
  return {node.value % (grid.width() + 1), node.value / (grid.width() + 1)};
}

// The four squares around `c`.
inline std::array<SquareId, 4> squares_around(const Grid& grid, Corner c) {
  const auto at = [&](bool is_left, bool is_low) {
    if (is_left ? c.x == 0 : c.x == grid.width()) return SquareId();
    if (is_low ? c.y == 0 : c.y == grid.height()) return SquareId();
    return grid.at(is_left ? c.x - 1 : c.x, is_low ? c.y - 1 : c.y);
  };
  return {at(true, true), at(false, true), at(true, false), at(false, false)};
}

// The four corners of `s`, in order of node.
inline std::array<Corner, 4> corners_of(const Grid& grid, SquareId s) {
  const std::uint32_t x = grid.x(s);
  const std::uint32_t y = grid.y(s);
  return {{{x, y}, {x + 1, y}, {x, y + 1}, {x + 1, y + 1}}};
}

// The squares that a step to a neighbouring corner runs between: two for a straight step (none
// outside), for a diagonal one the square it crosses, and none.
inline std::array<SquareId, 2> squares_beside(const Grid& grid, Corner from, Corner to) {
  const std::array<SquareId, 4> around = squares_around(grid, from);
  const bool is_right = to.x > from.x;
  const bool is_high = to.y > from.y;
  if (to.y == from.y) return {around[is_right ? 1 : 0], around[is_right ? 3 : 2]};
  if (to.x == from.x) return {around[is_high ? 2 : 0], around[is_high ? 3 : 1]};
  return {around[(is_high ? 2 : 0) + (is_right ? 1 : 0)], SquareId()};
}

// True where some square around `c` is open (is_open(square) says so) and no two touch only there:
// going through such a corner would slip between two closed squares, so no arc leads to it.
template <class IsOpen>
bool is_joined(const Grid& grid, Corner c, const IsOpen& is_open) {
  std::array<bool, 4> open{};
  const std::array<SquareId, 4> around = squares_around(grid, c);
  for (std::size_t i = 0; i < 4; ++i) open[i] = !around[i].is_none() && is_open(around[i]);
  const bool is_pinch = open[0] == open[3] && open[1] == open[2] && open[0] != open[1];
  return (open[0] || open[1] || open[2] || open[3]) && !is_pinch;
}

// The mean height of the free squares around `c`; 0 without any.
inline double corner_ground(const Grid& grid, Corner c) {
  double sum = 0;
  int count = 0;
  for (const SquareId s : squares_around(grid, c)) {
    if (s.is_none() || !grid.is_free(s)) continue;
    sum += grid.ground(s);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

inline Vec3 corner_point(const Grid& grid, Corner c) {
  return {c.x * grid.spacing(), c.y * grid.spacing(), corner_ground(grid, c)};
}

// True when an arc through `link` from corner to corner takes it backwards. Where both
// directions are possible (its squares touch): the one with the shorter walk, forwards among
// equals.
inline bool runs_backwards(const Grid& grid, const Link& link, Corner from, Corner to) {
  const auto touches = [&](SquareId s, Corner c) {
    return c.x - grid.x(s) <= 1 && c.y - grid.y(s) <= 1;
  };
  const bool can_run = touches(link.from_square, from) && touches(link.to_square, to);
  const bool can_return =
      link.is_two_way != 0 && touches(link.to_square, from) && touches(link.from_square, to);
  if (!can_run || !can_return) return can_return;
  const Vec3 a = corner_point(grid, from);
  const Vec3 b = corner_point(grid, to);
  return length(a - Vec3(link.to)) + length(b - Vec3(link.from)) <
         length(a - Vec3(link.from)) + length(b - Vec3(link.to));
}

}  // namespace thalweg
