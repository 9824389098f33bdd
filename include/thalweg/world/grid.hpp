// Grid: squares (or hexagons) in rows, each with an area and, where known, a height.
//
// Square (x, y) covers [x, x+1] x [y, y+1] times the spacing; hexagons are arranged in rows, odd
// rows shifted by half a width. Row 0 is y = 0. Knows geometry, no costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/world/areas.hpp"

namespace thalweg {

enum class GridShape : std::uint32_t { square, hex };

struct GridArrays {
  std::uint32_t width = 0;   // squares in a row
  std::uint32_t height = 0;  // rows
  float spacing = 1;         // metres from one square's centre to the next in its row
  GridShape shape = GridShape::square;
  IdArray<SquareId, AreaId> area;   // [square]  row by row
  IdArray<SquareId, float> ground;  // [square]  heights in metres; optional, default 0
};

class Grid {
 public:
  Grid() = default;

  // Checks that the sizes agree and takes the arrays over.
  static Result<Grid> from(GridArrays arrays);

  std::uint32_t width() const { return arrays_.width; }
  std::uint32_t height() const { return arrays_.height; }
  double spacing() const { return arrays_.spacing; }
  GridShape shape() const { return arrays_.shape; }
  std::uint32_t size() const { return arrays_.width * arrays_.height; }
  bool empty() const { return size() == 0; }
  bool has_ground() const { return !arrays_.ground.empty(); }
  IdRange<SquareId> squares() const { return IdRange<SquareId>(size()); }

  // Requires: x < width(), y < height().
  SquareId at(std::uint32_t x, std::uint32_t y) const { return SquareId(y * arrays_.width + x); }
  std::uint32_t x(SquareId s) const { return s.value % arrays_.width; }
  std::uint32_t y(SquareId s) const { return s.value / arrays_.width; }

  AreaId area(SquareId s) const { return arrays_.area[s]; }
  bool is_free(SquareId s) const { return is_walkable(area(s)); }
  float ground(SquareId s) const { return has_ground() ? arrays_.ground[s] : 0.0f; }
  Vec3 centre(SquareId s) const;
  Box3 box() const;

  // The square that holds `p` (local coordinates); none outside or for a point that is not finite.
  // On a shared border: the square of the larger coordinates, except at the outer border.
  SquareId square_at(Vec2 p) const;

  const GridArrays& arrays() const { return arrays_; }
  std::size_t bytes() const { return arrays_.area.bytes() + arrays_.ground.bytes(); }
  std::uint64_t fingerprint() const;

 private:
  GridArrays arrays_;
};

// The first law `grid` breaks, or nothing: areas below `area_count`, heights finite and within 1e9.
std::optional<std::string> broken_law(const Grid& grid, std::size_t area_count = 256);

}  // namespace thalweg
