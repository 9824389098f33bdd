// A step along a side is priced at the cheaper of the squares on both sides. Both its ends must be
// corners where the agent fits and the ground breaks by no more than it can step.
#include "graph/kinds/corner_prices.hpp"

#include <algorithm>

namespace thalweg {
namespace {

double finite_or_none(double price) { return price < kNoLimit ? price : kNoLimit; }

}  // namespace

// Some square around may be entered, no two of them touch only here, and the ground does not break
// here by more than the profile can step, up or down.
bool may_stand(const World& world, const Pricer& pricer, Corner corner) {
  const Grid& grid = world.grid;
  if (!is_joined(grid, corner, [&](SquareId s) { return pricer.may_enter(s); })) return false;
  if (!pricer.fits(corner)) return false;
  if (!grid.has_ground()) return true;
  const auto around = squares_around(grid, corner);
  const auto is_open = [&](SquareId s) { return !s.is_none() && pricer.may_enter(s); };
  constexpr std::array<std::array<std::size_t, 2>, 4> kSideBySide = {
      {{0, 1}, {2, 3}, {0, 2}, {1, 3}}};
  return std::ranges::all_of(kSideBySide, [&](const auto& pair) {
    const SquareId a = around[pair[0]];
    const SquareId b = around[pair[1]];
    if (!is_open(a) || !is_open(b)) return true;
    return pricer.may_step(a, b, grid.spacing()) && pricer.may_step(b, a, grid.spacing());
  });
}

double corner_step(const World& world, const Pricer& pricer, Corner from, Corner to) {
  const Grid& grid = world.grid;
  if (!may_stand(world, pricer, from) || !may_stand(world, pricer, to)) return kNoLimit;
  const int columns = static_cast<int>(to.x) - static_cast<int>(from.x);
  const int rows = static_cast<int>(to.y) - static_cast<int>(from.y);
  const bool is_diagonal = columns != 0 && rows != 0;
  if (is_diagonal && !pricer.fits(squares_beside(grid, from, to)[0])) return kNoLimit;
  const double run = grid.spacing() * (is_diagonal ? kDiagonal / kStraight : 1);
  const double rise = grid.has_ground() ? corner_ground(grid, to) - corner_ground(grid, from) : 0;
  if (!pricer.may_rise(rise, run)) return kNoLimit;
  return pricer.sloped_quanta(pricer.flat_quanta(columns, rows), run, rise);
}

double corner_arc(const World& world, const Pricer& pricer, Corner from, Corner to) {
  double cheapest = kNoLimit;
  for (const SquareId s : squares_beside(world.grid, from, to)) {
    if (!s.is_none()) cheapest = std::min(cheapest, pricer.area_multiplier(s));
  }
  if (cheapest == kNoLimit) return kNoLimit;
  return finite_or_none(corner_step(world, pricer, from, to) * cheapest);
}

LinkWalk corner_link(const World& world, const Pricer& pricer, LinkId id, Corner from, Corner to) {
  const Grid& grid = world.grid;
  const Link& link = world.links[id];
  if (!may_stand(world, pricer, from) || !may_stand(world, pricer, to)) return {.link = kNoLimit};
  const bool is_back = runs_backwards(grid, link, from, to);
  const double there = pricer.square_step(corner_point(grid, from), is_back ? link.to : link.from,
                                          is_back ? link.to_square : link.from_square);
  const double on = pricer.square_step(is_back ? link.from : link.to, corner_point(grid, to),
                                       is_back ? link.from_square : link.to_square);
  return {there, pricer.grid_link(id), on};
}

}  // namespace thalweg
