// Metres walked along the segments; links count as segments too. A splice on a link keeps
// the agent on it until its end.
#include "thalweg/path/follow.hpp"

#include <algorithm>
#include <utility>

#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// The surface point at `p`, which lies on the walk from -> to up to rounding; none where the walk
// ends before. A ray straight to p could be stopped by a corner that the walk only touches.
SurfacePoint surface_point_along(const Mesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                                 Vec2 p) {
  FaceId found;  // the first face of the walk that holds `p`
  const auto look_at = [&](FaceId face) {
    if (found.is_none() && lies_on(mesh, {face, {p.x, p.y, 0}})) found = face;
  };
  look_at(from.face);
  const auto on_cross = [&](EdgeId edge) { look_at(mesh.across(edge)); };
  if (found.is_none()) cast_ray_to(mesh, from, to, {}, on_cross);
  return found.is_none() ? SurfacePoint{} : surface_point_on(mesh, found, p);
}

// The surface point, or none where the mesh has no such face any more, or has it elsewhere.
SurfacePoint if_on_mesh(const Mesh& mesh, const SurfacePoint& surface_point) {
  return surface_point.face.value < mesh.face_count() && lies_on(mesh, surface_point)
             ? surface_point
             : SurfacePoint{};
}

}  // namespace

PathFollower::PathFollower(std::vector<PathPoint> points, const FollowOptions& options)
    : points_(std::move(points)), options_(options) {
  measure();
}

void PathFollower::measure() {
  segment_ = 0;
  walked_ = 0;
  remaining_ = length(points_);
}

PathPosition PathFollower::current() const {
  if (points_.empty()) return {};
  if (is_done()) return {points_.back().vec(), {}, points_.size() - 1, {}};
  const Vec3 from = points_[segment_].vec();
  const double metres = segment_length(segment_);
  const Vec3 heading = metres > 0 ? (points_[segment_ + 1].vec() - from) * (1 / metres) : Vec3{};
  return {from + heading * walked_, heading, segment_, points_[segment_].link};
}

PathPosition PathFollower::advance(double metres) {
  if (!(metres > 0)) return current();
  while (!is_done()) {
    const double left = segment_length(segment_) - walked_;
    if (metres < left) {
      walked_ += metres;
      remaining_ = std::max(remaining_ - metres, 0.0);
      return current();
    }
    metres -= left;
    remaining_ = std::max(remaining_ - left, 0.0);
    ++segment_;
    walked_ = 0;
  }
  remaining_ = 0;
  return current();
}

void PathFollower::trim() {
  points_.erase(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(segment_));
  segment_ = 0;
}

std::optional<LinkAhead> PathFollower::next_link() const {
  double metres = -walked_;
  for (std::size_t i = segment_; i + 1 < points_.size(); ++i) {
    if (!points_[i].link.is_none()) return LinkAhead{points_[i].link, i, std::max(metres, 0.0)};
    metres += segment_length(i);
  }
  return std::nullopt;
}

std::optional<BlockAhead> PathFollower::blocked_ahead(const World& world, double metres,
                                                      const WalkCheck& check) const {
  double before = 0;  // metres to the start of the current walk
  for (std::size_t i = segment_; i + 1 < points_.size() && before <= metres; ++i) {
    const double ahead = segment_length(i) - (i == segment_ ? walked_ : 0);
    if (!points_[i].link.is_none()) {
      before += ahead;
      continue;
    }
    SurfacePoint from = if_on_mesh(world.mesh, local_surface_point(world, points_[i]));
    const SurfacePoint to = local_surface_point(world, points_[i + 1]);
    bool is_free = from.is_found() && can_walk(world.mesh, from, to, check);
    if (!is_free && i == segment_ && from.is_found()) {  // it may be behind
      from = replan_from(world);
      is_free = from.is_found() && can_walk(world.mesh, from, to, check);
    }
    if (!from.is_found()) {
      return BlockAhead{i == segment_ ? current().position : points_[i].vec(), before, {}};
    }
    if (!is_free) {
      const Ray ray = cast_ray(world.mesh, from, to.point.xy(), check.rule);
      const double plan = length(to.point.xy() - from.point.xy());
      const double share = plan > 0 ? length(ray.end.point.xy() - from.point.xy()) / plan : 0;
      const double distance = before + ahead * share;
      if (distance > metres) return std::nullopt;
      return BlockAhead{world.frame(options_.axes).from_local(ray.end.point), distance, ray.wall};
    }
    before += ahead;
  }
  return std::nullopt;
}

SurfacePoint PathFollower::replan_from(const World& world) const {
  if (points_.empty()) return {};
  if (is_done()) return local_surface_point(world, points_.back());
  const SurfacePoint to = local_surface_point(world, points_[segment_ + 1]);
  if (!points_[segment_].link.is_none()) return to;
  const SurfacePoint from = local_surface_point(world, points_[segment_]);
  if (walked_ == 0 || from.face.value >= world.mesh.face_count()) return from;
  return surface_point_along(
      world.mesh, from, to, world.frame(options_.axes).to_local(as_point(current().position)).xy());
}

void PathFollower::splice(std::vector<PathPoint> points) {
  const bool is_on_link = !is_done() && !points_[segment_].link.is_none();
  const PathPoint take_off = is_on_link ? points_[segment_] : PathPoint{};
  const double walked = walked_;
  points_ = std::move(points);
  if (is_on_link) points_.insert(points_.begin(), take_off);
  measure();
  if (!is_on_link || is_done()) return;
  walked_ = std::min(walked, segment_length(0));
  remaining_ -= walked_;
}

}  // namespace thalweg
