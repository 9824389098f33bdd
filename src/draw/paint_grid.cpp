// Paints squares in runs of one colour, and hexagons one by one.
#include <array>

#include "draw/paint_mesh.hpp"

namespace thalweg {
namespace {

// The upward normal of the ground at a square, from its neighbours' heights.
Vec3 normal_at(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  if (!grid.has_ground()) return {0, 0, 1};
  const std::uint32_t west = x > 0 ? x - 1 : x;
  const std::uint32_t east = x + 1 < grid.width() ? x + 1 : x;
  const std::uint32_t back = y > 0 ? y - 1 : y;
  const std::uint32_t fore = y + 1 < grid.height() ? y + 1 : y;
  const auto slope = [&](SquareId a, SquareId b, std::uint32_t steps) {
    return steps == 0 ? 0.0 : (grid.ground(b) - grid.ground(a)) / (steps * grid.spacing());
  };
  const Vec3 normal{-slope(grid.at(west, y), grid.at(east, y), east - west),
                    -slope(grid.at(x, back), grid.at(x, fore), fore - back), 1};
  return normal * (1 / length(normal));
}

// Rise over run, the mean over a sample of the squares.
double mean_slope(const Grid& grid) {
  double sum = 0;
  const std::uint32_t step = grid.size() / 20000 + 1;
  std::uint32_t count = 0;
  for (std::uint32_t s = 0; s < grid.size(); s += step, ++count) {
    const Vec3 normal = normal_at(grid, grid.x(SquareId(s)), grid.y(SquareId(s)));
    sum += std::min(length(normal.xy()) / normal.z, 5.0);
  }
  return sum / count;
}

// How a square is coloured.
struct Palette {
  const World& world;
  const DrawOptions& options;
  ColourBy by;
  HeightScale scale;

  Colour operator()(std::uint32_t x, std::uint32_t y) const {
    const Grid& grid = world.grid;
    const SquareId s = grid.at(x, y);
    // Islands contain free squares only: ground that nobody may enter keeps its area's colour.
    const bool by_area = by == ColourBy::islands && !grid.is_free(s);
    GroundLook ground{.height = grid.ground(s),
                      .normal = normal_at(grid, x, y),
                      .area = grid.area(s),
                      .island = options.islands.empty() ? 0 : options.islands[s.value]};
    if (world.y_axis == YAxis::down) ground.normal.y = -ground.normal.y;
    return ground_colour(ground, by_area ? ColourBy::area : by, scale);
  }
};

void paint_squares(Painter& painter, const Grid& grid, const Palette& colour) {
  const double side = grid.spacing();
  for (std::uint32_t y = 0; y < grid.height(); ++y) {
    for (std::uint32_t x = 0; x < grid.width();) {
      const Colour here = colour(x, y);
      std::uint32_t end = x + 1;
      while (end < grid.width() && colour(end, y) == here) ++end;
      const std::array<Vec2, 4> box = {Vec2{x * side, y * side}, Vec2{end * side, y * side},
                                       Vec2{end * side, (y + 1) * side},
                                       Vec2{x * side, (y + 1) * side}};
      painter.polygon(box, here);
      x = end;
    }
  }
}

void paint_hexagons(Painter& painter, const Grid& grid, const Palette& colour) {
  const double half = grid.spacing() * 0.5;
  const double corner = grid.spacing() * 0.5773502691896258;  // from the centre to a corner
  for (const SquareId s : grid.squares()) {
    const Vec2 c = grid.centre(s).xy();
    const std::array<Vec2, 6> hexagon = {Vec2{c.x, c.y - corner},
                                         Vec2{c.x + half, c.y - corner / 2},
                                         Vec2{c.x + half, c.y + corner / 2},
                                         Vec2{c.x, c.y + corner},
                                         Vec2{c.x - half, c.y + corner / 2},
                                         Vec2{c.x - half, c.y - corner / 2}};
    painter.polygon(hexagon, colour(grid.x(s), grid.y(s)));
  }
}

// The lines between squares.
void paint_lines(Painter& painter, const Grid& grid) {
  const Vec3 high = grid.box().high;
  for (std::uint32_t x = 0; x <= grid.width(); ++x) {
    const double at = x * grid.spacing();
    painter.polyline(std::array{Vec2{at, 0}, Vec2{at, high.y}}, {kPortalColour, 0.8});
  }
  for (std::uint32_t y = 0; y <= grid.height(); ++y) {
    const double at = y * grid.spacing();
    painter.polyline(std::array{Vec2{0, at}, Vec2{high.x, at}}, {kPortalColour, 0.8});
  }
}

}  // namespace

void paint_grid(Painter& painter, const World& world, const DrawOptions& options) {
  const Grid& grid = world.grid;
  const Palette colour{world, options, chosen_colouring(world, options, false),
                       height_scale(grid.box(), mean_slope(grid))};
  if (grid.shape() == GridShape::hex) {
    paint_hexagons(painter, grid, colour);
    return;
  }
  paint_squares(painter, grid, colour);
  const bool is_large = grid.spacing() * painter.view().scale >= 9;
  if (options.edges == DrawEdges::on || (options.edges == DrawEdges::automatic && is_large)) {
    paint_lines(painter, grid);
  }
}

}  // namespace thalweg
