// A plan crosses a door with its first segment that intersects it in the plane, at a height less
// than 2 m away. There the plan is cut into the part to walk and the tail.
#include "crowd/doors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "thalweg/geometry/segment.hpp"

#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kDoorHeight = 2;  // metres

Vec3 level(Axes axes, Point p) { return to_world(axes, Vec3{p.x, p.y, p.z}); }

// How far along a -> b the line through c and d is met; 0.5 where they are parallel.
double share_to(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double before = cross(d - c, a - c);
  const double after = cross(d - c, b - c);
  return before == after ? 0.5 : std::clamp(before / (before - after), 0.0, 1.0);
}

// True for the same coordinate, or one that is left out in both.
bool are_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool is_point(const Door& door) {
  return are_same(door.from.x, door.to.x) && are_same(door.from.y, door.to.y) &&
         are_same(door.from.z, door.to.z);
}

Point middle(const Door& door) {
  return {(door.from.x + door.to.x) / 2, (door.from.y + door.to.y) / 2,
          (door.from.z + door.to.z) / 2};
}

// Where a path crosses a door: between this point and the next.
struct DoorPoint {
  std::size_t segment = 0;
  Vec3 point;
};
std::optional<DoorPoint> crossing(std::span<const PathPoint> points, const Door& door, Axes axes) {
  const Vec3 c = level(axes, door.from);
  const Vec3 d = level(axes, door.to);
  if (!is_finite(c.xy()) || !is_finite(d.xy())) return std::nullopt;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (!points[i].link.is_none()) continue;
    const Vec3 a = to_world(axes, points[i].vec());
    const Vec3 b = to_world(axes, points[i + 1].vec());
    if (!meet({a.xy(), b.xy()}, {c.xy(), d.xy()})) continue;
    const Vec3 p = a + (b - a) * share_to(a.xy(), b.xy(), c.xy(), d.xy());
    const double height = (c.z + d.z) / 2;
    if (std::abs(p.z - height) >= kDoorHeight) continue;  // false for a height left out
    return DoorPoint{i, from_world(axes, p)};
  }
  return std::nullopt;
}

// The point of the crossing, on the face that it lies on.
PathPoint point_at(const World& world, Axes axes, const PathPoint& before, Vec3 p) {
  PathPoint point = before;
  point.x = p.x;
  point.y = p.y;
  point.z = p.z;
  if (before.face.is_none()) return point;
  const Vec2 to = world.frame(axes).to_local(as_point(p)).xy();
  const Vec3 from = world.frame(axes).to_local(as_point(before.vec()));
  const Vec2 inside = pulled_inside(world.mesh, before.face, from.xy());
  const Ray ray = cast_ray(world.mesh, {before.face, {inside.x, inside.y, from.z}}, to);
  point.face = ray.end.face;
  point.area = world.mesh.area(point.face);
  return point;
}

}  // namespace

std::size_t aim(std::span<const Door> doors, std::size_t next) {
  if (next >= doors.size()) return doors.size();
  return is_point(doors[next]) ? next : next + 1;
}

Query stretch(const Query& whole, Point start, std::span<const Door> doors, std::size_t next) {
  Query query = whole;
  query.start = start;
  const std::size_t aimed = aim(doors, next);
  if (aimed == doors.size()) return query;
  query.goal = middle(doors[aimed]);
  query.more_goals.clear();
  return query;
}

Head head_of(const World& world, Axes axes, std::span<const Door> doors, std::size_t next,
             std::vector<PathPoint> plan) {
  Head head{std::move(plan), next + 1, {}};
  const std::size_t aimed = aim(doors, next);
  if (aimed == doors.size()) head.next = aimed;
  if (aimed == doors.size() || aimed == next) return head;
  const auto at = crossing(head.points, doors[next], axes);
  if (!at) {
    head.next = aimed + 1;
    return head;
  }
  const PathPoint last = point_at(world, axes, head.points[at->segment], at->point);
  const auto rest = head.points.begin() + static_cast<std::ptrdiff_t>(at->segment) + 1;
  head.tail.push_back(last);
  head.tail.insert(head.tail.end(), rest, head.points.end());
  head.points.erase(rest, head.points.end());
  head.points.push_back(last);
  return head;
}

}  // namespace thalweg
