// Items are sorted into a lattice of tiles by counting. The overview merges vertices by clusters in
// a lattice and keeps triangles with three different ones.
#include "serve/draw_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "thalweg/core/hash.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr double kTileTriangles = 60'000;     // about so many in a tile
constexpr double kOverviewClusters = 60'000;  // about so many corners in an overview

std::uint32_t item_count_of(const World& world) {
  return world.mesh.empty() ? world.grid.size() : world.mesh.face_count();
}

// The corners of a square or hexagon, counter-clockwise.
std::vector<Vec3> square_corners(const Grid& grid, SquareId square) {
  const Vec3 centre = grid.centre(square);
  const double half = grid.spacing() / 2;
  std::vector<Vec3> corners;
  if (grid.shape() == GridShape::square) {
    for (const Vec2 c : {Vec2{-half, -half}, {half, -half}, {half, half}, {-half, half}}) {
      corners.push_back(centre + Vec3{c.x, c.y, 0});
    }
    return corners;
  }
  constexpr std::array<Vec2, 6> kHex = {
      {{0, -1.1547}, {1, -0.57735}, {1, 0.57735}, {0, 1.1547}, {-1, 0.57735}, {-1, -0.57735}}};
  for (const Vec2 c : kHex) corners.push_back(centre + Vec3{c.x * half, c.y * half, 0});
  return corners;
}

// A corner of an item: where it is, and a number that items which share it agree on.
struct Corner {
  Vec3 point;
  std::uint64_t key = 0;
};

// Calls use(corners) for an item: none for squares that nobody may enter.
template <class Use>
void with_corners(const World& world, std::uint32_t item, std::vector<Corner>& corners,
                  const Use& use) {
  corners.clear();
  if (!world.mesh.empty()) {
    for (const EdgeId e : world.mesh.edges(FaceId(item))) {
      corners.push_back({world.mesh.start(e), world.mesh.origin(e).value});
    }
  } else if (world.grid.is_free(SquareId(item))) {
    std::uint64_t key = std::uint64_t{item} * 8;
    for (const Vec3 p : square_corners(world.grid, SquareId(item))) corners.push_back({p, key++});
  }
  use(corners);
}

Vec3 item_centre(const World& world, std::uint32_t item) {
  return world.mesh.empty() ? world.grid.centre(SquareId(item)) : world.mesh.centre(FaceId(item));
}

std::uint32_t triangles_of(const World& world, std::uint32_t item) {
  if (!world.mesh.empty()) return world.mesh.corner_count(FaceId(item)) - 2;
  if (!world.grid.is_free(SquareId(item))) return 0;
  return world.grid.shape() == GridShape::square ? 2 : 4;
}

// Collects triangles; corners of the same key are one.
class PartMaker {
 public:
  void add(const std::vector<Corner>& corners, std::uint32_t item) {
    if (corners.size() < 3) return;
    numbers_.clear();
    for (const Corner& corner : corners) numbers_.push_back(number(corner));
    for (std::size_t i = 2; i < numbers_.size(); ++i) {
      part_.corners.insert(part_.corners.end(), {numbers_[0], numbers_[i - 1], numbers_[i]});
      part_.items.push_back(item);
    }
  }
  DrawPart take() { return std::move(part_); }

 private:
  std::uint32_t number(const Corner& corner) {
    const auto [at, is_new] =
        known_.try_emplace(corner.key, static_cast<std::uint32_t>(part_.positions.size() / 3));
    if (is_new) {
      for (const double c : {corner.point.x, corner.point.y, corner.point.z}) {
        part_.positions.push_back(static_cast<float>(c));
      }
    }
    return at->second;
  }

  DrawPart part_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::vector<std::uint32_t> numbers_;
};

// Corners in one cell of a lattice become one: their mean. Triangles that keep three different
// corners remain, each once.
class Clusters {
 public:
  Clusters(Box3 box, double cell) : low_(box.low), cell_(cell) {}

  std::uint32_t at(Vec3 p) {
    const auto index = [&](double value, double low, double cell) {
      return static_cast<std::uint64_t>(std::max(0.0, std::floor((value - low) / cell))) & 0x1FFFFF;
    };
    const std::uint64_t key = index(p.x, low_.x, cell_) | index(p.y, low_.y, cell_) << 21 |
                              index(p.z, low_.z, cell_ * 4) << 42;
    const auto [known, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(sums_.size()));
    if (is_new) sums_.push_back({});
    Sum& sum = sums_[known->second];
    sum.total = sum.total + p;
    sum.count += 1;
    return known->second;
  }
  // True the first time for these three clusters.
  bool is_new(std::array<std::uint32_t, 3> triangle) {
    std::ranges::sort(triangle);
    if (triangle[0] == triangle[1] || triangle[1] == triangle[2]) return false;
    return seen_.insert(hash_bytes(std::as_bytes(std::span(triangle)))).second;
  }
  std::vector<float> positions() const {
    std::vector<float> out;
    for (const Sum& sum : sums_) {
      const Vec3 mean = sum.total * (1 / sum.count);
      for (const double c : {mean.x, mean.y, mean.z}) out.push_back(static_cast<float>(c));
    }
    return out;
  }

 private:
  struct Sum {
    Vec3 total;
    double count = 0;
  };
  Vec3 low_;
  double cell_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Sum> sums_;
};

double plan_area(const Box3& box) {
  return std::max((box.high.x - box.low.x) * (box.high.y - box.low.y), 1e-9);
}

void make_overview(const World& world, DrawMesh& drawing) {
  const Box3 box = world.box();
  Clusters clusters(box, std::sqrt(plan_area(box) / kOverviewClusters));
  std::vector<Corner> corners;
  for (std::size_t t = 0; t < drawing.tiles.size(); ++t) {
    DrawTile& tile = drawing.tiles[t];
    tile.first_overview = static_cast<std::uint32_t>(drawing.overview.items.size());
    for (std::uint32_t i = drawing.first_item[t]; i < drawing.first_item[t + 1]; ++i) {
      with_corners(world, drawing.items[i], corners, [&](const std::vector<Corner>& all) {
        for (std::size_t k = 2; k < all.size(); ++k) {
          const std::array<std::uint32_t, 3> triangle = {
              clusters.at(all[0].point), clusters.at(all[k - 1].point), clusters.at(all[k].point)};
          if (!clusters.is_new(triangle)) continue;
          drawing.overview.corners.insert(drawing.overview.corners.end(), triangle.begin(),
                                          triangle.end());
          drawing.overview.items.push_back(drawing.items[i]);
        }
      });
    }
    tile.overview = static_cast<std::uint32_t>(drawing.overview.items.size()) - tile.first_overview;
  }
  drawing.overview.positions = clusters.positions();
}

// Which tile of a lattice of `side` x `side` a point lies in.
std::uint32_t tile_at(Vec3 p, const Box3& box, std::uint32_t side) {
  const auto index = [&](double value, double low, double high) {
    const double at = high > low ? (value - low) / (high - low) * side : 0;
    return std::min(static_cast<std::uint32_t>(std::max(at, 0.0)), side - 1);
  };
  return index(p.y, box.low.y, box.high.y) * side + index(p.x, box.low.x, box.high.x);
}

void sort_into_tiles(const World& world, DrawMesh& drawing, std::uint32_t side) {
  const Box3 box = world.box();
  const std::uint32_t count = drawing.item_count;
  std::vector<std::uint32_t> tile_of(count);
  drawing.first_item.assign(std::size_t{side} * side + 1, 0);
  for (std::uint32_t item = 0; item < count; ++item) {
    tile_of[item] = tile_at(item_centre(world, item), box, side);
    ++drawing.first_item[tile_of[item] + 1];
  }
  for (std::size_t t = 1; t < drawing.first_item.size(); ++t) {
    drawing.first_item[t] += drawing.first_item[t - 1];
  }
  std::vector<std::uint32_t> next(drawing.first_item.begin(), drawing.first_item.end() - 1);
  drawing.items.resize(count);
  drawing.tiles.resize(std::size_t{side} * side);
  for (std::uint32_t item = 0; item < count; ++item) {
    drawing.items[next[tile_of[item]]++] = item;
    DrawTile& tile = drawing.tiles[tile_of[item]];
    tile.triangles += triangles_of(world, item);
  }
}

// Tiles are culled by their boxes: those of their items' corners.
void measure_tiles(const World& world, DrawMesh& drawing) {
  std::vector<Corner> corners;
  for (std::size_t t = 0; t < drawing.tiles.size(); ++t) {
    for (std::uint32_t i = drawing.first_item[t]; i < drawing.first_item[t + 1]; ++i) {
      with_corners(world, drawing.items[i], corners, [&](const std::vector<Corner>& all) {
        for (const Corner& corner : all) drawing.tiles[t].box.add(corner.point);
      });
    }
  }
}

void add_line(std::vector<float>& lines, Vec3 a, Vec3 b) {
  for (const Vec3 p : {a, b}) {
    for (const double c : {p.x, p.y, p.z}) lines.push_back(static_cast<float>(c));
  }
}

}  // namespace

DrawMesh draw_mesh(const World& world) {
  DrawMesh drawing;
  drawing.item_count = item_count_of(world);
  for (std::uint32_t item = 0; item < drawing.item_count; ++item) {
    drawing.triangles += triangles_of(world, item);
  }
  const bool is_whole = drawing.triangles <= kMostWhole;
  const double wanted = std::sqrt(static_cast<double>(drawing.triangles) / kTileTriangles);
  sort_into_tiles(world, drawing, is_whole ? 1 : static_cast<std::uint32_t>(std::ceil(wanted)));
  measure_tiles(world, drawing);
  if (!is_whole) make_overview(world, drawing);
  return drawing;
}

DrawPart draw_tile(const World& world, const DrawMesh& drawing, std::size_t tile) {
  PartMaker maker;
  std::vector<Corner> corners;
  for (std::uint32_t i = drawing.first_item[tile]; i < drawing.first_item[tile + 1]; ++i) {
    with_corners(world, drawing.items[i], corners,
                 [&](const std::vector<Corner>& all) { maker.add(all, drawing.items[i]); });
  }
  return maker.take();
}

DrawEdges3 draw_edges(const World& world) {
  DrawEdges3 lines;
  for (const EdgeId e : world.mesh.edges()) {
    if (!world.mesh.is_portal(e)) {
      add_line(lines.walls, world.mesh.start(e), world.mesh.end(e));
    } else if (e < world.mesh.twin(e)) {
      add_line(lines.portals, world.mesh.start(e), world.mesh.end(e));
    }
  }
  return lines;
}

}  // namespace thalweg::tool::serve
