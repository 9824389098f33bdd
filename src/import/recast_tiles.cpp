// Converts options to cells and sorts triangles into tiles. Does not call Recast.
#include "import/recast_tiles.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/try.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

// Three digits are enough for a message.
std::string shown(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3);
  return {text, end.ptr};
}

// The cosine of an angle in degrees, by its series, because libm differs between platforms.
double cosine(double degrees) {
  const double x = degrees * (3.14159265358979323846 / 180);
  double term = 1;
  double sum = 1;
  for (int n = 1; n <= 12; ++n) {
    term *= -x * x / ((2.0 * n - 1) * (2.0 * n));
    sum += term;
  }
  return sum;
}

// Rounds to whole cells, ignoring the rounding errors of quotients such as 0.6 / 0.2.
double cells_up(double length, double cell) { return std::ceil(length / cell - 1e-6); }
double cells_down(double length, double cell) { return std::floor(length / cell + 1e-6); }

Result<void> check_options(const RecastOptions& o) {
  const auto is_within = [](double value, double low, double high) {
    return value >= low && value <= high;
  };
  if (!is_within(o.cell_size, 1e-6, 1e9) || !is_within(o.cell_height, 1e-6, 1e9)) {
    return Error{"the cell size and the cell height must be above zero"};
  }
  if (!is_within(o.agent_height, 0, 1e9) || !is_within(o.agent_radius, 0, 1e9) ||
      !is_within(o.max_climb, 0, 1e9)) {
    return Error{"the agent's height, radius and climb must be zero or more"};
  }
  if (!(o.max_slope >= 0 && o.max_slope < 90)) {
    return Error{"the greatest slope must be at least 0 and under 90 degrees"};
  }
  if (!is_within(o.region_min_size, 0, 10000) || !is_within(o.region_merge_size, 0, 10000)) {
    return Error{"region sizes must be between 0 and 10,000 cells"};
  }
  if (!is_within(o.edge_max_length, 0, 1e9) || !is_within(o.edge_max_error, 0, 1000)) {
    return Error{"the edges' greatest length or error is out of range"};
  }
  if (!is_within(o.max_sides, 3, 6)) return Error{"polygons have 3 to 6 sides"};
  if (o.tile_size != 0 && !is_within(o.tile_size, 16, 4096)) {
    return Error{"a tile is 16 to 4,096 cells wide, or 0 for one piece"};
  }
  if (!(o.detail_spacing == 0 || is_within(o.detail_spacing, 1, 1000))) {
    return Error{"samples of heights are 1 to 1,000 cells apart, or 0 for none"};
  }
  if (!is_within(o.detail_error, 0, 1000)) {
    return Error{"the error of heights must be between 0 and 1,000 cell heights"};
  }
  return {};
}

Result<void> check_agent(const RecastOptions& o) {
  const double height = cells_up(o.agent_height, o.cell_height);
  if (height < 3) return Error{"the agent is under three cells high: use a lower cell height"};
  if (height > 254) return Error{"the agent is over 254 cells high: use a larger cell height"};
  if (cells_up(o.agent_radius, o.cell_size) > 126) {
    return Error{"the agent's radius is over 126 cells: use a larger cell size"};
  }
  if (cells_down(o.max_climb, o.cell_height) > 8190) {
    return Error{"the agent climbs over 8,190 cells: use a larger cell height"};
  }
  return {};
}

Result<void> check_one_piece(Vec3 size, double width, double depth) {
  constexpr double kMostCells = 64e6;
  constexpr double kMostInRow = 65000;
  if (width * depth <= kMostCells && width <= kMostInRow && depth <= kMostInRow) return {};
  const double enough = std::max({std::sqrt(size.x) * std::sqrt(size.y) / std::sqrt(kMostCells),
                                  size.x / kMostInRow, size.y / kMostInRow});
  return Error{
      "the level is over 64 million cells or 65,000 in a row: build it in tiles, or use a "
      "cell size of " +
      shown(enough * 1.02) + " or more"};
}

Result<void> check_tiles(const RecastOptions& o, Vec3 size, double width, double depth) {
  constexpr double kMostTiles = 16e6;
  constexpr double kMostInRow = 16e6;  // so that floats hold them exactly
  const double tile = o.tile_size;
  if (std::ceil(width / tile) * std::ceil(depth / tile) <= kMostTiles && width <= kMostInRow &&
      depth <= kMostInRow) {
    return {};
  }
  const double enough = std::max({std::sqrt(size.x) * std::sqrt(size.y) / (tile * 4000),
                                  size.x / kMostInRow, size.y / kMostInRow});
  return Error{
      "the level is over 16 million tiles or 16 million cells in a row: use a cell size of " +
      shown(enough * 1.02) + " or more"};
}

// The tiles whose ground depends on what lies from `low` to `high`, which are metres from the
// origin along one axis.
struct TileRange {
  int first;
  int last;
};
TileRange tiles_over(const RecastPlan& plan, double low, double high, int count) {
  const double tile = plan.cells.tile * plan.options.cell_size;
  const double border = (plan.cells.border + 1) * plan.options.cell_size;
  const auto index = [&](double at) {
    return static_cast<int>(std::clamp(std::floor(at / tile), 0.0, count - 1.0));
  };
  return {index(low - border), index(high + border)};
}

template <class Visit>
void each_tile(const RecastPlan& plan, std::size_t triangle, Visit visit) {
  Box2 box;
  for (const std::uint32_t v : plan.soup.triangles[triangle]) {
    box.add(plan.soup.vertices[v].xy() - plan.origin.xy());
  }
  const TileRange columns = tiles_over(plan, box.low.x, box.high.x, plan.cells.columns);
  const TileRange rows = tiles_over(plan, box.low.y, box.high.y, plan.cells.rows);
  for (int row = rows.first; row <= rows.last; ++row) {
    for (int column = columns.first; column <= columns.last; ++column) {
      visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(plan.cells.columns) +
            static_cast<std::size_t>(column));
    }
  }
}

// The area of each triangle of the soup: 0 if it is too steep, 1 + its group if groups are areas,
// otherwise kRecastGround.
std::vector<std::uint8_t> triangle_areas(const TriangleSoup& soup, const RecastOptions& options) {
  const double least = cosine(options.max_slope);
  std::vector<std::uint8_t> areas(soup.triangles.size(), 0);
  for (std::size_t t = 0; t < areas.size(); ++t) {
    const auto& corners = soup.triangles[t];
    const Vec3 a = soup.vertices[corners[0]];
    const Vec3 n = cross(soup.vertices[corners[1]] - a, soup.vertices[corners[2]] - a);
    const double up = options.both_sides ? std::abs(n.z) : n.z;
    if (!(up > 0 && up >= least * length(n))) continue;
    const bool has_groups = options.groups_as_areas && !soup.group.empty();
    areas[t] = has_groups ? static_cast<std::uint8_t>(soup.group[t] + 1) : kRecastGround;
  }
  return areas;
}

// Heights in cells above the origin.
struct HeightInterval {
  double low;
  double high;
};

// The heights that a triangle of ground has within `area`: those of its plane at the corners of the
// area, or of its own corners where these are nearer.
HeightInterval heights_within(const RecastPlan& plan, std::uint32_t t, const Box2& area) {
  const auto& corners = plan.soup.triangles[t];
  const auto at = [&](std::size_t i) { return plan.soup.vertices[corners[i]] - plan.origin; };
  const Vec3 a = at(0);
  const Vec3 n = cross(at(1) - a, at(2) - a);
  const auto plane = [&](double x, double y) {
    return a.z - (n.x * (x - a.x) + n.y * (y - a.y)) / n.z;
  };
  const double z[4] = {plane(area.low.x, area.low.y), plane(area.high.x, area.low.y),
                       plane(area.low.x, area.high.y), plane(area.high.x, area.high.y)};
  const HeightInterval own = {std::min({a.z, at(1).z, at(2).z}), std::max({a.z, at(1).z, at(2).z})};
  const double low = std::max(own.low, std::min({z[0], z[1], z[2], z[3]}));
  const double high = std::min(own.high, std::max({z[0], z[1], z[2], z[3]}));
  const double height = plan.options.cell_height;
  return {std::floor(std::min(low, own.high) / height),
          std::ceil(std::max(high, own.low) / height)};
}

Box2 box_with_border(const RecastPlan& plan, RecastTileId tile) {
  const RecastCells& c = plan.cells;
  const int column = static_cast<int>(tile.value % static_cast<std::uint32_t>(c.columns));
  const int row = static_cast<int>(tile.value / static_cast<std::uint32_t>(c.columns));
  const double cell = plan.options.cell_size;
  const auto low = [&](int i) { return (double{1} * i * c.tile - c.border - 1) * cell; };
  const auto high = [&](int i) { return (double{1} * (i + 1) * c.tile + c.border + 1) * cell; };
  return {{low(column), low(row)}, {high(column), high(row)}};
}

// What the largest tile takes for each thread, and what the list of tiles takes.
Result<void> check_tile_memory(const RecastCells& cells) {
  constexpr std::uint64_t kBytesPerCell = 150;  // with one or two floors
  const auto side = [&](int size) {
    return static_cast<std::uint64_t>(std::min(size, cells.tile) + 2 * cells.border);
  };
  const std::uint64_t tiles =
      static_cast<std::uint64_t>(cells.columns) * static_cast<std::uint64_t>(cells.rows);
  const std::uint64_t at_once =
      std::min<std::uint64_t>(tiles, static_cast<std::uint64_t>(thread_count()));
  return check_memory(at_once * side(cells.width) * side(cells.depth) * kBytesPerCell +
                      tiles * (sizeof(RecastTile) + sizeof(std::string) + 16));
}

}  // namespace

Result<RecastCells> recast_cells(const RecastOptions& o, Vec3 size) {
  TRY_DO(check_options(o));
  TRY_DO(check_agent(o));
  const double width = std::max(cells_up(size.x, o.cell_size), 1.0);
  const double depth = std::max(cells_up(size.y, o.cell_size), 1.0);
  TRY_DO(o.tile_size == 0 ? check_one_piece(size, width, depth)
                          : check_tiles(o, size, width, depth));
  const auto whole = [](double cells) { return static_cast<int>(cells); };
  RecastCells cells;
  cells.width = whole(width);
  cells.depth = whole(depth);
  cells.agent_height = whole(cells_up(o.agent_height, o.cell_height));
  cells.agent_radius = whole(cells_up(o.agent_radius, o.cell_size));
  cells.max_climb = whole(cells_down(o.max_climb, o.cell_height));
  cells.max_edge = whole(std::min(cells_down(o.edge_max_length, o.cell_size), 1e6));
  const bool is_whole = o.tile_size == 0;
  cells.tile = is_whole ? std::max(cells.width, cells.depth) : o.tile_size;
  cells.border = is_whole ? 0 : cells.agent_radius + 3;
  cells.columns = (cells.width + cells.tile - 1) / cells.tile;
  cells.rows = (cells.depth + cells.tile - 1) / cells.tile;
  return cells;
}

Result<RecastPlan> plan_tiles(const TriangleSoup& soup, const RecastOptions& options) {
  const Box3 box = box_of(soup);
  TRY(const auto cells, recast_cells(options, box.size()));
  TRY_DO(check_tile_memory(cells));
  RecastPlan plan{soup, options, cells, box.low, triangle_areas(soup, options), {}};
  const std::size_t tiles =
      static_cast<std::size_t>(cells.columns) * static_cast<std::size_t>(cells.rows);
  std::vector<std::size_t> counts(tiles + 1, 0);
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    each_tile(plan, t, [&](std::size_t tile) { ++counts[tile + 1]; });
  }
  std::partial_sum(counts.begin(), counts.end(), counts.begin());
  if (counts.back() > 0xFFFFFFFEu) {
    return Error{"the triangles cover over 4,294,967,294 tiles: use larger tiles"};
  }
  TRY_DO(check_memory(counts.back(), sizeof(std::uint32_t)));
  const std::vector<std::uint32_t> first(counts.begin(), counts.end());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<std::uint32_t> items(first.back());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    each_tile(plan, t,
              [&](std::size_t tile) { items[next[tile]++] = static_cast<std::uint32_t>(t); });
  }
  plan.triangles = {first, std::move(items)};
  return plan;
}

Result<std::vector<RecastSlab>> slabs_of(const RecastPlan& plan, RecastTileId tile) {
  constexpr double kMostLevels = 8190;  // Recast gives heights 13 bits
  const Box2 area = box_with_border(plan, tile);
  const double margin = plan.cells.agent_height + plan.cells.max_climb + 4.0;
  std::vector<HeightInterval> spans;
  for (const std::uint32_t t : plan.triangles[tile]) {
    if (plan.areas[t] == 0) continue;
    const HeightInterval s = heights_within(plan, t, area);
    spans.push_back({s.low - margin, s.high + margin});
  }
  std::sort(spans.begin(), spans.end(),
            [](const HeightInterval& a, const HeightInterval& b) { return a.low < b.low; });
  std::vector<HeightInterval> joined;  // first those that overlap, then what fits into one slab
  for (const HeightInterval& s : spans) {
    const bool overlaps = !joined.empty() && s.low <= joined.back().high;
    if (overlaps) {
      joined.back().high = std::max(joined.back().high, s.high);
    } else {
      joined.push_back(s);
    }
  }
  std::vector<RecastSlab> slabs;
  double high = 0;
  for (const HeightInterval& s : joined) {
    if (s.high - s.low > kMostLevels) {
      return Error{"the ground of a tile is over 8,190 cells high: use a cell height of " +
                   shown((s.high - s.low) * plan.options.cell_height / kMostLevels * 1.02) +
                   " or more, or smaller tiles"};
    }
    const bool fits =
        !slabs.empty() && s.high - static_cast<double>(slabs.back().base) <= kMostLevels;
    if (!fits) slabs.push_back({static_cast<std::int64_t>(s.low), 0});
    high = s.high;
    slabs.back().levels = static_cast<int>(high - static_cast<double>(slabs.back().base));
  }
  return slabs;
}

RecastJob recast_job(const RecastPlan& plan, RecastTileId tile, const RecastSlab& slab) {
  const RecastCells& c = plan.cells;
  const auto columns = static_cast<std::uint32_t>(c.columns);
  RecastJob job{plan, plan.triangles[tile]};
  job.x = static_cast<std::int32_t>(tile.value % columns) * c.tile;
  job.y = static_cast<std::int32_t>(tile.value / columns) * c.tile;
  job.base = slab.base;
  job.width = std::min(c.tile, c.width - job.x);
  job.depth = std::min(c.tile, c.depth - job.y);
  job.levels = slab.levels;
  return job;
}

}  // namespace thalweg
