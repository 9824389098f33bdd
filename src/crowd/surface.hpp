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

  // Walks from `from` straight towards `to`, as far as the profile and the filter allow.
  Ray walk(const Spot& from, Vec2 to) const { return cast_ray(mesh(), from, to, rule_.rule()); }
  bool can_see(const Spot& from, const Spot& to) const {
    return line_of_sight(mesh(), from, to, rule_.rule());
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
  const Mesh& mesh() const { return ground_.world().mesh; }

  const Ground& ground_;
  ProfileRule rule_;
};

}  // namespace thalweg
