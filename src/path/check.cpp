// Each point must lie on the face it names, and each leg be a clear straight walk or a link. A walk
// may be moved aside by the slack, for rounding at corners.
#include "thalweg/path/check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// `surface_point` moved by `aside`, onto its face again.
template <class AnyMesh>
SurfacePoint moved(const AnyMesh& mesh, const SurfacePoint& surface_point, Vec2 aside) {
  return surface_point_on(mesh, surface_point.face, surface_point.point.xy() + aside);
}

std::optional<std::string> broken_point_law(const PathPoint& point, const World& world) {
  if (!is_finite(point.vec())) return "is not finite";
  if (point.face.value >= world.mesh.face_count()) return "lies on no face";
  if (!lies_on(world.mesh, surface_point_of(point)))
    return "does not lie on face " + to_string(point.face);
  if (point.area != world.mesh.area(point.face)) return "names another area than its face";
  return std::nullopt;
}

std::optional<std::string> broken_link_law(const PathPoint& from, const PathPoint& to,
                                           const World& world) {
  if (from.link.value >= world.links.size()) return "takes a link that is not there";
  const Link& link = world.links[from.link];
  const auto is_at = [](const PathPoint& p, const Vec3f& end) {
    return length(p.vec() - Vec3(end)) <= rounding_at(p.vec().xy());
  };
  if (is_at(from, link.from) && is_at(to, link.to)) return std::nullopt;
  if (link.is_two_way != 0 && is_at(from, link.to) && is_at(to, link.from)) return std::nullopt;
  return "takes a link from elsewhere, or to elsewhere";
}

}  // namespace

double rounding_at(Vec2 p) {
  return std::max(1e-6, std::max(std::abs(p.x), std::abs(p.y)) * 0x1p-23);
}

template <class AnyMesh>
bool lies_on(const AnyMesh& mesh, const SurfacePoint& surface_point) {
  const Vec2 p = surface_point.point.xy();
  return length(nearest_point(mesh, surface_point.face, p) - p) <= rounding_at(p);
}

template <class AnyMesh>
bool can_walk(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
              const WalkCheck& check) {
  if (from.face.value >= mesh.face_count() || to.face.value >= mesh.face_count()) return false;
  if (!lies_on(mesh, from) || !lies_on(mesh, to)) return false;
  if (line_of_sight(mesh, from, to, check.rule)) return true;
  const Vec2 span = to.point.xy() - from.point.xy();
  const double metres = length(span);
  if (check.slack == 0 || !(metres > 0)) return false;
  for (const double side : {check.slack, -check.slack}) {
    const Vec2 aside = Vec2{-span.y, span.x} * (side / metres);
    if (line_of_sight(mesh, moved(mesh, from, aside), moved(mesh, to, aside), check.rule)) {
      return true;
    }
  }
  return false;
}

SurfacePoint local_surface_point(const World& world, const PathPoint& point, Axes axes) {
  const Vec3 p = world.frame(axes).to_local(as_point(point.vec()));
  if (point.face.value >= world.mesh.face_count()) return {point.face, p};
  const double rounding = (length(world.origin) + length(p)) * 0x1p-50;
  for (const EdgeId e : world.mesh.edges(point.face)) {
    const Vec3 corner = world.mesh.start(e);
    if (length(corner - p) <= rounding) return {point.face, corner};
  }
  return {point.face, p};
}

std::optional<std::string> broken_law(std::span<const PathPoint> points, const World& world,
                                      Axes axes, const WalkCheck& check) {
  std::vector<PathPoint> local(points.begin(), points.end());
  for (PathPoint& point : local) {
    const Vec3 p = local_surface_point(world, point, axes).point;
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
  return broken_local_law(local, world, check);
}

std::optional<std::string> broken_local_law(std::span<const PathPoint> points, const World& world,
                                            const WalkCheck& check) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string name = "point " + std::to_string(i) + " ";
    if (auto wrong = broken_point_law(points[i], world)) return name + *wrong;
    if (i + 1 == points.size()) break;
    if (!points[i].link.is_none()) {
      if (auto wrong = broken_link_law(points[i], points[i + 1], world)) return name + *wrong;
    } else if (!can_walk(world.mesh, surface_point_of(points[i]), surface_point_of(points[i + 1]),
                         check)) {
      return name + "does not see the next";
    }
  }
  if (!points.empty() && !points.back().link.is_none()) return "the last point takes a link";
  return std::nullopt;
}

template bool lies_on(const Mesh&, const SurfacePoint&);
template bool lies_on(const GridMesh&, const SurfacePoint&);
template bool can_walk(const Mesh&, const SurfacePoint&, const SurfacePoint&, const WalkCheck&);
template bool can_walk(const GridMesh&, const SurfacePoint&, const SurfacePoint&, const WalkCheck&);

}  // namespace thalweg
