#include "thalweg/graph/route_distances.hpp"

#include "thalweg/graph/pricer.hpp"

namespace thalweg {
namespace {

// The base of an arc that leads to `to`.
StepBase base_of(const World& world, const Pricer& pricer, ArcLabel label, NodeId to) {
  if (!label.is_link()) return pricer.face_step_base(label.edge());
  const Link& link = world.links[label.link()];
  return pricer.link_step_base(label.link(), link.to_face.value != to.value);
}

}  // namespace

RouteDistances route_distances(const World& world, const Graph& graph, const Metric& metric,
                               std::span<const ArcId> route) {
  Profile profile = metric.profile();
  profile.radius = 0;  // bases do not ask for room
  const Pricer pricer(world, profile);
  RouteDistances sum;
  Distance cost = 0;
  for (const ArcId arc : route) {
    cost += metric.cost(arc);
    const StepBase base = base_of(world, pricer, graph.label(arc), graph.target(arc));
    sum.xyz += base.xyz;
    sum.xy += base.xy;
    sum.z += base.z;
  }
  sum.path = metric.in_units(cost);
  return sum;
}

}  // namespace thalweg
