// Ends are found in the window of squares about a point.
#include "graph/open_squares.hpp"

#include <algorithm>

#include "world/hexagon.hpp"

namespace thalweg {
namespace {

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
SquareId find_square(const Ground& ground, const GroundFilter* filter, Vec2 p, double reach) {
  const Grid& grid = ground.world().grid;
  const SquareId here = grid.square_at(p);
  if (!here.is_none() && is_open_end(ground, filter, here)) return here;
  if (grid.empty() || !(reach > 0)) return {};
  const bool is_hex = grid.shape() == GridShape::hex;
  const double row_height = grid.spacing() * (is_hex ? kHexRow : 1);
  const Window columns = window(p.x, reach, grid.spacing(), grid.width());
  const Window rows = window(p.y, reach, row_height, grid.height());
  SquareId best;
  double least = reach;
  for (std::uint32_t y = rows.first; y <= rows.last; ++y) {
    for (std::uint32_t x = columns.first; x <= columns.last; ++x) {
      const SquareId s = grid.at(x, y);
      if (!is_open_end(ground, filter, s)) continue;
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

Box2 square_box(const Grid& grid, SquareId s) {
  const Vec2 centre = grid.centre(s).xy();
  const double half = grid.spacing() / 2;
  return {centre - Vec2{half, half}, centre + Vec2{half, half}};
}

End end_on_grid(const Ground& ground, const GroundFilter* filter, Vec3 local, double reach) {
  const Grid& grid = ground.world().grid;
  const SquareId square = find_square(ground, filter, local.xy(), reach);
  if (square.is_none()) return {};
  End end{.face = {}, .square = square, .point = grid.centre(square)};
  const bool is_inside = grid.square_at(local.xy()) == square;
  if (is_inside) end.point = {local.x, local.y, end.point.z};
  return end;
}

}  // namespace thalweg
