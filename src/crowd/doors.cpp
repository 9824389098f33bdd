#include "crowd/doors.hpp"

#include <algorithm>
#include <cmath>

#include "crowd/ground.hpp"
#include "thalweg/geometry/segment.hpp"

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

}  // namespace

bool is_place(const Door& door) { return door.from.x == door.to.x && door.from.y == door.to.y; }

Point middle(const Door& door) {
  return {(door.from.x + door.to.x) / 2, (door.from.y + door.to.y) / 2,
          (door.from.z + door.to.z) / 2};
}

std::size_t aim(std::span<const Door> doors, std::size_t next) {
  if (next >= doors.size()) return doors.size();
  return is_place(doors[next]) ? next : next + 1;
}

std::optional<Crossing> crossing(std::span<const PathPoint> points, const Door& door, Axes axes) {
  const Vec3 c = level(axes, door.from);
  const Vec3 d = level(axes, door.to);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (!points[i].link.is_none()) continue;
    const Vec3 a = to_world(axes, points[i].vec());
    const Vec3 b = to_world(axes, points[i + 1].vec());
    if (!meet({a.xy(), b.xy()}, {c.xy(), d.xy()})) continue;
    const Vec3 p = a + (b - a) * share_to(a.xy(), b.xy(), c.xy(), d.xy());
    const double height = (c.z + d.z) / 2;
    if (std::abs(p.z - height) >= kDoorHeight) continue;  // false for a height left out
    return Crossing{i, from_world(axes, p)};
  }
  return std::nullopt;
}

Cut cut(std::span<const PathPoint> points, std::span<const Door> doors, std::size_t next,
        Axes axes) {
  const std::size_t aimed = aim(doors, next);
  const Crossing end{points.size() - 1, points.back().vec()};
  if (aimed == next) return {end, next + 1};
  if (const auto at = crossing(points, doors[next], axes)) return {*at, next + 1};
  return {end, aimed == doors.size() ? aimed : aimed + 1};
}

}  // namespace thalweg
