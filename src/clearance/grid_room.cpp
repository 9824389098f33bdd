// A table of prefix sums counts the walls in any box of squares in O(1). Only boxes with walls
// are searched square by square.
#include "clearance/grid_room.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/core/parallel.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/fits.hpp"
#include "world/hexagon.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kRoomGrain = 1 << 12;

// The middle of a hexagon, which may lie outside of the grid, in widths.
Vec2 hexagon_middle(std::int64_t x, std::int64_t y) {
  const double shift = (y & 1) != 0 ? 1 : 0.5;
  return {static_cast<double>(x) + shift, (static_cast<double>(y) + 0.5) * kHexRow};
}

// From a point outside of a hexagon about the origin, in widths; 0 inside. By symmetry one quarter
// tells: its side and its slanted side.
double distance_to_hexagon(Vec2 p) {
  const Vec2 q{std::abs(p.x), std::abs(p.y)};
  const Vec2 right{0.5, kHexCorner / 2};
  const Vec2 top{0, kHexCorner};
  if (q.x <= 0.5 && q.x * kHexCorner + q.y <= kHexCorner) return 0;
  return std::min(distance(Segment2{{0.5, 0}, right}, q), distance(Segment2{right, top}, q));
}

}  // namespace

GridRoom::GridRoom(const Grid& grid, double radius, FunctionRef<bool(SquareId)> is_open)
    : grid_(grid), radius_(radius) {
  if (grid_.empty()) return;
  count_walls(is_open);
  squares_.resize(grid_.size());
  parallel_for(squares_.size(), kRoomGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      const SquareId square(static_cast<std::uint32_t>(s));
      squares_[s] = is_open(square) && fits_at(grid_.centre(square).xy()) ? 1 : 0;
    }
  });
  if (grid_.shape() == GridShape::hex) return;
  corners_.resize(std::size_t{grid_.width() + 1} * (grid_.height() + 1));
  parallel_for(corners_.size(), kRoomGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t c = first; c < last; ++c) {
      const Corner corner = corner_of(grid_, NodeId(static_cast<std::uint32_t>(c)));
      corners_[c] = fits_at({corner.x * grid_.spacing(), corner.y * grid_.spacing()}) ? 1 : 0;
    }
  });
}

// Sums over all squares from the first on, so that the walls in any box are four numbers apart.
void GridRoom::count_walls(FunctionRef<bool(SquareId)> is_open) {
  const std::size_t row = std::size_t{grid_.width()} + 1;
  walls_.assign(row * (std::size_t{grid_.height()} + 1), 0);
  for (std::uint32_t y = 0; y < grid_.height(); ++y) {
    std::uint32_t in_row = 0;
    for (std::uint32_t x = 0; x < grid_.width(); ++x) {
      in_row += is_open(grid_.at(x, y)) ? 0 : 1;
      walls_[(y + 1) * row + x + 1] = walls_[y * row + x + 1] + in_row;
    }
  }
}

// True when a box of squares, ends included, holds a wall or leaves the grid.
bool GridRoom::has_walls(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) const {
  if (x0 < 0 || y0 < 0 || x1 >= grid_.width() || y1 >= grid_.height()) return true;
  const std::int64_t row = std::int64_t{grid_.width()} + 1;
  const auto sum = [&](std::int64_t x, std::int64_t y) {
    return walls_[static_cast<std::size_t>(y * row + x)];
  };
  return sum(x1 + 1, y1 + 1) + sum(x0, y0) != sum(x0, y1 + 1) + sum(x1 + 1, y0);
}

bool GridRoom::is_wall(std::int64_t x, std::int64_t y) const { return has_walls(x, y, x, y); }

// True when the square lies nearer to `p` than the radius.
bool GridRoom::is_near(Vec2 p, std::int64_t x, std::int64_t y) const {
  const double size = grid_.spacing();
  if (grid_.shape() == GridShape::hex) {
    return !thalweg::fits(radius_,
                          2 * size * distance_to_hexagon(p * (1 / size) - hexagon_middle(x, y)));
  }
  const Vec2 low{static_cast<double>(x) * size, static_cast<double>(y) * size};
  return !thalweg::fits(radius_, 2 * distance(Box2{low, low + Vec2{size, size}}, p));
}

bool GridRoom::fits_at(Vec2 p) const {
  const double size = grid_.spacing();
  const double row = grid_.shape() == GridShape::hex ? size * kHexRow : size;
  const auto index = [](double at) { return static_cast<std::int64_t>(std::floor(at)); };
  // One more on each side: corners touch two squares, and odd rows of hexagons are shifted. No more
  // than one beyond the grid, where all is wall.
  const std::int64_t x0 = std::max<std::int64_t>(index((p.x - radius_) / size) - 1, -1);
  const std::int64_t y0 = std::max<std::int64_t>(index((p.y - radius_) / row) - 1, -1);
  const std::int64_t x1 = std::min<std::int64_t>(index((p.x + radius_) / size) + 1, grid_.width());
  const std::int64_t y1 = std::min<std::int64_t>(index((p.y + radius_) / row) + 1, grid_.height());
  if (!has_walls(x0, y0, x1, y1)) return true;
  for (std::int64_t y = y0; y <= y1; ++y) {
    if (!has_walls(x0, y, x1, y)) continue;
    for (std::int64_t x = x0; x <= x1; ++x) {
      if (is_wall(x, y) && is_near(p, x, y)) return false;
    }
  }
  return true;
}

bool GridRoom::fits_between(SquareId from, SquareId to) const {
  if (squares_.empty()) return true;
  if (grid_.shape() == GridShape::hex) {
    return fits_at((grid_.centre(from).xy() + grid_.centre(to).xy()) * 0.5);
  }
  const bool is_diagonal = grid_.x(from) != grid_.x(to) && grid_.y(from) != grid_.y(to);
  if (!is_diagonal) return true;
  return fits(Corner{std::max(grid_.x(from), grid_.x(to)), std::max(grid_.y(from), grid_.y(to))});
}

}  // namespace thalweg
