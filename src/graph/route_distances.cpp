// Adds up the bases of a route's arcs in space, in the plane and in height, without respects or
// multipliers; the cost beside them has both.
#include "thalweg/graph/route_distances.hpp"

namespace thalweg {
namespace {

StepBase base_of(const Ground& ground, ArcId arc) {
  const ArcLabel label = ground.graph().label(arc);
  if (!label.is_link()) return ground.pricer().face_step_base(label.edge());
  const Link& link = ground.world().links[label.link()];
  const bool is_backwards = link.to_face.value != ground.graph().target(arc).value;
  return ground.pricer().link_step_base(label.link(), is_backwards);
}

}  // namespace

RouteDistances route_distances(const Ground& ground, std::span<const ArcId> route) {
  RouteDistances sum;
  Distance cost = 0;
  for (const ArcId arc : route) {
    cost += ground.metric().cost(arc);
    const StepBase base = base_of(ground, arc);
    sum.xyz += base.xyz;
    sum.xy += base.xy;
    sum.z += base.z;
  }
  sum.path = ground.metric().in_units(cost);
  return sum;
}

}  // namespace thalweg
