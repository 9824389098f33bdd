// Face graph: a node per face, an arc per portal and direction, then the links that start there.
//
// Ends are the nodes of the faces they lie on; the ends themselves cost nothing.
#include <algorithm>
#include <optional>

#include "core/try.hpp"
#include "core/unions.hpp"
#include "graph/kinds/arcs.hpp"
#include "graph/kinds/corridor_builder.hpp"
#include "graph/kinds/mesh_form.hpp"
#include "graph/kinds/points.hpp"
#include "graph/portal_nodes.hpp"
#include "graph/rows.hpp"
#include "thalweg/graph/clearance.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kFaces{0};

// A portal of one face, and the half-edge of the face.
struct Opening {
  NodeId node;
  EdgeId edge;
};

// The portals of a face that the agent fits through.
std::vector<Opening> openings_of(const World& world, const Graph& portals, FaceId face,
                                 const Clearances& widths, double radius) {
  std::vector<Opening> all;
  for_each_portal_node(world, portals, face, [&](NodeId node, EdgeId edge) {
    if (!edge.is_none() && widths.fits(radius, node)) all.push_back({node, edge});
  });
  return all;
}

// The openings that wide passages across the face join, by their numbers.
Unions parts_of(const Graph& portals, FaceId face, const Clearances& widths, double radius,
                const std::vector<Opening>& openings) {
  Unions parts(openings.size());
  for (std::uint32_t i = 0; i < openings.size(); ++i) {
    for (const ArcId arc : portals.arcs(openings[i].node)) {
      const ArcLabel label = portals.label(arc);
      if (label.is_link() || label.face() != face || !widths.fits(radius, arc)) continue;
      const auto to = std::ranges::find(openings, portals.target(arc), &Opening::node);
      if (to != openings.end()) parts.join(i, static_cast<std::uint32_t>(to - openings.begin()));
    }
  }
  return parts;
}

// The root of the part of most openings.
std::uint32_t largest_part(Unions parts, std::size_t count) {
  std::vector<std::uint32_t> sizes(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) ++sizes[parts.root(i)];
  return static_cast<std::uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
}

// Which portals a wide agent may take where nodes are whole faces.
//
// A face may be pinched, so that a disc cannot go from each of its portals to each other one. A
// node cannot tell by which portal it was entered. So only the portals of one part of a face are
// open: the part that joins the most portals, the first among equals. All routes over faces are
// then wide enough; those through the smaller parts of pinched faces are lost. Portal graphs know
// all of them.
//
// Takes the clearances of the portal graph, joins the portals of each face by union-find over the
// passages that are wide enough, and opens the largest set.
class FacePassages {
 public:
  // Requires: the pricer's radius is over 0. O(edges), and work near walls.
  FacePassages(const World& world, const Pricer& pricer)
      : mesh_(world.mesh), is_open_(world.mesh.edge_count(), 0) {
    const double radius = pricer.radius();
    const auto portals = build_graph(world, GraphSpec::portals());
    if (!portals) return;
    const auto widths =
        clearances(world, portals.value(), {.limit = 2 * radius, .rule = pricer.rule()});
    if (!widths) return;
    for (const FaceId face : mesh_.faces()) {
      const auto openings = openings_of(world, portals.value(), face, widths.value(), radius);
      Unions parts = parts_of(portals.value(), face, widths.value(), radius, openings);
      const std::uint32_t kept = largest_part(parts, openings.size());
      for (std::uint32_t i = 0; i < openings.size(); ++i) {
        is_open_[openings[i].edge.value] = parts.root(i) == kept ? 1 : 0;
      }
    }
  }

  // True when the agent may go from face to face over the portal of `edge`.
  bool allows(EdgeId edge) const {
    return is_open_[edge.value] != 0 && is_open_[mesh_.twin(edge).value] != 0;
  }

 private:
  Mesh mesh_;                          // shares its arrays
  std::vector<std::uint8_t> is_open_;  // [edge]  1: a portal of the part that its face keeps
};

// True when an arc from `from` through a link leads from the link's end to its start.
bool is_backwards(const World& world, LinkId id, NodeId from) {
  return world.links[id].from_face.value != from.value;
}

// True when the walk from centre to centre, over the middle of the portal or through the link,
// keeps clear of the obstacles that a filter leaves out.
bool is_clear(const Ground& ground, const GroundFilter& filter, const GraphArc& arc) {
  const World& world = ground.world();
  const Vec3 from = ground.graph().position(arc.from);
  const Vec3 to = ground.graph().position(arc.to);
  if (!arc.label.is_link()) {
    const Vec3 middle = world.mesh.midpoint(arc.label.edge());
    return filter.is_clear(from, middle) && filter.is_clear(middle, to);
  }
  const LinkId id = arc.label.link();
  const LinkStep step = link_step(world.links[id], is_backwards(world, id, arc.from));
  return filter.is_clear(from, step.left) && filter.is_clear(step.reached, to);
}

class FaceForm final : public MeshForm {
 public:
  FaceForm()
      : MeshForm({.kind = kFaces,
                  .name = "face",
                  .nodes_are_faces = true,
                  .has_corridors = true,
                  .labels_every_arc = true}) {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {{"faces", "the centres of faces", GraphSpec::faces()}};
    return kNamed;
  }

  Result<GraphArrays> build(const World& world, const GraphSpec& /*spec*/, const Pricer* /*agent*/,
                            const Progress& /*progress*/) const override {
    const Mesh& mesh = world.mesh;
    const std::size_t count = mesh.face_count();
    const auto links = link_arcs(world, count, [&](LinkId id, bool is_end) {
      const Link& link = world.links[id];
      return NodeId((is_end ? link.to_face : link.from_face).value);
    });
    const auto arcs_of = [&](NodeId node, const auto& emit) {
      const FaceId face(node.value);
      if (!is_walkable(mesh.area(face))) return;
      for (const EdgeId edge : mesh.edges(face)) {
        if (!mesh.is_portal(edge)) continue;
        const FaceId other = mesh.across(edge);
        if (is_walkable(mesh.area(other))) emit(NodeId(other.value), ArcLabel::of(edge));
      }
      emit_links(links, node, emit);
    };
    TRY(GraphRows rows, build_rows(count, true, arcs_of));
    return arrays_of(std::move(rows),
                     positions_of(count, [&](std::uint32_t f) { return mesh.centre(FaceId(f)); }));
  }

  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& /*progress*/) const override {
    const Pricer pricer(world, profile);
    std::optional<FacePassages> passages;
    if (profile.radius > 0) passages.emplace(world, pricer);
    const auto price_arc = [&](const GraphArc& arc) {
      if (!arc.label.is_link()) {
        const EdgeId crossed = arc.label.edge();
        return passages && !passages->allows(crossed) ? kNoLimit : pricer.face_arc(crossed);
      }
      const LinkId link = arc.label.link();
      return pricer.face_link(link, is_backwards(world, link, arc.from)).total();
    };
    return price_all(graph, price_arc,
                     [&](NodeId node) { return pricer.may_enter(FaceId(node.value)); });
  }

  // An arc counts by the face it leads to and the edge it crosses; of a link only the walks to it
  // and from it.
  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override {
    const Mesh& mesh = ground.world().mesh;
    const MeshFilter by(mesh, filter);
    return filter_batch(ground, arcs, [&](const GraphArc& arc, Cost cost) {
      const FaceId from(arc.from.value);
      const FaceId to(arc.to.value);
      if (cost == kForbidden || !by.allows(from) || !by.allows(to)) return kForbidden;
      if (filter.has_obstacles() && !is_clear(ground, filter, arc)) return kForbidden;
      if (!arc.label.is_link()) {
        const EdgeId crossed = arc.label.edge();
        return by.allows(crossed) ? by.cost(cost, to, mesh.twin(crossed)) : kForbidden;
      }
      const LinkId link = arc.label.link();
      const LinkWalk walk =
          ground.pricer().face_link(link, is_backwards(ground.world(), link, arc.from));
      return std::max(cost, arc_cost(ground, walk.total(by.factor(from, {}), by.factor(to, {}))));
    });
  }

  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<NodeJoiner>(ground);
  }
  NodeId node_of(const End& end) const override { return NodeId(end.face.value); }

  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override {
    CorridorBuilder builder(ground.world(), ends, std::move(old.corridor));
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      const ArcLabel label = ground.graph().label(route.arcs[i]);
      if (label.is_link()) {
        builder.take(label.link(), is_backwards(ground.world(), label.link(), route.nodes[i]));
      } else {
        builder.cross(label.edge());
      }
    }
    return {std::move(builder).finish(), std::move(old.points)};
  }

  std::vector<PathPoint> walked(const Ground& ground, const Route& route, const JoinedEnds& ends,
                                std::vector<PathPoint> old) const override {
    const World& world = ground.world();
    const auto add = [&](Vec3 at, FaceId face) {
      add_point(old, path_point(at, face, world.mesh.area(face)));
    };
    old.clear();
    add(ends.start.point, ends.start.face);
    for (std::size_t i = 0; i < route.nodes.size(); ++i) {
      add(ground.graph().position(route.nodes[i]), FaceId(route.nodes[i].value));
      if (i == route.arcs.size()) break;
      const ArcLabel label = ground.graph().label(route.arcs[i]);
      const FaceId next(route.nodes[i + 1].value);
      if (!label.is_link()) {
        add(world.mesh.midpoint(label.edge()), next);
        continue;
      }
      const bool is_back = is_backwards(world, label.link(), route.nodes[i]);
      const LinkStep step = link_step(world.links[label.link()], is_back);
      add(step.left, FaceId(route.nodes[i].value));
      old.back().link = label.link();
      add(step.reached, next);
    }
    old.push_back(path_point(ends.goal.point, ends.goal.face, world.mesh.area(ends.goal.face)));
    return old;
  }
};

}  // namespace

GraphSpec GraphSpec::faces() { return {.kind = kFaces}; }

const GraphForm& face_form() {
  static const FaceForm form;
  return form;
}

}  // namespace thalweg
