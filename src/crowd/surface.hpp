// Surface: straight walks over the ground that a planner's graph is of, for agents that leave its
// paths.
#pragma once

#include <span>
#include <vector>

#include "graph/sight_nodes.hpp"
#include "thalweg/crowd/formation.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

// Borrows the ground and the filter.
class Surface {
 public:
  Surface(const Ground& ground, const GroundFilter* filter)
      : ground_(ground), rule_{ground.world(), ground.pricer(), filter} {}

  // Nowhere where the end is.
  Spot spot_of(const End& end) const {
    return end.face.is_none() ? Spot{} : spot_on(mesh(), end.face, end.point.xy());
  }

  // Walks from `from` straight towards `to`, as far as the profile and the filter allow. Lines along
  // a wall, which a rounding would lead into it, end a micrometre beside `to`.
  Ray walk(const Spot& from, Vec2 to) const {
    const Ray ray = cast_ray(mesh(), from, to, rule_.rule());
    const double metres = length(to - from.point.xy());
    if (ray.is_clear || !(metres > 0)) return ray;
    const Vec2 line = (to - from.point.xy()) * (kAside / metres);
    for (const Vec2 aside : {Vec2{-line.y, line.x}, Vec2{line.y, -line.x}}) {
      const Ray beside = cast_ray(mesh(), from, to + aside, rule_.rule());
      if (beside.is_clear) return beside;
    }
    return ray;
  }
  bool can_see(const Spot& from, const Spot& to) const {
    if (line_of_sight(mesh(), from, to, rule_.rule())) return true;
    const Ray ray = walk(from, to.point.xy());
    return ray.is_clear && length(ray.end.point - to.point) < 1000 * kAside;
  }

  // Up to `count` spots around a middle one.
  std::vector<Spot> formation(const Spot& middle, std::size_t count, double spacing) const {
    return formation_around(mesh(), middle,
                            {.count = count, .spacing = spacing, .rule = rule_.rule()});
  }

  // The spot where a path in local coordinates stands at a point, before it walks on.
  Spot spot_of(const PathPoint& point) const {
    return spot_on(mesh(), point.face, point.vec().xy());
  }
  PathPoint point_of(const Spot& spot) const {
    const Vec3 p = spot.point;
    return {p.x, p.y, p.z, spot.face, {}, mesh().area(spot.face)};
  }

 private:
  static constexpr double kAside = 1e-6;  // metres

  const Mesh& mesh() const { return ground_.world().mesh; }

  const Ground& ground_;
  ProfileRule rule_;
};

}  // namespace thalweg
