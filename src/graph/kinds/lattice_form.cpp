// Ends are found in the window of squares about a point; partial answers end at the reached square
// whose box is nearest to the goal.
#include "graph/kinds/lattice_form.hpp"

#include <algorithm>

#include "world/hexagon.hpp"

namespace thalweg {
namespace {

Box2 square_box(const Grid& grid, SquareId s) {
  const Vec2 centre = grid.centre(s).xy();
  const double half = grid.spacing() / 2;
  return {centre - Vec2{half, half}, centre + Vec2{half, half}};
}

// The columns (or rows) whose squares may hold a point within reach of `at`.
struct Window {
  std::uint32_t first;
  std::uint32_t last;
};
Window window(double at, double reach, double spacing, std::uint32_t count) {
  const auto index = [&](double value) {
    return static_cast<std::uint32_t>(std::clamp(value / spacing, 0.0, count - 1.0));
  };
  return {index(at - reach - spacing), index(at + reach + spacing)};
}

// The open square that holds the point, or else the nearest open one within reach.
SquareId find_square(const Ground& ground, const EndSearch& search) {
  const Grid& grid = ground.world().grid;
  const Vec2 p = search.local.xy();
  const SquareId here = grid.square_at(p);
  if (!here.is_none() && is_open_end(ground, search.filter, here)) return here;
  if (grid.empty() || !(search.reach > 0)) return {};
  const bool is_hex = grid.shape() == GridShape::hex;
  const double row_height = grid.spacing() * (is_hex ? kHexRow : 1);
  const Window columns = window(p.x, search.reach, grid.spacing(), grid.width());
  const Window rows = window(p.y, search.reach, row_height, grid.height());
  SquareId best;
  double least = search.reach;
  for (std::uint32_t y = rows.first; y <= rows.last; ++y) {
    for (std::uint32_t x = columns.first; x <= columns.last; ++x) {
      const SquareId s = grid.at(x, y);
      if (!is_open_end(ground, search.filter, s)) continue;
      const double d = distance(square_box(grid, s), p);
      if (d < least || (d == least && best.is_none())) {
        least = d;
        best = s;
      }
    }
  }
  return best;
}

}  // namespace

NearestSquare::NearestSquare(const Ground& ground, const NearestSearch& reached)
    : ground_(ground),
      goal_(reached.goal.xy()),
      filter_(reached.filter),
      best_(reached.start),
      least_(length(reached.start.point.xy() - goal_)) {}

void NearestSquare::look_at(SquareId square) {
  const Grid& grid = ground_.world().grid;
  Vec3 point = grid.centre(square);  // of a hexagon: no other
  if (grid.shape() == GridShape::square) {
    const Box2 box = square_box(grid, square);
    point.x = std::clamp(goal_.x, box.low.x, box.high.x);
    point.y = std::clamp(goal_.y, box.low.y, box.high.y);
  }
  const double d = length(point.xy() - goal_);
  if (!(d < least_) || !is_open_end(ground_, filter_, square)) return;
  least_ = d;
  best_.square = square;
  best_.point = point;
}

Result<void> LatticeForm::check(const World& world, const GraphSpec& spec) const {
  if (world.grid.empty()) {
    return Error{"the world has no grid: build a face or a portal graph"};
  }
  if (spec.neighbours > GridNeighbours::hex) {
    return Error{"the graph has an unknown neighbourhood"};
  }
  if (world.grid.shape() != GridShape::hex && spec.neighbours == GridNeighbours::hex) {
    return Error{"a grid of squares has four or eight neighbours"};
  }
  return {};
}

GraphSpec LatticeForm::normal(const World& /*world*/, const GraphSpec& spec) const {
  return {.kind = spec.kind, .neighbours = spec.neighbours};
}

double LatticeForm::metre_price(const Ground& ground, Vec3 at, Vec2 direction) const {
  const Grid& grid = ground.world().grid;
  const SquareId from = grid.square_at(at.xy());
  const SquareId to = grid.square_at(at.xy() + direction * grid.spacing());
  if (from.is_none() || to.is_none() || from == to) return kNoLimit;
  const double metres = length((grid.centre(to) - grid.centre(from)).xy());
  return ground.pricer().grid_arc(from, to) * ground.pricer().grid_quantum() / metres;
}

HeuristicKind LatticeForm::fitting_norm(const GraphSpec& spec) const {
  switch (spec.neighbours) {
    case GridNeighbours::four: return HeuristicKind::manhattan;
    case GridNeighbours::eight: return HeuristicKind::octile;
    case GridNeighbours::hex: break;
  }
  return HeuristicKind::hex;
}

End LatticeForm::find_end(const Ground& ground, const EndSearch& search) const {
  const Grid& grid = ground.world().grid;
  const SquareId square = find_square(ground, search);
  if (square.is_none()) return {};
  End end{.face = {}, .square = square, .point = grid.centre(square)};
  const bool is_inside = grid.square_at(search.local.xy()) == square;
  if (is_inside) end.point = {search.local.x, search.local.y, end.point.z};
  return end;
}

}  // namespace thalweg
