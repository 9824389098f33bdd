// Blocked faces and squares are marked with the number of the query, so that nothing is cleared
// between queries; circles around what is blocked are found by a lattice of buckets.
#include "thalweg/price/ground_filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/price/profile.hpp"
#include "world/hexagon.hpp"

namespace thalweg {
namespace {

constexpr double kFloor = 2;               // metres: what lies farther above is another floor
constexpr double kRounding = 1 - 0x1p-20;  // as in fits() of world/fits.hpp

Box2 box_of(const Disc& disc, double radius) {
  const Vec2 c = disc.centre.xy();
  return {c - Vec2{radius, radius}, c + Vec2{radius, radius}};
}

double height_along(Vec3 from, Vec3 to, Vec2 at) {
  return from.z + (to.z - from.z) * nearest_parameter({from.xy(), to.xy()}, at);
}

// The circle around a polygon of `count` corners about its middle.
template <class CornerAt>
Disc circle_around(Vec3 middle, std::uint32_t count, const CornerAt& corner) {
  Disc disc{middle, 0, kFloor};
  for (std::uint32_t i = 0; i < count; ++i) {
    disc.radius = std::max(disc.radius, length(corner(i) - middle.xy()));
  }
  return disc;
}

std::uint32_t corner_count(const Grid& grid) { return grid.shape() == GridShape::hex ? 6 : 4; }

Vec2 corner_at(const Grid& grid, SquareId square, std::uint32_t i) {
  constexpr std::array<Vec2, 4> kSquare = {{{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}}};
  constexpr std::array<Vec2, 6> kHex = {{{0, -kHexCorner},
                                         {.5, -kHexCorner / 2},
                                         {.5, kHexCorner / 2},
                                         {0, kHexCorner},
                                         {-.5, kHexCorner / 2},
                                         {-.5, -kHexCorner / 2}}};
  const Vec2 off = grid.shape() == GridShape::hex ? kHex[i] : kSquare[i];
  return grid.centre(square).xy() + off * grid.spacing();
}

}  // namespace

void GroundFilter::begin(const World& world, const AreaFilter* areas, double radius) {
  if (world_ != &world) {
    faces_.clear();
    squares_.clear();
  }
  world_ = &world;
  areas_ = areas;
  radius_ = radius;
  has_blocked_ = false;
  obstacles_.clear();
  if (++now_ != 0) return;
  std::ranges::fill(faces_, 0);
  std::ranges::fill(squares_, 0);
  now_ = 1;
}

void GroundFilter::mark(Marks& marks, std::uint32_t i, std::size_t count) {
  if (marks.size() < count) marks.resize(count, 0);
  marks[i] = now_;
  has_blocked_ = true;
}

void GroundFilter::block(FaceId face) {
  const Mesh& mesh = world_->mesh;
  mark(faces_, face.value, mesh.face_count());
  if (!(radius_ > 0)) return;
  const EdgeId first = mesh.edges(face).front();
  const auto corner = [&](std::uint32_t i) { return mesh.start(EdgeId(first.value + i)).xy(); };
  obstacles_.push_back({.disc = circle_around(mesh.centre(face), mesh.corner_count(face), corner),
                        .face = face,
                        .square = {},
                        .keep = radius_});
}

void GroundFilter::block(SquareId square) {
  const Grid& grid = world_->grid;
  mark(squares_, square.value, grid.size());
  if (!(radius_ > 0)) return;
  const auto corner = [&](std::uint32_t i) { return corner_at(grid, square, i); };
  obstacles_.push_back({.disc = circle_around(grid.centre(square), corner_count(grid), corner),
                        .face = {},
                        .square = square,
                        .keep = radius_});
}

void GroundFilter::block(const Disc& disc) {
  obstacles_.push_back({.disc = disc, .face = {}, .square = {}, .keep = disc.radius + radius_});
}

double GroundFilter::distance_to_border(const Obstacle& obstacle, Vec3 from, Vec3 to) const {
  const Segment2 walk{from.xy(), to.xy()};
  double least = kNoLimit;
  const auto look_at = [&](Vec3 a, Vec3 b) {
    const NearestPair pair = nearest_points(walk, {a.xy(), b.xy()});
    const double rise = height_along(from, to, pair.on_first) - height_along(a, b, pair.on_second);
    if (!(std::abs(rise) > kFloor)) least = std::min(least, length(pair.on_first - pair.on_second));
  };
  if (!obstacle.face.is_none()) {
    for (const EdgeId e : world_->mesh.edges(obstacle.face)) {
      look_at(world_->mesh.start(e), world_->mesh.end(e));
    }
    return least;
  }
  const Grid& grid = world_->grid;
  const std::uint32_t count = corner_count(grid);
  for (std::uint32_t i = 0; i < count; ++i) {  // grids have one floor: any height will do
    const Vec2 a = corner_at(grid, obstacle.square, i);
    const Vec2 b = corner_at(grid, obstacle.square, (i + 1) % count);
    least = std::min(least, gap(walk, {a, b}));
  }
  return least;
}

double GroundFilter::distance_to(const Obstacle& obstacle, Vec3 from, Vec3 to) const {
  const Vec2 centre = obstacle.disc.centre.xy();
  const double to_centre = distance(Segment2{from.xy(), to.xy()}, centre);
  if (obstacle.face.is_none() && obstacle.square.is_none()) {
    const double rise = height_along(from, to, centre) - obstacle.disc.centre.z;
    return std::abs(rise) > obstacle.disc.height ? kNoLimit : to_centre;
  }
  if (to_centre - obstacle.disc.radius > obstacle.keep) return kNoLimit;  // far away
  return distance_to_border(obstacle, from, to);
}

void GroundFilter::forgive(Vec3 from, Vec3 to) {
  for (Obstacle& obstacle : obstacles_) {
    obstacle.keep = std::min(obstacle.keep, distance_to(obstacle, from, to));
  }
}

template <class Visit>
void GroundFilter::for_each_cell(const Box2& box, const Visit& visit) const {
  if (!box.meets(box_)) return;
  const auto index = [](double at, double low, double size) {
    const double share = size > 0 ? (at - low) / size * kSide : 0;
    return static_cast<std::uint32_t>(std::clamp(share, 0.0, kSide - 1.0));
  };
  const Vec2 size = box_.size();
  const std::uint32_t last_x = index(box.high.x, box_.low.x, size.x);
  const std::uint32_t last_y = index(box.high.y, box_.low.y, size.y);
  for (std::uint32_t y = index(box.low.y, box_.low.y, size.y); y <= last_y; ++y) {
    for (std::uint32_t x = index(box.low.x, box_.low.x, size.x); x <= last_x; ++x) {
      if (!visit(y * kSide + x)) return;
    }
  }
}

// Counts, then fills: the obstacles that each cell of a lattice over all of them holds.
void GroundFilter::finish() {
  const auto reach = [](const Obstacle& obstacle) {
    const bool is_disc = obstacle.face.is_none() && obstacle.square.is_none();
    return box_of(obstacle.disc, is_disc ? obstacle.keep : obstacle.disc.radius + obstacle.keep);
  };
  if (obstacles_.empty()) return;
  box_ = {};
  for (const Obstacle& obstacle : obstacles_) {
    box_.add(reach(obstacle).low);
    box_.add(reach(obstacle).high);
  }
  first_.assign(kSide * kSide + 1, 0);
  std::uint32_t count = 0;
  for (const Obstacle& obstacle : obstacles_) {
    for_each_cell(reach(obstacle), [&](std::uint32_t cell) {
      ++first_[cell];
      ++count;
      return true;
    });
  }
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  obstacles_in_.resize(count);
  for (std::uint32_t i = 0; i < obstacles_.size(); ++i) {
    for_each_cell(reach(obstacles_[i]), [&](std::uint32_t cell) {
      obstacles_in_[--first_[cell]] = i;
      return true;
    });
  }
}

bool GroundFilter::is_clear(Vec3 from, Vec3 to) const {
  if (obstacles_.empty()) return true;
  Box2 box;
  box.add(from.xy());
  box.add(to.xy());
  bool is_clear = true;
  for_each_cell(box, [&](std::uint32_t cell) {
    for (std::uint32_t i = first_[cell]; i < first_[cell + 1] && is_clear; ++i) {
      const Obstacle& obstacle = obstacles_[obstacles_in_[i]];
      is_clear = !(distance_to(obstacle, from, to) < obstacle.keep * kRounding);
    }
    return is_clear;
  });
  return is_clear;
}

}  // namespace thalweg
