// ProfileRule: where a profile, and a filter, may walk on a mesh; and what straight walks cost there.
#pragma once

#include "price/mesh_filter.hpp"
#include "thalweg/price/ground_filter.hpp"
#include "thalweg/price/pricer.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Which portals the pricer's profile, and a filter, may go through. Valid as long as all of them.
struct ProfileRule {
  const World& world;
  const Pricer& pricer;
  const GroundFilter* filter = nullptr;

  bool may_enter(FaceId face) const {
    return pricer.may_enter(face) && (filter == nullptr || filter->allows(face));
  }
  // Whatever lies behind the edge.
  bool may_pass(EdgeId edge) const {
    return pricer.may_cross(edge) &&
           (filter == nullptr || MeshFilter(world.mesh, *filter).allows(edge));
  }
  bool may_cross(EdgeId edge) const { return may_pass(edge) && may_enter(world.mesh.across(edge)); }
  // Both ends of a link.
  bool may_take(LinkId id) const {
    return may_enter(world.links[id].from_face) && may_enter(world.links[id].to_face);
  }
  CrossRule rule() const { return {FunctionRef<bool(EdgeId)>::to<&ProfileRule::may_cross>(*this)}; }
};

// The price of walking straight from surface point to surface point, in the profile's unit: the
// pieces across each face by Pricer::portal_arc, as the filter counts them where there is one.
// kNoLimit where that does not lead there over ground and through portals that the profile and the
// filter allow. Along an edge the cheaper side counts. `note` is called for the edges that the line
// crosses, in order.
// O(faces crossed).
double straight_price(const World& world, const Pricer& pricer, const SurfacePoint& from,
                      const SurfacePoint& to, const GroundFilter* filter = nullptr,
                      OnCross note = {});
// The same of a walk that has just come over `entered`, a half-edge of the face it starts on.
double straight_price_over(const ProfileRule& by, EdgeId entered, const SurfacePoint& from,
                           const SurfacePoint& to);

}  // namespace thalweg
