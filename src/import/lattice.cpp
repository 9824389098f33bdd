// Turns the field upright, marks the squares without voids, and scales to local coordinates.
// Samples that floats could not tell apart are refused.
#include "import/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/try.hpp"
#include "thalweg/import/heights.hpp"

namespace thalweg {
namespace {

constexpr double kMostMetres = 1e9;  // metres from the origin: the law of meshes

// Converts positions in the field to local coordinates.
struct Placement {
  Vec2 spacing;
  double height_from = 0;  // the height that becomes 0
  double height_scale = 1;
  Vec3 origin;
};

bool is_positive(double value) { return value > 0 && value <= kMostMetres; }

struct HeightRange {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
};

// The least and greatest height that the mesh will have.
HeightRange used_heights(const Lattice& lattice) {
  HeightRange range;
  for (std::uint32_t s = 0; s < lattice.z.size(); ++s) {
    if (std::isnan(lattice.z[s]) || !lattice.is_used(s)) continue;
    range.low = std::min(range.low, lattice.z[s]);
    range.high = std::max(range.high, lattice.z[s]);
  }
  return range;
}

Result<Placement> placement_in_box(const Lattice& lattice, const Box3& box) {
  const Vec3 size = box.size();
  if (!is_finite(box.low) || !is_positive(size.x) || !is_positive(size.y) ||
      !(size.z >= 0 && size.z <= kMostMetres)) {
    return Error{
        "the box must have a width and a depth above 0 and be at most 1,000,000,000 metres large"};
  }
  const HeightRange range = used_heights(lattice);
  const double rise = static_cast<double>(range.high) - range.low;
  return Placement{.spacing = {size.x / (lattice.width - 1), size.y / (lattice.height - 1)},
                   .height_from = range.low,
                   .height_scale = rise > 0 ? size.z / rise : 0,
                   .origin = box.low};
}

Result<Placement> placement_of(const Lattice& lattice, const HeightField& field,
                               const TerrainOptions& options) {
  if (options.box) return placement_in_box(lattice, *options.box);
  const Vec2 spacing = options.spacing.value_or(Vec2{field.spacing_x, field.spacing_y});
  if (!is_positive(spacing.x) || !is_positive(spacing.y)) {
    return Error{"the spacing must be above 0 and at most 1,000,000,000 metres"};
  }
  const double scale = options.vertical_scale.value_or(field.metres_per_unit);
  if (!is_positive(scale)) {
    return Error{"the vertical scale must be above 0 and at most 1,000,000,000"};
  }
  return Placement{.spacing = spacing, .height_scale = scale, .origin = field.origin};
}

// The coordinates of `count` columns or rows. Refused: beyond the largest world, or closer together
// than stored coordinates can resolve.
Result<std::vector<float>> positions(std::uint32_t count, double spacing) {
  if (spacing * (count - 1) > kMostMetres)
    return Error{"the height map is over 1,000,000,000 metres wide"};
  std::vector<float> out(count);
  for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<float>(i * spacing);
  for (std::uint32_t i = 1; i < count; ++i) {
    if (!(out[i - 1] < out[i])) return Error{"the samples are too close together to be told apart"};
  }
  return out;
}

Result<void> set_heights(Lattice& lattice, const Placement& placement) {
  for (float& z : lattice.z) {
    if (std::isnan(z)) continue;
    const double placed = (z - placement.height_from) * placement.height_scale;
    if (std::abs(placed) > kMostMetres) {
      return Error{
          "a height lies beyond 1,000,000,000 metres; if it means that there is none, name it as a "
          "void"};
    }
    z = static_cast<float>(placed);
  }
  return {};
}

// The field's heights with the lowest row first, and which squares are ground.
Lattice upright(const HeightField& field) {
  Lattice lattice;
  lattice.width = field.width;
  lattice.height = field.height;
  lattice.z.resize(field.z.size());
  for (std::uint32_t row = 0; row < field.height; ++row) {
    const auto from = field.z.begin() + std::ptrdiff_t{field.height - 1 - row} * field.width;
    std::copy_n(from, field.width, lattice.z.begin() + std::ptrdiff_t{row} * field.width);
  }
  lattice.is_ground.resize(std::size_t{field.width - 1} * (field.height - 1));
  const auto has = [&](std::uint32_t c, std::uint32_t r) {
    return !std::isnan(lattice.z[lattice.sample(c, r)]);
  };
  std::size_t square = 0;
  for (std::uint32_t r = 0; r + 1 < field.height; ++r) {
    for (std::uint32_t c = 0; c + 1 < field.width; ++c, ++square) {
      lattice.is_ground[square] = has(c, r) && has(c + 1, r) && has(c, r + 1) && has(c + 1, r + 1);
    }
  }
  return lattice;
}

bool is_in(const std::array<Vec2, 3>& corners, Vec2 p) {
  return orientation(corners[0], corners[1], p) >= 0 &&
         orientation(corners[1], corners[2], p) >= 0 && orientation(corners[2], corners[0], p) >= 0;
}

}  // namespace

bool Lattice::is_used(std::uint32_t sample) const {
  const std::int64_t c = column(sample);
  const std::int64_t r = row(sample);
  return ground_or_outside(c, r) || ground_or_outside(c - 1, r) || ground_or_outside(c, r - 1) ||
         ground_or_outside(c - 1, r - 1);
}

Result<Lattice> make_lattice(const HeightField& field, const TerrainOptions& options) {
  TRY_DO(lawful(broken_law(field)));
  if (field.width < 2 || field.height < 2) return Error{"a height map needs two rows and columns"};
  if (field.z.size() > 0xFFFFFFFEu) return Error{"the height map has over 4,294,967,294 samples"};
  Lattice lattice = upright(field);
  if (std::ranges::find(lattice.is_ground, 1) == lattice.is_ground.end()) {
    return Error{"every square of the height map has a void at a corner"};
  }
  TRY(const auto placement, placement_of(lattice, field, options));
  TRY(auto x, positions(lattice.width, placement.spacing.x));
  TRY(auto y, positions(lattice.height, placement.spacing.y));
  TRY_DO(set_heights(lattice, placement));
  lattice.x = std::move(x);
  lattice.y = std::move(y);
  lattice.origin = placement.origin;
  return lattice;
}

Range positions_within(const std::vector<float>& positions, double low, double high) {
  const auto first = std::lower_bound(positions.begin(), positions.end(), low);
  const auto last = std::upper_bound(first, positions.end(), high);
  return {static_cast<std::uint32_t>(first - positions.begin()),
          static_cast<std::uint32_t>(last - positions.begin())};
}

Range columns_in(const Lattice& lattice, const std::array<Vec2, 3>& corners, std::uint32_t row) {
  const double y = lattice.y[row];
  // Approximately where the row enters and leaves the triangle; the exact test then trims the ends.
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 a = corners[i];
    const Vec2 b = corners[(i + 1) % 3];
    if (std::min(a.y, b.y) > y || std::max(a.y, b.y) < y) continue;
    const double at = a.y == b.y ? a.x : a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
    low = std::min({low, at, a.y == b.y ? b.x : at});
    high = std::max({high, at, a.y == b.y ? b.x : at});
  }
  Range range = positions_within(lattice.x, low, high);
  range.first -= range.first > 0;
  range.last += range.last < lattice.width;
  const auto inside = [&](std::uint32_t c) { return is_in(corners, {lattice.x[c], y}); };
  while (range.first < range.last && !inside(range.first)) ++range.first;
  while (range.first < range.last && !inside(range.last - 1)) --range.last;
  return range;
}

}  // namespace thalweg
