// Chooses the lattice, covers its squares (squares.cpp), and moves links onto free squares. Worlds
// of several floors are refused, with a square where two overlap.
#include "thalweg/spaces/raster.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "spaces/squares.hpp"

namespace thalweg {
namespace {

constexpr double kDefaultSquares = 1 << 18;

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

// The coordinate of the first square's border along one axis.
double first_line(double low, double high, double spacing) {
  const bool is_near = low >= 0 && low <= high - low;
  return is_near ? 0 : std::floor(low / spacing) * spacing;
}

Result<SquareLattice> lattice_of(const World& world, const RasterOptions& options) {
  if (world.mesh.empty() && world.grid.empty())
    return Error{"the world has no ground to rasterise"};
  if (!(options.spacing >= 0) || !(options.spacing < 1e9)) {
    return Error{"the spacing of a raster must be positive"};
  }
  const Box2 box = world.box().xy();
  const double wanted = options.spacing > 0 ? options.spacing : default_spacing(world, box.size());
  SquareLattice out;
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

// Uncovered squares get the height of the lowest ground.
void lower_uncovered(RasterSquares& squares) {
  std::optional<float> least;
  for (std::size_t i = 0; i < squares.height.size(); ++i) {
    if (squares.is_covered[i] == 0) continue;
    least = std::min(least.value_or(squares.height[i]), squares.height[i]);
  }
  for (std::size_t i = 0; i < squares.height.size(); ++i) {
    if (squares.is_covered[i] == 0) squares.height[i] = least.value_or(0);
  }
}

// `p`, or the centre of the nearest free square around it if its own square is not free.
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

Result<std::vector<Link>> moved_links(const World& world, const SquareLattice& lattice,
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

// The world reduced to its own grid.
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

Result<World> rasterise(const World& world, const RasterOptions& options) try {
  if (keeps_grid(world, options)) return own_grid(world);
  TRY(const auto lattice, lattice_of(world, options));
  TRY(RasterSquares squares, cover_squares(world, lattice));
  if (squares.overlap != RasterSquares::kNoSquare) {
    return Error{"the world has several floors, such as at square " +
                 std::to_string(squares.overlap % lattice.width) + "," +
                 std::to_string(squares.overlap / lattice.width) + ": a grid holds one"};
  }
  lower_uncovered(squares);
  TRY(auto grid, Grid::from({.width = lattice.width,
                             .height = lattice.height,
                             .spacing = static_cast<float>(lattice.spacing),
                             .area = std::move(squares.area),
                             .ground = std::move(squares.height)}));
  TRY(auto links, moved_links(world, lattice, grid));
  return make_world({.name = world.name,
                     .origin = world.origin + Vec3{lattice.low.x, lattice.low.y, 0},
                     .y_axis = world.y_axis,
                     .earth = world.earth,
                     .areas = world.areas,
                     .mesh = {},
                     .grid = std::move(grid),
                     .links = std::move(links)});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
