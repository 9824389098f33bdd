// The square at a point by division; the hexagon by the nearest centre,
// which lies in one of three rows.
#include "thalweg/world/grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "thalweg/core/hash.hpp"
#include "world/hexagon.hpp"

namespace thalweg {
namespace {

// The grid's box seen from above; heights are not read.
Box2 plan(const Grid& grid) {
  const bool is_hex = grid.shape() == GridShape::hex;
  return {{0, 0},
          {(grid.width() + (is_hex ? 0.5 : 0)) * grid.spacing(),
           grid.height() * grid.spacing() * (is_hex ? kHexRow : 1)}};
}

SquareId nearest_hexagon(const Grid& grid, Vec2 p) {
  const double row = p.y / (grid.spacing() * kHexRow);
  SquareId best;
  double least = 1;  // a centre lies within 0.58 of a width of every point of its hexagon
  for (double y = std::floor(row) - 1; y <= std::floor(row) + 1; ++y) {
    if (y < 0 || y >= grid.height()) continue;
    const double shift = (static_cast<std::uint32_t>(y) & 1) != 0 ? 0.5 : 0;
    const double x = std::floor(p.x / grid.spacing() - shift);
    if (x < 0 || x >= grid.width()) continue;
    const SquareId s = grid.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    const double d = length(grid.centre(s).xy() - p) / grid.spacing();
    if (d < least) {
      least = d;
      best = s;
    }
  }
  if (best.is_none()) return {};
  // Beyond the outer border the nearest hexagon does not hold the point.
  const Vec2 out = (p - grid.centre(best).xy()) * (1 / grid.spacing());
  const double slanted = std::abs(out.x) / 2 + std::abs(out.y) * kHexRow;
  return std::max(std::abs(out.x), slanted) <= 0.5 + 1e-9 ? best : SquareId();
}

}  // namespace

Result<Grid> Grid::from(GridArrays arrays) try {
  const std::uint64_t count = std::uint64_t{arrays.width} * arrays.height;
  if (count > 0xFFFFFFFEu) return Error{"the grid has more than 4,294,967,294 squares"};
  if (arrays.area.size() != count) return Error{"the areas are not one per square"};
  if (!arrays.ground.empty() && arrays.ground.size() != count) {
    return Error{"the heights are not one per square"};
  }
  if (!(arrays.spacing > 0) || !(arrays.spacing < 1e9f)) {
    return Error{"the spacing of a grid must be positive"};
  }
  if (arrays.shape != GridShape::square && arrays.shape != GridShape::hex) {
    return Error{"the grid has an unknown shape"};
  }
  Grid grid;
  grid.arrays_ = std::move(arrays);
  return grid;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Vec3 Grid::centre(SquareId s) const {
  const double column = x(s) + 0.5;
  const double row = y(s) + 0.5;
  if (shape() == GridShape::square) return {column * spacing(), row * spacing(), ground(s)};
  const double shift = (y(s) & 1) != 0 ? 0.5 : 0;
  return {(column + shift) * spacing(), row * spacing() * kHexRow, ground(s)};
}

Box3 Grid::box() const {
  Box3 box;
  if (empty()) return box;
  const Box2 sides = plan(*this);
  box.low = {sides.low.x, sides.low.y, ground(SquareId(0))};
  box.high = {sides.high.x, sides.high.y, ground(SquareId(0))};
  for (const float z : arrays_.ground) {
    box.low.z = std::min<double>(box.low.z, z);
    box.high.z = std::max<double>(box.high.z, z);
  }
  return box;
}

SquareId Grid::square_at(Vec2 p) const {
  if (empty() || !plan(*this).contains(p)) return {};
  if (shape() == GridShape::hex) return nearest_hexagon(*this, p);
  const auto index = [&](double value, std::uint32_t count) {
    return std::min(static_cast<std::uint32_t>(value / spacing()), count - 1);
  };
  return at(index(p.x, width()), index(p.y, height()));
}

std::uint64_t Grid::fingerprint() const {
  Hasher hasher;
  hasher.add(arrays_.width).add(arrays_.height).add(arrays_.spacing);
  hasher.add(static_cast<std::uint32_t>(arrays_.shape)).add(arrays_.area).add(arrays_.ground);
  return hasher.digest();
}

std::optional<std::string> broken_law(const Grid& grid, std::size_t area_count) {
  bool named = true;
  for (const AreaId area : grid.arrays().area) named &= area < area_count;
  if (!named) return "a square has an area without a name";
  bool near = true;
  for (const float z : grid.arrays().ground) near &= std::abs(z) <= 1e9f;
  if (!near) return "a square's height is not within 1,000,000,000 of the origin";
  return std::nullopt;
}

}  // namespace thalweg
