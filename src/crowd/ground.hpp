// The ground as one profile walks it: frames of coordinates, which portals are open, straight
// walks.
#pragma once

#include "thalweg/graph/area_filter.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// A caller's points in the world's local coordinates, and back.
inline Vec3 local_of(const World& world, Axes axes, Point p) {
  const Vec3 q = to_world(axes, Vec3{p.x, p.y, p.z});
  return world.to_local({q.x, q.y, q.z});
}
inline Vec3 caller_of(const World& world, Axes axes, Vec3 local) {
  return from_world(axes, world.to_world(local));
}
inline Point as_point(Vec3 p) { return {p.x, p.y, p.z}; }

// Borrows all; `filter` may be null.
struct Ground {
  const World& world;
  const Pricer& pricer;
  const AreaFilter* filter = nullptr;

  // Valid as long as this.
  CrossRule rule() const {
    const auto may_cross = [](const void* given, EdgeId edge) {
      const Ground& ground = *static_cast<const Ground*>(given);
      const FaceId to = ground.world.mesh.across(edge);
      return ground.pricer.may_cross(edge) && ground.pricer.may_enter(to) &&
             (ground.filter == nullptr || ground.filter->allows(ground.world.mesh.area(to)));
    };
    return {may_cross, this};
  }
  // Straight from `from` towards `to`, as far as it goes.
  Ray walk(const Spot& from, Vec2 to) const { return cast_ray(world.mesh, from, to, rule()); }
};

}  // namespace thalweg
