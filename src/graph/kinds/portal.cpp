// Portal graph: nodes on the portals between walkable faces and at the ends of links, arcs from
// point to point across a face.
//
// Ends are joined by priced steps to the points of their faces; inside one face also straight from
// start to goal.
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/arcs.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/kinds/corridor_builder.hpp"
#include "graph/kinds/mesh_form.hpp"
#include "graph/kinds/points.hpp"
#include "thalweg/graph/clearance.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kPortals{1};

// Prices from point to point, for agents that fit through.
class PortalPricer {
 public:
  PortalPricer(const World& world, const Graph& graph, const Profile& profile)
      : world_(world), graph_(graph), pricer_(world, profile), radius_(profile.radius) {
    if (!(radius_ > 0)) return;
    auto found = clearances(world, graph, {.limit = 2 * radius_, .rule = pricer_.rule()});
    if (found) clearances_ = std::move(found).value();
  }

  double price(const GraphArc& arc) const {
    if (arc.label.is_link()) return pricer_.portal_link(arc.label.link());
    if (has_clearances() && !clearances_.fits(radius_, arc.id)) return kNoLimit;
    const FaceId face = arc.label.face();
    return pricer_.portal_arc({.from = graph_.position(arc.from),
                               .to = graph_.position(arc.to),
                               .across = face,
                               .entered = half_in(world_.mesh, graph_.portal_node(arc.from), face),
                               .left = half_in(world_.mesh, graph_.portal_node(arc.to), face)});
  }

  bool may_stand(NodeId node) const {
    const PortalNode at = graph_.portal_node(node);
    if (at.is_link_end()) return pricer_.may_enter(link_end_face(world_, at));
    if (has_clearances() && !clearances_.fits(radius_, node)) return false;
    const EdgeId edge = at.edge();
    return pricer_.may_cross(edge) && (pricer_.may_enter(world_.mesh.face(edge)) ||
                                       pricer_.may_enter(world_.mesh.across(edge)));
  }

 private:
  bool has_clearances() const { return clearances_.limit > 0; }

  const World& world_;
  const Graph& graph_;
  Pricer pricer_;
  double radius_;
  Clearances clearances_;  // empty where the radius does not matter
};

// Joins ends by steps across their own faces.
class PortalJoiner final : public EndJoiner {
 public:
  explicit PortalJoiner(const Ground& ground) : ground_(ground) {}

  // By the nodes of its face.
  void join(const End& end, bool is_start, JoinedEnds& ends) const override {
    const World& world = ground_.world();
    const Graph& graph = ground_.graph();
    for_each_portal_node(world, graph, end.face, [&](NodeId node, EdgeId edge) {
      const PortalNode joined = graph.portal_node(node);
      if (is_start ? !can_arrive(world, joined) : !can_leave(world, joined)) return;
      if (ground_.metric().islands().of[node].is_none()) return;
      if (ends.filter != nullptr && !edge.is_none() &&
          !MeshFilter(world.mesh, *ends.filter).allows(edge)) {
        return;
      }
      const Vec3 at = graph.position(node);
      const PortalStep arc = is_start ? PortalStep{end.point, at, end.face, {}, edge}
                                      : PortalStep{at, end.point, end.face, edge, {}};
      const Cost cost = step(arc, ends.filter);
      if (cost == kForbidden || !is_clear(ends.filter, end, at)) return;
      (is_start ? ends.sources : ends.goals).push_back({node, cost});
    });
  }

  Distance direct(const End& start, const End& goal, const GroundFilter* filter) const override {
    if (start.face != goal.face || !is_clear(filter, start, goal)) return kUnreached;
    const Cost cost = step({start.point, goal.point, start.face, {}, {}}, filter);
    return cost != kForbidden && start.point == goal.point ? 0 : to_distance(cost);
  }

 private:
  Cost step(const PortalStep& arc, const GroundFilter* filter) const {
    const Cost cost = to_cost(ground_, ground_.pricer().portal_arc(arc));
    if (filter == nullptr) return cost;
    return MeshFilter(ground_.world().mesh, *filter).cost(cost, arc.across, arc.entered);
  }

  Ground ground_;
};

// Of the faces on both sides of a portal the first, or else the other one where only that is
// walkable.
FaceId face_at(const World& world, PortalNode at) {
  if (at.is_link_end()) return link_end_face(world, at);
  const FaceId a = world.mesh.face(at.edge());
  const FaceId b = world.mesh.across(at.edge());
  const FaceId first = std::min(a, b);
  return is_walkable(world.mesh.area(first)) ? first : std::max(a, b);
}

class PortalForm final : public MeshForm {
 public:
  PortalForm()
      : MeshForm({.kind = kPortals,
                  .name = "portal",
                  .has_corridors = true,
                  .labels_every_arc = true,
                  .has_portal_nodes = true}) {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"portals", "the midpoints of portals", GraphSpec::portals()},
        {"portals3", "up to 3 points on a portal, one for 8 m", GraphSpec::portals(3, 8)},
        {"portals5", "up to 5 points on a portal, one for 4 m", GraphSpec::portals(5, 4)}};
    return kNamed;
  }
  Result<void> check(const World& world, const GraphSpec& spec) const override {
    TRY_DO(MeshForm::check(world, spec));
    if (spec.max_points < 1 || spec.max_points > 64) return Error{"a portal takes 1 to 64 points"};
    if (!(spec.one_per > 0) || !std::isfinite(spec.one_per)) {
      return Error{"the metres for each point of a portal must be positive"};
    }
    return {};
  }
  GraphSpec normal(const World& /*world*/, const GraphSpec& spec) const override {
    return spec.max_points > 1 ? GraphSpec::portals(spec.max_points, spec.one_per)
                               : GraphSpec::portals();
  }
  Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* /*agent*/,
                            const Progress& /*progress*/) const override {
    return build_portal_graph(world, spec);
  }
  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& /*progress*/) const override {
    const PortalPricer pricer(world, graph, profile);
    return price_all(
        graph, [&](const GraphArc& arc) { return pricer.price(arc); },
        [&](NodeId node) { return pricer.may_stand(node); });
  }

  // An arc counts by the face it crosses and the edge over which it enters it; a link as it is.
  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override {
    const Mesh& mesh = ground.world().mesh;
    const Graph& graph = ground.graph();
    const ProfileRule rule{ground.world(), ground.pricer(), &filter};
    const MeshFilter by(mesh, filter);
    return filter_batch(ground, arcs, [&](const GraphArc& arc, Cost cost) {
      if (arc.label.is_link()) return rule.may_take(arc.label.link()) ? cost : kForbidden;
      const FaceId face = arc.label.face();
      const EdgeId entered = half_in(mesh, graph.portal_node(arc.from), face);
      const EdgeId left = half_in(mesh, graph.portal_node(arc.to), face);
      const bool is_open =
          (entered.is_none() || by.allows(entered)) && (left.is_none() || by.allows(left));
      if (!is_open) return kForbidden;
      return cost_if_clear(filter, graph.position(arc.from), graph.position(arc.to),
                           by.cost(cost, face, entered));
    });
  }

  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<PortalJoiner>(ground);
  }
  End end_at(const World& world, const Graph& graph, NodeId node) const override {
    return {.face = face_at(world, graph.portal_node(node)),
            .square = {},
            .point = graph.position(node)};
  }

  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override {
    CorridorBuilder builder(ground.world(), ends, std::move(old.corridor));
    for (std::size_t i = 0; i < route.nodes.size(); ++i) {
      const PortalNode at = ground.graph().portal_node(route.nodes[i]);
      const bool is_last = i == route.arcs.size();
      const ArcLabel label = is_last ? ArcLabel{} : ground.graph().label(route.arcs[i]);
      if (label.is_link()) {
        builder.take(label.link(), at.along == 1);
      } else if (!at.is_link_end()) {
        builder.cross_to(is_last ? ends.goal.face : label.face(), at);
      }
    }
    return {std::move(builder).finish(), std::move(old.points)};
  }

  std::vector<PathPoint> walked(const Ground& ground, const Route& route, const JoinedEnds& ends,
                                std::vector<PathPoint> old) const override {
    const World& world = ground.world();
    const auto on = [&](Vec3 at, FaceId face) {
      return path_point(at, face, world.mesh.area(face));
    };
    old.clear();
    add_point(old, on(ends.start.point, ends.start.face));
    for (std::size_t i = 0; i < route.nodes.size(); ++i) {
      const bool is_last = i == route.arcs.size();
      const ArcLabel label = is_last ? ArcLabel{} : ground.graph().label(route.arcs[i]);
      const PortalNode at = ground.graph().portal_node(route.nodes[i]);
      const FaceId walked_on = is_last           ? ends.goal.face
                               : label.is_link() ? link_end_face(world, at)
                                                 : label.face();
      add_point(old, on(ground.graph().position(route.nodes[i]), walked_on));
      if (label.is_link()) old.back().link = label.link();
    }
    old.push_back(on(ends.goal.point, ends.goal.face));
    return old;
  }

 private:
  void mark_faces(const Ground& ground, const ReachedNodes& reached,
                  FaceMarker& marker) const override {
    for (const NodeId node : reached.nodes) {
      const PortalNode at = ground.graph().portal_node(node);
      if (at.is_link_end()) {
        marker.mark(link_end_face(ground.world(), at));
      } else {
        marker.mark_both(at.edge());
      }
    }
  }
};

}  // namespace

GraphSpec GraphSpec::portals(std::uint32_t max_points, float one_per) {
  return {.kind = kPortals, .max_points = max_points, .one_per = one_per};
}

const GraphForm& portal_form() {
  static const PortalForm form;
  return form;
}

}  // namespace thalweg
