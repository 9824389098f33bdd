// The direction to the nearest goal, or along the first wall that a straight walk in it meets.
#include "crowd/guess.hpp"

#include <algorithm>
#include <cmath>

#include "graph/sight_nodes.hpp"
#include "thalweg/world/ray.hpp"
namespace thalweg {
namespace {

// From the start to the nearest goal; zero where there is no direction.
Vec2 to_nearest_goal(const World& world, const Query& query, Vec2 start) {
  Vec2 best;
  double metres = kNoLimit;
  for (std::size_t i = 0; i <= query.more_goals.size(); ++i) {
    const Point goal = i == 0 ? query.goal : query.more_goals[i - 1];
    const Vec2 direction = world.frame(query.axes).to_local(goal).xy() - start;
    if (!is_finite(direction) || !(length(direction) < metres)) continue;
    metres = length(direction);
    best = direction;
  }
  return best;
}

Vec2 along_wall(const Mesh& mesh, EdgeId wall, Vec2 towards) {
  const Vec2 along = unit(mesh.end(wall).xy() - mesh.start(wall).xy());
  return dot(along, towards) < 0 ? along * -1 : along;
}

bool is_free(const World& world, const Pricer& pricer, Vec2 from, Vec2 direction, double metres) {
  constexpr double kLooksPerSquare = 4;
  const double step = world.grid.spacing() / kLooksPerSquare;
  const int looks = static_cast<int>(std::clamp(metres / step, 1.0, 1000.0));
  for (int i = 1; i <= looks; ++i) {
    const SquareId square = world.grid.square_at(from + direction * (metres * i / looks));
    if (square.is_none() || !pricer.may_enter(square)) return false;
  }
  return true;
}

// On grids walls run along the axes.
Vec2 guess_on_grid(const World& world, const Pricer& pricer, Vec2 from, Vec2 direction,
                   double metres) {
  if (is_free(world, pricer, from, direction, metres)) return direction;
  const Vec2 across{direction.x < 0 ? -1.0 : 1.0, 0};
  const Vec2 upwards{0, direction.y < 0 ? -1.0 : 1.0};
  const bool is_flat = std::abs(direction.x) >= std::abs(direction.y);
  const double one = world.grid.spacing();
  for (const Vec2 side : {is_flat ? across : upwards, is_flat ? upwards : across}) {
    if (is_free(world, pricer, from, side, one)) return side;
  }
  return direction;
}

}  // namespace

Vec2 unit(Vec2 v) {
  const double largest = std::max(std::abs(v.x), std::abs(v.y));
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  const Vec2 scaled = {v.x / largest, v.y / largest};
  const double metres = length(scaled);
  return {scaled.x / metres, scaled.y / metres};
}

Vec2 guess_heading(const World& world, const EndFinder& finder, const Query& query, double metres) {
  const Vec3 start = world.frame(query.axes).to_local(query.start);
  if (!is_finite(start.xy())) return {};
  const Vec2 whole = to_nearest_goal(world, query, start.xy());
  const Vec2 direction = unit(whole);
  if (direction == Vec2{} || !(query.reach >= 0)) return direction;
  if (why_invalid(query) != nullptr || why_invalid(query, world) != nullptr) return direction;
  const GroundFilter filter = filter_of(query, world, finder.pricer().radius());
  const End end = finder.find(start, query.reach, &filter);
  const double needed = std::min(length(whole), metres);
  if (!end.square.is_none()) {
    return guess_on_grid(world, finder.pricer(), end.point.xy(), direction, needed);
  }
  if (end.face.is_none()) return direction;
  const SurfacePoint from = surface_point_on(world.mesh, end.face, end.point.xy());
  const Vec2 target = from.point.xy() + direction * needed;
  const ProfileRule ground{world, finder.pricer(), &filter};
  const Ray ray = cast_ray(world.mesh, from, target, ground.rule());
  return ray.is_clear ? direction : along_wall(world.mesh, ray.wall, direction);
}

}  // namespace thalweg
