// What visibility and axis graphs share: nodes that stand on the mesh, arcs that are straight walks
// over several faces.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "graph/mesh_filter.hpp"
#include "graph/wide_walk.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/ground_filter.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

struct ProfileRule;

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

// True when an agent keeps its radius from walls, and from the obstacles that the filter leaves
// out, on the straight walk from surface point to surface point. Requires: they see each other.
// O(faces near it).
bool keeps_distance(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends = {});

// The same price, kNoLimit where the walk does not keep that distance.
double spaced_price(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends = {}, OnCross note = {});

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

// Where the profile stands at a node: its own face, or at a corner another face of its fan; none
// where it may enter none of them. Requires: a visibility or an axis graph of this world.
SurfacePoint standing_surface_point(const ProfileRule& by, const Graph& graph, NodeId node);

// The face that a straight walk from surface point to surface point leads over at first: its own,
// or where it starts on a corner or an edge, perhaps another one there.
FaceId first_face(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to);

// The ends of the links on the mesh, start before end, in order of link. In visibility and axis
// graphs they are the last nodes, in this order.
std::vector<PortalNode> link_end_nodes(const World& world);

// How points join an axis graph: calls join(node) for the 8 of the first `count` nodes nearest to
// `from`; where it is true of none of them, for the next 16, 32, ... until it is. So every point
// that sees an axis node is joined. `point_of(node)` is a point of the plane. O(count).
template <class PointOf, class Join>
NearScratch join_near(std::size_t count, Vec2 from, PointOf point_of, Join join,
                      NearScratch old = {}) {
  NearScratch near = std::move(old);
  near.clear();
  for (std::uint32_t n = 0; n < count; ++n) {
    near.push_back({length(point_of(NodeId(n)) - from), NodeId(n)});
  }
  auto first = near.begin();
  bool is_joined = false;
  for (std::ptrdiff_t batch = 8; first != near.end() && !is_joined; batch *= 2) {
    const auto last = first + std::min(batch, near.end() - first);
    std::partial_sort(first, last, near.end());
    for (; first != last; ++first) is_joined = join(first->node) || is_joined;
  }
  return near;
}

// An axis between two nodes, and its distance from a point, in the plane.
struct NearArc {
  double distance = kNoLimit;
  NodeId from;  // none: no axis
  NodeId to;
};

// Points join the nearest axis that they see among these, nearest first.
using NearArcs = std::array<NearArc, 8>;

inline void keep_nearest(NearArcs& nearest, NearArc arc) {
  for (NearArc& other : nearest) {
    if (arc.distance < other.distance) std::swap(arc, other);
  }
}

inline Vec3 link_end_point(const World& world, PortalNode at) {
  const Link& link = world.links[at.link()];
  return at.along == 0 ? link.from : link.to;
}

}  // namespace thalweg
