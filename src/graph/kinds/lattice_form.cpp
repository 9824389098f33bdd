// Partial answers end at the reached square whose box is nearest to the goal.
#include "graph/kinds/lattice_form.hpp"

#include <algorithm>

namespace thalweg {

NearestSquare::NearestSquare(const Ground& ground, const ReachedNodes& reached)
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

}  // namespace thalweg
