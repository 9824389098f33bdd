// Interim: replaced by the shaping branch.
#pragma once
#include <vector>
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/path.hpp"
namespace thalweg {
enum class Shape : std::uint8_t { centres, midpoints, sight, funnel, spline };
struct ShapeOptions {
  Shape shape = Shape::funnel;
  double radius = 0;
  CrossRule rule = {};
};
class Shaper {
 public:
  std::vector<PathPoint> shape(const World& world, const Corridor& corridor, const ShapeOptions&,
                               std::vector<PathPoint> old) {
    old.clear();
    const auto add = [&](Vec3 p, FaceId f) {
      old.push_back({p.x, p.y, p.z, f, {}, world.mesh.area(f)});
    };
    add(corridor.start.point, corridor.start.face);
    for (const CorridorStep& step : corridor.steps) {
      if (!step.portal.is_none()) {
        add(world.mesh.midpoint(step.portal), world.mesh.across(step.portal));
        continue;
      }
      const Link& link = world.links[step.link];
      add(step.is_backwards ? link.to : link.from, step.face);
      old.back().link = step.link;
      add(step.is_backwards ? link.from : link.to,
          step.is_backwards ? link.from_face : link.to_face);
    }
    add(corridor.goal.point, corridor.goal.face);
    return old;
  }
};
}  // namespace thalweg
