// Rows of squares are worked out one by one and in parallel: each piece of ground that meets the
// row is cut to it, then to the squares.
#include "thalweg/spaces/raster.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "spaces/ground.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr double kDefaultSquares = 1 << 18;
constexpr std::uint64_t kMostPieces = std::uint64_t{1} << 30;
constexpr double kParts = 1 << 20;          // a square's parts, for ties
constexpr double kMostCover = 1 + 0x1p-10;  // of a square, before layers must overlap
constexpr std::uint64_t kNoSquare = ~std::uint64_t{0};

// Where the squares lie, in local coordinates.
struct Lattice {
  Vec2 low;
  double spacing = 1;
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  Vec2 to_squares(Vec2 p) const { return (p - low) * (1 / spacing); }
  Vec2 to_local(Vec2 p) const { return low + p * spacing; }
};

double default_spacing(const World& world, Vec2 size) {
  if (!world.grid.empty() && world.grid.shape() == GridShape::square) return world.grid.spacing();
  const double most = std::max(kDefaultSquares, world.mesh.face_count() / 2.0);
  const auto count = [&](double spacing) {
    return std::ceil(size.x / spacing) * std::ceil(size.y / spacing);
  };
  double spacing = 0x1p-20;
  while (count(spacing) > most) spacing *= 2;
  return spacing;
}

// Where the first square starts along one axis.
double first_line(double low, double high, double spacing) {
  const bool is_near = low >= 0 && low <= high - low;
  return is_near ? 0 : std::floor(low / spacing) * spacing;
}

Result<Lattice> lattice_of(const World& world, const RasterOptions& options) {
  if (world.mesh.empty() && world.grid.empty())
    return Error{"the world has no ground to rasterise"};
  if (!(options.spacing >= 0) || !(options.spacing < 1e9)) {
    return Error{"the spacing of a raster must be positive"};
  }
  const Box2 box = world.box().xy();
  const double wanted = options.spacing > 0 ? options.spacing : default_spacing(world, box.size());
  Lattice out;
  out.spacing = static_cast<double>(static_cast<float>(wanted));
  if (!(out.spacing > 0)) return Error{"the spacing of a raster is too small"};
  out.low = {first_line(box.low.x, box.high.x, out.spacing),
             first_line(box.low.y, box.high.y, out.spacing)};
  const auto lines = [&](double length) {
    return std::max(1.0, std::ceil(length / out.spacing - 1e-6));
  };
  const double width = lines(box.high.x - out.low.x);
  const double height = lines(box.high.y - out.low.y);
  if (!(width * height <= options.most_squares) || !(width < 4e9) || !(height < 4e9)) {
    return Error{"the raster would have over " + std::to_string(options.most_squares) +
                 " squares: take a larger spacing"};
  }
  out.width = static_cast<std::uint32_t>(width);
  out.height = static_cast<std::uint32_t>(height);
  return out;
}

// The lattice lines that an interval reaches between: [first, last).
struct Lines {
  std::uint32_t first;
  std::uint32_t last;
};
Lines lines_between(double low, double high, std::uint32_t count) {
  const auto line = [&](double value) {
    return static_cast<std::uint32_t>(std::clamp(value, 0.0, static_cast<double>(count)));
  };
  return {line(std::floor(low)), line(std::ceil(high))};
}

// Which pieces of ground meet each row, in order.
struct RowPieces {
  std::vector<std::uint64_t> first;  // [row + 1]
  std::vector<std::uint32_t> pieces;
};

Result<RowPieces> pieces_by_row(const Ground& ground, const Lattice& lattice) {
  const auto rows_of = [&](std::uint32_t i) {
    const Box2 box = ground.box(i);
    return lines_between(lattice.to_squares(box.low).y, lattice.to_squares(box.high).y,
                         lattice.height);
  };
  RowPieces out;
  out.first.assign(lattice.height + 1, 0);
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < ground.count(); ++i) {
    const Lines rows = rows_of(i);
    total += rows.last - rows.first;
    if (total > kMostPieces) return Error{"the ground has too many pieces for so small squares"};
    for (std::uint32_t y = rows.first; y < rows.last; ++y) ++out.first[y + 1];
  }
  for (std::size_t y = 0; y < lattice.height; ++y) out.first[y + 1] += out.first[y];
  out.pieces.resize(total);
  std::vector<std::uint64_t> at(out.first.begin(), out.first.end() - 1);
  for (std::uint32_t i = 0; i < ground.count(); ++i) {
    const Lines rows = rows_of(i);
    for (std::uint32_t y = rows.first; y < rows.last; ++y) out.pieces[at[y]++] = i;
  }
  return out;
}

// How much of a square one piece of ground covers.
struct Cover {
  std::uint32_t x;
  AreaId area;
  double amount;  // of the square
  double volume;  // amount x height
};

// Between these columns the piece is as high as the row: its squares are covered whole.
struct Core {
  double low;
  double high;
};
Core core_of(const Polygon& strip, double y) {
  Core below{1e300, -1e300};
  Core above{1e300, -1e300};
  for (const Vec2 p : strip) {
    if (p.y == y) below = {std::min(below.low, p.x), std::max(below.high, p.x)};
    if (p.y == y + 1) above = {std::min(above.low, p.x), std::max(above.high, p.x)};
  }
  return {std::max(below.low, above.low), std::min(below.high, above.high)};
}

class RowMaker {
 public:
  RowMaker(const Ground& ground, const Lattice& lattice) : ground_(ground), lattice_(lattice) {}

  // What covers the squares of row `y`, by column and then area.
  const std::vector<Cover>& covers(std::uint32_t y, std::span<const std::uint32_t> pieces) {
    covers_.clear();
    for (const std::uint32_t piece : pieces) add(y, piece);
    std::ranges::stable_sort(covers_, [](const Cover& a, const Cover& b) {
      return a.x != b.x ? a.x < b.x : a.area < b.area;
    });
    return covers_;
  }

 private:
  void add(std::uint32_t y, std::uint32_t piece) {
    corners_ = ground_.corners(piece, std::move(corners_));
    for (Vec2& p : corners_) p = lattice_.to_squares(p);
    const Polygon& strip = row_.clip(corners_, {true, y + 0.0, y + 1.0});
    if (strip.size() < 3) return;
    Box2 box;
    for (const Vec2 p : strip) box.add(p);
    const Lines columns = lines_between(box.low.x, box.high.x, lattice_.width);
    const Core core = core_of(strip, y);
    const Plane plane = ground_.has_heights() ? ground_.plane(piece) : Plane{};
    for (std::uint32_t x = columns.first; x < columns.last; ++x) {
      Moments part{1, {x + 0.5, y + 0.5}};
      if (x < core.low || x + 1.0 > core.high) {
        part = moments(square_.clip(strip, {false, x + 0.0, x + 1.0}));
      }
      if (!(part.area > 0)) continue;
      const double z = plane.height(lattice_.to_local(part.centre));
      covers_.push_back({x, ground_.area(piece), part.area, part.area * z});
    }
  }

  const Ground& ground_;
  const Lattice& lattice_;
  std::vector<Cover> covers_;
  Polygon corners_;
  Clipper row_;
  Clipper square_;
};

// What one square comes to.
struct Verdict {
  AreaId area = kBlocked;
  bool is_covered = false;  // by ground of that area
  float height = 0;
  double cover = 0;  // of the square, by all ground
};

// Requires: the covers of one square, in order of area.
Verdict judge(std::span<const Cover> covers) {
  Verdict out;
  double most = -1;
  double all_parts = 0;
  const auto offer = [&](AreaId area, double parts, double height, bool is_covered) {
    if (parts < most || (parts == most && area > out.area)) return;
    most = parts;
    out.area = area;
    out.height = static_cast<float>(height);
    out.is_covered = is_covered;
  };
  double blocked = 0;
  double blocked_volume = 0;
  for (std::size_t i = 0; i < covers.size();) {
    const AreaId area = covers[i].area;
    double amount = 0;
    double volume = 0;
    for (; i < covers.size() && covers[i].area == area; ++i) {
      amount += covers[i].amount;
      volume += covers[i].volume;
    }
    out.cover += amount;
    const double parts = std::floor(amount * kParts + 0.5);
    all_parts += parts;
    if (area == kBlocked) {
      blocked = amount;
      blocked_volume = volume;
    } else {
      offer(area, parts, volume / amount, true);
    }
  }
  const double uncovered = std::max(kParts - all_parts, 0.0);
  offer(kBlocked, std::floor(blocked * kParts + 0.5) + uncovered,
        blocked > 0 ? blocked_volume / blocked : 0, blocked > 0);
  return out;
}

struct Squares {
  std::vector<AreaId> area;
  std::vector<float> height;  // empty: all 0
  std::vector<char> is_covered;
  std::uint64_t layered = kNoSquare;  // the first square that several layers cover
};

Squares make_squares(const Ground& ground, const Lattice& lattice, const RowPieces& rows) {
  const std::size_t count = std::size_t{lattice.width} * lattice.height;
  Squares out;
  out.area.assign(count, kBlocked);
  if (ground.has_heights()) {
    out.height.assign(count, 0);
    out.is_covered.assign(count, 0);
  }
  std::atomic<std::uint64_t> layered = kNoSquare;
  parallel_for(lattice.height, 8, [&](std::size_t first, std::size_t last) {
    RowMaker maker(ground, lattice);
    for (std::size_t y = first; y < last; ++y) {
      const auto pieces =
          std::span(rows.pieces).subspan(rows.first[y], rows.first[y + 1] - rows.first[y]);
      const auto& covers = maker.covers(static_cast<std::uint32_t>(y), pieces);
      for (std::size_t i = 0; i < covers.size();) {
        std::size_t end = i;
        while (end < covers.size() && covers[end].x == covers[i].x) ++end;
        const std::size_t square = y * lattice.width + covers[i].x;
        const Verdict verdict = judge(std::span(covers).subspan(i, end - i));
        out.area[square] = verdict.area;
        if (!out.height.empty()) out.height[square] = verdict.height;
        if (!out.is_covered.empty()) out.is_covered[square] = verdict.is_covered ? 1 : 0;
        if (verdict.cover > kMostCover) {
          std::uint64_t seen = layered.load();
          while (square < seen && !layered.compare_exchange_weak(seen, square)) {
          }
        }
        i = end;
      }
    }
  });
  out.layered = layered;
  return out;
}

// Squares that nothing covers lie as low as the lowest ground.
void lower_uncovered(Squares& squares) {
  std::optional<float> least;
  for (std::size_t i = 0; i < squares.height.size(); ++i) {
    if (squares.is_covered[i] == 0) continue;
    least = std::min(least.value_or(squares.height[i]), squares.height[i]);
  }
  for (std::size_t i = 0; i < squares.height.size(); ++i) {
    if (squares.is_covered[i] == 0) squares.height[i] = least.value_or(0);
  }
}

// `p`, or the middle of the nearest free square around where its own is not free.
std::optional<Vec3f> on_free_square(const Grid& grid, Vec3f p) {
  const double s = grid.spacing();
  const SquareId here = grid.square_at(p.xy());
  if (!here.is_none() && grid.is_free(here)) return p;
  std::optional<Vec3f> best;
  double least = 2 * s;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const SquareId other = grid.square_at({p.x + dx * s, p.y + dy * s});
      if (other.is_none() || !grid.is_free(other)) continue;
      const double d = length(grid.centre(other).xy() - p.xy());
      if (d >= least) continue;
      least = d;
      best = to_float(grid.centre(other));
    }
  }
  return best;
}

Result<std::vector<Link>> moved_links(const World& world, const Lattice& lattice,
                                      const Grid& grid) {
  std::vector<Link> links;
  for (const LinkId id : world.links.ids()) {
    Link link = world.links[id];
    const Vec3 low{lattice.low.x, lattice.low.y, 0};
    const auto from = on_free_square(grid, to_float(Vec3(link.from) - low));
    const auto to = on_free_square(grid, to_float(Vec3(link.to) - low));
    if (!from || !to) {
      return Error{"link " + std::to_string(id.value + 1) + (from ? " ends" : " starts") +
                   " where the raster has no free square"};
    }
    link.from = *from;
    link.to = *to;
    link.from_face = link.to_face = {};
    links.push_back(link);
  }
  return links;
}

// The world with its own grid and nothing else.
Result<World> own_grid(const World& world) {
  if (world.mesh.empty()) return world;
  World out = world;
  out.mesh = {};
  out.locator = {};
  std::vector<Link> links = world.links.to_vector();
  for (Link& link : links) link.from_face = link.to_face = {};
  out.links = std::move(links);
  return out;
}

bool keeps_grid(const World& world, const RasterOptions& options) {
  if (world.grid.empty() || world.grid.shape() != GridShape::square) return false;
  return options.spacing == 0 || static_cast<float>(options.spacing) == world.grid.arrays().spacing;
}

}  // namespace

Result<World> rasterise(const World& world, const RasterOptions& options) {
  if (keeps_grid(world, options)) return own_grid(world);
  const auto lattice = lattice_of(world, options);
  if (!lattice) return Error{lattice.error()};
  const Ground ground(world);
  const auto rows = pieces_by_row(ground, *lattice);
  if (!rows) return Error{rows.error()};
  Squares squares = make_squares(ground, *lattice, *rows);
  if (squares.layered != kNoSquare) {
    return Error{"the world has several layers, such as at square " +
                 std::to_string(squares.layered % lattice->width) + "," +
                 std::to_string(squares.layered / lattice->width) + ": a grid holds one"};
  }
  lower_uncovered(squares);
  auto grid = Grid::from({.width = lattice->width,
                          .height = lattice->height,
                          .spacing = static_cast<float>(lattice->spacing),
                          .area = std::move(squares.area),
                          .ground = std::move(squares.height)});
  if (!grid) return Error{grid.error()};
  auto links = moved_links(world, *lattice, *grid);
  if (!links) return Error{links.error()};
  return make_world({.name = world.name,
                     .origin = world.origin + Vec3{lattice->low.x, lattice->low.y, 0},
                     .y_axis = world.y_axis,
                     .areas = world.areas,
                     .mesh = {},
                     .grid = std::move(grid).value(),
                     .links = std::move(links).value()});
}

}  // namespace thalweg
