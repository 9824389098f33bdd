// What visibility and axis graphs share: nodes that stand on the mesh, arcs that are straight walks
// over several faces.
#pragma once

#include <vector>

#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/world/spot.hpp"

namespace thalweg {

// The price of walking straight from spot to spot, in the profile's unit: the pieces across each
// face by Pricer::portal_arc. kNoLimit where that does not lead there over ground and through
// portals that the profile may use. O(faces crossed).
double straight_price(const World& world, const Pricer& pricer, const Spot& from, const Spot& to);

// Which portals the pricer's profile may go through. Valid as long as the world and the pricer.
struct ProfileRule {
  const World& world;
  const Pricer& pricer;

  CrossRule rule() const {
    const auto accepts = [](const void* given, EdgeId edge) {
      const auto& [on, by] = *static_cast<const ProfileRule*>(given);
      return by.may_cross(edge) && by.may_enter(on.mesh.across(edge));
    };
    return {accepts, this};
  }
};

// Where the profile stands at a node: its own face, or at a corner another face of its fan; none
// where it may enter none of them. Requires: a visibility or an axis graph of this world.
Spot standing_spot(const World& world, const Pricer& pricer, const Graph& graph, NodeId node);

// The ends of the links on the mesh, start before end, in order of link. In visibility and axis
// graphs they are the last nodes, in this order.
std::vector<PortalPlace> link_end_places(const World& world);

inline Vec3 link_end_point(const World& world, PortalPlace place) {
  const Link& link = world.links[place.link()];
  return place.along == 0 ? link.from : link.to;
}

}  // namespace thalweg
