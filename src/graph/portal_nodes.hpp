// The nodes of a portal graph at a face, and the ends of links in any graph.
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/graph/graph.hpp"

namespace thalweg {

// The lower half-edge of a portal: the one that portal graphs name.
inline EdgeId lower_half(const Mesh& mesh, EdgeId edge) { return std::min(edge, mesh.twin(edge)); }

// The half-edge of `at`'s portal that belongs to `face`; none for the end of a link.
inline EdgeId half_in(const Mesh& mesh, PortalNode at, FaceId face) {
  if (at.is_link_end()) return {};
  return mesh.face(at.edge()) == face ? at.edge() : mesh.twin(at.edge());
}

// The face that holds the end of a link.
inline FaceId link_end_face(const World& world, PortalNode at) {
  const Link& link = world.links[at.link()];
  return at.along == 0 ? link.from_face : link.to_face;
}

inline Vec3 link_end_point(const World& world, PortalNode at) {
  const Link& link = world.links[at.link()];
  return at.along == 0 ? link.from : link.to;
}

// The ends of the links on the mesh, start before end, in order of link. In visibility, axis
// and terrain graphs they are the last nodes, in this order.
inline std::vector<PortalNode> link_end_nodes(const World& world) {
  std::vector<PortalNode> ends;
  for (const LinkId id : world.links.ids()) {
    const Link& link = world.links[id];
    if (link.from_face.is_none() || link.to_face.is_none()) continue;
    ends.push_back({ArcLabel::of(id).value, 0});
    ends.push_back({ArcLabel::of(id).value, 1});
  }
  return ends;
}

// True when an agent may walk on from `at`, or up to it. Both hold except at ends of one-way links.
inline bool can_leave(const World& world, PortalNode at) {
  return !at.is_link_end() || at.along == 1 || world.links[at.link()].is_two_way != 0;
}
inline bool can_arrive(const World& world, PortalNode at) {
  return !at.is_link_end() || at.along == 0 || world.links[at.link()].is_two_way != 0;
}

// Calls visit(node, half-edge of `face` it lies on) for the portal points of `face`, then
// visit(node, none) for the ends of links inside it. O(corners x log nodes).
// Requires: a portal graph of this world.
template <class Visit>
void for_each_portal_node(const World& world, const Graph& graph, FaceId face, Visit visit) {
  const auto nodes = graph.arrays().portal_nodes.span();
  const auto node_at = [&](auto it) {
    return NodeId(static_cast<std::uint32_t>(it - nodes.begin()));
  };
  const auto ends = std::partition_point(nodes.begin(), nodes.end(),
                                         [](PortalNode p) { return !p.is_link_end(); });
  for (const EdgeId edge : world.mesh.edges(face)) {
    if (!world.mesh.is_portal(edge)) continue;
    const std::uint32_t wanted = lower_half(world.mesh, edge).value;
    auto it =
        std::partition_point(nodes.begin(), ends, [&](PortalNode p) { return p.what < wanted; });
    for (; it != ends && it->what == wanted; ++it) visit(node_at(it), edge);
  }
  auto it = std::partition_point(ends, nodes.end(),
                                 [&](PortalNode p) { return link_end_face(world, p) < face; });
  for (; it != nodes.end() && link_end_face(world, *it) == face; ++it) visit(node_at(it), EdgeId());
}

}  // namespace thalweg
