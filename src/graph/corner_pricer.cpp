// The prices of a corner graph: steps between the corners of squares, and to and from them.
#include <algorithm>
#include <cmath>

#include "thalweg/graph/pricer.hpp"

namespace thalweg {

// Some square around may be entered, no two of them touch only here, and the ground does not break
// here by more than the profile can step, up or down.
bool Pricer::may_stand(Corner corner) const {
  const Grid& grid = world_.grid;
  if (!is_joined(grid, corner, [&](SquareId s) { return may_enter(s); })) return false;
  if (!grid.has_ground()) return true;
  const auto around = squares_around(grid, corner);
  const auto is_open = [&](SquareId s) { return !s.is_none() && may_enter(s); };
  constexpr std::array<std::array<std::size_t, 2>, 4> kSideBySide = {
      {{0, 1}, {2, 3}, {0, 2}, {1, 3}}};
  return std::ranges::all_of(kSideBySide, [&](const auto& pair) {
    const SquareId a = around[pair[0]];
    const SquareId b = around[pair[1]];
    if (!is_open(a) || !is_open(b)) return true;
    return may_step(a, b, grid.spacing()) && may_step(b, a, grid.spacing());
  });
}

double Pricer::corner_arc(Corner from, Corner to) const {
  const Grid& grid = world_.grid;
  if (!may_stand(from) || !may_stand(to)) return kNoLimit;
  double cheapest = kNoLimit;
  for (const SquareId s : squares_beside(grid, from, to)) {
    if (!s.is_none()) cheapest = std::min(cheapest, areas_[grid.area(s)]);
  }
  if (cheapest == kNoLimit) return kNoLimit;
  const int columns = static_cast<int>(to.x) - static_cast<int>(from.x);
  const int rows = static_cast<int>(to.y) - static_cast<int>(from.y);
  const bool is_diagonal = columns != 0 && rows != 0;
  const double run = grid.spacing() * (is_diagonal ? kDiagonal / kStraight : 1);
  const double rise = grid.has_ground() ? corner_ground(grid, to) - corner_ground(grid, from) : 0;
  if (!may_rise(rise, run)) return kNoLimit;
  return finite_or_none(sloped_quanta(flat_quanta(columns, rows), run, rise) * cheapest);
}

double Pricer::square_step(Vec3 from, Vec3 to, SquareId across) const {
  if (!may_enter(across)) return kNoLimit;
  return finite_or_none(walk(to - from) * areas_[world_.grid.area(across)]);
}

double Pricer::corner_link(LinkId id, Corner from, Corner to) const {
  const Grid& grid = world_.grid;
  const Link& link = world_.links[id];
  if (!may_stand(from) || !may_stand(to)) return kNoLimit;
  const bool is_back = runs_backwards(grid, link, from, to);
  const double there = square_step(corner_point(grid, from), is_back ? link.to : link.from,
                                   is_back ? link.to_square : link.from_square);
  const double on = square_step(is_back ? link.from : link.to, corner_point(grid, to),
                                is_back ? link.from_square : link.to_square);
  return finite_or_none(there + grid_link(id) + on);
}

}  // namespace thalweg
