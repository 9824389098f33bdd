// Converts the grid to leaves, and the leaves to faces.
//
//   +-------+---+     The lattice points that are corners of some leaf are marked. A face's corners
//   |       |   |     are the marked points around its leaf: the large one has a corner where the
//   |       *---+     two small ones meet (*).
//   |       |   |
//   +-------+---+
#include "thalweg/spaces/quadtree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/world/corners.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kMostSide = 1u << 24;  // whole numbers that a float holds

// A square of the tree, in squares of the grid.
struct Leaf {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t side;
  AreaId area = kBlocked;
};

// What a square of the tree contains.
struct Content {
  AreaId area = kBlocked;     // the one that covers most of it
  std::uint64_t of_area = 0;  // squares
  std::uint64_t free = 0;     // squares that may be entered
  float low = 0;              // of the free ones
  float high = 0;
};

AreaId kind_of(AreaId area) { return is_walkable(area) ? area : kBlocked; }

// Requires: the leaf lies inside the grid.
Content content_of(const Grid& grid, const Leaf& leaf) {
  std::array<std::uint64_t, 256> counts{};
  Content out;
  for (std::uint32_t y = leaf.y; y < leaf.y + leaf.side; ++y) {
    for (std::uint32_t x = leaf.x; x < leaf.x + leaf.side; ++x) {
      const SquareId s = grid.at(x, y);
      ++counts[kind_of(grid.area(s))];
      if (!grid.is_free(s)) continue;
      const float z = grid.ground(s);
      out.low = out.free == 0 ? z : std::min(out.low, z);
      out.high = out.free == 0 ? z : std::max(out.high, z);
      ++out.free;
    }
  }
  for (std::size_t a = 0; a < counts.size(); ++a) {
    if (counts[a] <= out.of_area) continue;
    out.of_area = counts[a];
    out.area = static_cast<AreaId>(a);
  }
  return out;
}

bool is_done(const Content& content, const Leaf& leaf, const QuadtreeOptions& options) {
  if (leaf.side <= options.least_side) return true;
  if (leaf.side > options.most_side) return false;
  const double all = static_cast<double>(leaf.side) * leaf.side;
  return static_cast<double>(content.of_area) >= options.mostly * all &&
         double{content.high} - double{content.low} <= options.relief;
}

// The free leaves, in Z order.
std::vector<Leaf> free_leaves(const Grid& grid, const QuadtreeOptions& options) {
  std::vector<Leaf> leaves;
  std::vector<Leaf> open{{0, 0, std::bit_ceil(std::max(grid.width(), grid.height()))}};
  while (!open.empty()) {
    Leaf leaf = open.back();
    open.pop_back();
    if (leaf.x >= grid.width() || leaf.y >= grid.height()) continue;
    const bool is_inside =
        leaf.side <= grid.width() - leaf.x && leaf.side <= grid.height() - leaf.y;
    if (is_inside) {
      const Content content = content_of(grid, leaf);
      if (is_done(content, leaf, options)) {
        leaf.area = content.area;
        if (is_walkable(leaf.area)) leaves.push_back(leaf);
        continue;
      }
    }
    const std::uint32_t half = leaf.side / 2;
    for (const std::uint32_t i : {3u, 2u, 1u, 0u}) {
      open.push_back({leaf.x + (i % 2) * half, leaf.y + (i / 2) * half, half});
    }
  }
  return leaves;
}

// The lattice points that are corners of leaves, numbered as vertices row by row.
class Points {
 public:
  Points(const Grid& grid, std::span<const Leaf> leaves)
      : grid_(grid), of_(std::size_t{grid.width() + 1} * (grid.height() + 1)) {
    for (const Leaf& leaf : leaves) {
      for (const std::uint32_t y : {leaf.y, leaf.y + leaf.side}) {
        for (const std::uint32_t x : {leaf.x, leaf.x + leaf.side}) of_[index(x, y)] = VertexId(0);
      }
    }
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (of_[i].is_none()) continue;
      of_[i] = VertexId(count++);
      const NodeId node(static_cast<std::uint32_t>(i));
      points_.push_back(to_float(corner_point(grid, corner_of(grid, node))));
    }
  }

  VertexId at(std::uint32_t x, std::uint32_t y) const { return of_[index(x, y)]; }
  const std::vector<Vec3f>& points() const { return points_; }

 private:
  std::size_t index(std::uint32_t x, std::uint32_t y) const {
    return std::size_t{y} * (grid_.width() + 1) + x;
  }

  const Grid& grid_;
  std::vector<VertexId> of_;  // [lattice point]  none: no corner
  std::vector<Vec3f> points_;
};

MeshSoup faces_of(const Grid& grid, std::span<const Leaf> leaves) {
  const Points points(grid, leaves);
  MeshSoup soup;
  soup.vertices = points.points();
  soup.first_corner.push_back(0);
  const auto add = [&](std::uint32_t x, std::uint32_t y) {
    const VertexId v = points.at(x, y);
    if (!v.is_none()) soup.corners.push_back(v);
  };
  for (const Leaf& leaf : leaves) {
    const std::uint32_t right = leaf.x + leaf.side;
    const std::uint32_t top = leaf.y + leaf.side;
    for (std::uint32_t x = leaf.x; x < right; ++x) add(x, leaf.y);
    for (std::uint32_t y = leaf.y; y < top; ++y) add(right, y);
    for (std::uint32_t x = right; x > leaf.x; --x) add(x, top);
    for (std::uint32_t y = top; y > leaf.y; --y) add(leaf.x, y);
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    soup.face_area.push_back(leaf.area);
  }
  return soup;
}

Result<void> check(const QuadtreeOptions& options) {
  if (!(options.mostly >= 0.5 && options.mostly <= 1)) {
    return Error{"the part of a square that is of one area must be between 0.5 and 1"};
  }
  if (!std::has_single_bit(options.least_side) || !std::has_single_bit(options.most_side) ||
      options.least_side > options.most_side) {
    return Error{"the sides of a quadtree's squares must be powers of two, the least first"};
  }
  if (!(options.relief >= 0)) return Error{"the relief of a square must not be negative"};
  return {};
}

double largest_side(std::span<const Leaf> leaves) {
  std::uint32_t side = 1;
  for (const Leaf& leaf : leaves) side = std::max(side, leaf.side);
  return side;
}

}  // namespace

Result<World> quadtree(const World& world, const QuadtreeOptions& options) try {
  TRY_DO(check(options));
  TRY(const auto raster, rasterise(world, options.raster));
  const Grid& grid = raster.grid;
  if (std::max(grid.width(), grid.height()) > kMostSide) {
    return Error{"a grid over 16,777,216 squares wide or high cannot become a quadtree"};
  }
  const std::vector<Leaf> leaves = free_leaves(grid, options);
  if (leaves.empty()) return Error{"the world has no free square for a quadtree"};
  TRY(auto built, build_mesh(faces_of(grid, leaves)));
  return make_world({.name = world.name,
                     .origin = raster.origin,
                     .y_axis = world.y_axis,
                     .earth = world.earth,
                     .areas = world.areas,
                     .mesh = std::move(built.mesh),
                     .grid = {},
                     .links = raster.links.to_vector(),
                     .link_reach = 2 * grid.spacing() * largest_side(leaves)});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
