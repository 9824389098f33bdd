// An arc is priced by walking along it from face to face. Routes become paths as they are: the
// nodes are points that see each other.
#include "graph/kinds/sight_form.hpp"

#include "graph/kinds/points.hpp"

namespace thalweg {

ArcPrices SightForm::prices(const World& world, const Graph& graph, const Profile& profile,
                            const Progress& /*progress*/) const {
  const Pricer pricer(world, profile);
  const auto surface_point = [&](NodeId node) {
    return standing_surface_point({world, pricer}, graph, node);
  };
  const auto price_arc = [&](const GraphArc& arc) {
    if (arc.label.is_link()) return pricer.portal_link(arc.label.link());
    return spaced_price({world, pricer}, surface_point(arc.from), surface_point(arc.to));
  };
  return price_all(graph, price_arc, [&](NodeId node) { return surface_point(node).is_found(); });
}

// A straight walk over several faces is priced again, piece by piece, which is slow.
CostBatch SightForm::filtered(const Ground& ground, const GroundFilter& filter,
                              std::span<const ReverseArc> arcs) const {
  const ProfileRule by{ground.world(), ground.pricer(), &filter};
  return filter_batch(ground, arcs, [&](const GraphArc& arc, Cost cost) {
    if (cost == kForbidden) return cost;
    if (arc.label.is_link()) return by.may_take(arc.label.link()) ? cost : kForbidden;
    const SurfacePoint start = standing_surface_point(by, ground.graph(), arc.from);
    const SurfacePoint end = standing_surface_point(by, ground.graph(), arc.to);
    return to_cost(ground, spaced_price(by, start, end));
  });
}

// Arcs cross many faces: those of the nodes, and all that is connected to them.
void SightForm::mark_faces(const Ground& ground, const ReachedNodes& reached,
                           FaceMarker& marker) const {
  MeshForm::mark_faces(ground, reached, marker);
  marker.spread();
}

// The nodes themselves: points that see each other.
Laid SightForm::lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
                    Laid old) const {
  const Graph& graph = ground.graph();
  const Mesh& mesh = ground.world().mesh;
  const ProfileRule by{ground.world(), ground.pricer(), ends.filter};
  std::vector<PathPoint>& points = old.points;
  const auto add = [&](Vec3 p, FaceId face) {
    add_point(points, path_point(p, face, mesh.area(face)));
  };
  SurfacePoint here = ends.start.surface_point();
  Vec3 at = here.point;  // as it is given: a surface point may be pulled onto its face
  const auto go_to = [&](const SurfacePoint& next, Vec3 given, ArcLabel label) {
    add(at, label.is_link() ? here.face : first_face(by, here, next));
    if (label.is_link()) points.back().link = label.link();
    here = next;
    at = given;
  };
  const auto pass_through = [&](NodeId node, const End& end) {
    for (const EndVia& via : ends.vias) {
      if (via.node == node && via.end == end.point)
        go_to(via.surface_point, via.surface_point.point, {});
    }
  };
  if (!route.nodes.empty()) pass_through(route.nodes.front(), ends.start);
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    const ArcLabel label = i == 0 ? ArcLabel{} : graph.label(route.arcs[i - 1]);
    go_to(standing_surface_point(by, graph, route.nodes[i]), graph.position(route.nodes[i]), label);
  }
  if (!route.nodes.empty()) pass_through(route.nodes.back(), ends.goal);
  add(at, first_face(by, here, ends.goal.surface_point()));
  points.push_back(path_point(ends.goal.point, ends.goal.face, mesh.area(ends.goal.face)));
  return old;
}

bool SightSeeds::add(NodeId node, const SurfacePoint& over) {
  const Cost near = walk_to(over);
  const Cost far = is_start_ ? walk(over, standing(node), {}) : walk(standing(node), over, {});
  if (near == kForbidden || far >= kForbidden - near) return false;
  ends_.vias.push_back({node, end_.point, over});
  return add(node, near + far);
}

void SightJoiner::join(const End& end, bool is_start, JoinedEnds& ends) const {
  SightSeeds seeds(ground_, end, is_start, ends);
  add_seen(end, ends, seeds);
  const std::size_t first = ground_.graph().node_count() - link_ends_.size();
  for (std::size_t i = 0; i < link_ends_.size(); ++i) {
    const PortalNode at = link_ends_[i];
    const bool is_open =
        is_start ? can_arrive(ground_.world(), at) : can_leave(ground_.world(), at);
    if (is_open) seeds.add(NodeId(static_cast<std::uint32_t>(first + i)));
  }
}

Distance SightJoiner::direct(const End& start, const End& goal, const GroundFilter* filter) const {
  if (start.point == goal.point) return 0;
  const ProfileRule by{ground_.world(), ground_.pricer(), filter};
  return to_distance(to_cost(
      ground_, spaced_price(by, start.surface_point(), goal.surface_point(), {true, true})));
}

}  // namespace thalweg
