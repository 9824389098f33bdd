// Terrain graph: a node per vertex of the mesh, then the ends of links; arcs along edges and to the
// corners beyond one to a few edges, each crossed where that is cheapest (terrain_arcs.hpp).
//
// Ends are joined by walks to the corners of their face and to those beyond one edge of it; on one
// face and on neighbouring ones also from start to goal.
#include <algorithm>
#include <string>

#include "core/try.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/kinds/mesh_form.hpp"
#include "graph/kinds/points.hpp"
#include "graph/kinds/terrain_arcs.hpp"
#include "graph/kinds/terrain_nodes.hpp"
#include "thalweg/core/hash.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kTerrain{6};
constexpr std::uint32_t kDeepest = 5;

// What price_in_ranges() asks.
struct RangePricer {
  const Pricer& pricer;
  const Graph& graph;
  std::size_t first_end;  // the first node that is the end of a link
  TerrainPricer walks;

  double price(const GraphArc& arc) {
    return arc.label.is_link() ? pricer.portal_link(arc.label.link()) : walks.price(arc);
  }
  // At the end of a link however near a wall is: links are taken all the same.
  bool may_stand(NodeId node) const {
    return node.value < first_end ? walks.may_stand(node) : pricer.may_enter(graph.face(node));
  }
};

// A node near an end: on its face, or beyond an edge of it.
struct NearCorner {
  NodeId node;
  EdgeId over;  // none: on the face
  FaceId face;  // that the node is reached on
};

// The ends of links, in order of face.
struct FaceEnd {
  FaceId face;
  NodeId node;
  PortalNode end;
};
using FaceEnds = std::vector<FaceEnd>;

FaceEnds face_ends(const Ground& ground) {
  const auto all = link_end_nodes(ground.world());
  const std::size_t first = ground.graph().node_count() - all.size();
  FaceEnds ends;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ends.push_back({link_end_face(ground.world(), all[i]),
                    NodeId(static_cast<std::uint32_t>(first + i)), all[i]});
  }
  std::ranges::stable_sort(ends, {}, &FaceEnd::face);
  return ends;
}

// Calls visit(near) for all of them, to which a walk may lead, or from which.
template <class Visit>
void for_each_near(const Ground& ground, const FaceEnds& link_ends, const End& from, bool is_start,
                   Visit visit) {
  const World& world = ground.world();
  const Mesh& mesh = world.mesh;
  const auto count = static_cast<std::uint32_t>(ground.graph().node_count() - link_ends.size());
  const auto visit_corner = [&](EdgeId corner, EdgeId over) {
    visit(NearCorner{corner_node(mesh, ground.graph(), count, corner), over, mesh.face(corner)});
  };
  const auto visit_ends = [&](FaceId face, EdgeId over) {
    auto it = std::ranges::lower_bound(link_ends, face, {}, &FaceEnd::face);
    for (; it != link_ends.end() && it->face == face; ++it) {
      const bool is_open = is_start ? can_arrive(world, it->end) : can_leave(world, it->end);
      if (is_open) visit(NearCorner{it->node, over, face});
    }
  };
  for (const EdgeId e : mesh.edges(from.face)) visit_corner(e, {});
  visit_ends(from.face, {});
  for (const EdgeId over : mesh.edges(from.face)) {
    if (!CrossRule{}.allows(mesh, over)) continue;
    const EdgeId entered = mesh.twin(over);
    for (const EdgeId e : mesh.edges(mesh.face(entered))) {
      if (e != entered && e != mesh.next(entered)) visit_corner(e, over);
    }
    visit_ends(mesh.face(entered), over);
  }
}

// The walks of one end, or from one to another. Borrows all.
class TerrainWalks {
 public:
  TerrainWalks(const Ground& ground, const GroundFilter* filter)
      : ground_(ground),
        by_{ground.world(), ground.pricer(), filter},
        footing_(by_),
        walks_(by_, ground.graph(), footing_) {}

  // To a node near the start, or from one near the goal; then edge_path() is that walk.
  double price(const End& end, bool is_start, const NearCorner& near) {
    const SurfacePoint node{near.face, ground_.graph().position(near.node)};
    if (is_start) return walks_.price(end.surface_point(), near.over, node, {.is_from = true});
    const EdgeId over = near.over.is_none() ? EdgeId() : ground_.world().mesh.twin(near.over);
    return walks_.price(node, over, end.surface_point(), {.is_to = true});
  }
  // On one face, or over one edge; then edge_path() is that walk.
  double straight(const End& start, const End& goal) {
    if (start.face == goal.face)
      return walks_.price(start.surface_point(), {}, goal.surface_point(), {true, true});
    const Mesh& mesh = ground_.world().mesh;
    double least = kNoLimit;
    EdgeId best;
    for (const EdgeId e : mesh.edges(start.face)) {
      if (!CrossRule{}.allows(mesh, e) || mesh.across(e) != goal.face) continue;
      const double price =
          walks_.price(start.surface_point(), e, goal.surface_point(), {true, true});
      if (!(price < least)) continue;
      least = price;
      best = e;
    }
    return best.is_none()
               ? kNoLimit
               : walks_.price(start.surface_point(), best, goal.surface_point(), {true, true});
  }
  const EdgePath& edge_path() const { return walks_.edge_path(); }

 private:
  const Ground& ground_;
  ProfileRule by_;
  Footing footing_;
  TerrainPricer walks_;
};

// Joins ends to the nodes on their own faces and on those beside them.
class TerrainJoiner final : public EndJoiner {
 public:
  explicit TerrainJoiner(const Ground& ground) : ground_(ground), link_ends_(face_ends(ground)) {}

  // Of several walks to a node the cheapest.
  void join(const End& end, bool is_start, JoinedEnds& ends) const override {
    TerrainWalks walks(ground_, ends.filter);
    std::vector<Found> all;
    for_each_near(ground_, link_ends_, end, is_start, [&](const NearCorner& near) {
      if (near.node.is_none() || ground_.metric().islands().of[near.node].is_none()) return;
      const Cost cost = to_cost(ground_, walks.price(end, is_start, near));
      if (cost == kForbidden) return;
      SurfacePoint via;
      if (!near.over.is_none()) {
        via = {near.face, point_of(ground_.world().mesh, walks.edge_path().crossings.front())};
      }
      all.push_back({{near.node, cost}, via});
    });
    std::ranges::stable_sort(all, std::less<>());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i].seed.node == all[i - 1].seed.node) continue;
      (is_start ? ends.sources : ends.goals).push_back(all[i].seed);
      if (all[i].via.is_found()) ends.vias.push_back({all[i].seed.node, end.point, all[i].via});
    }
  }

  Distance direct(const End& start, const End& goal, const GroundFilter* filter) const override {
    if (start.point == goal.point) return 0;
    return to_distance(to_cost(ground_, TerrainWalks(ground_, filter).straight(start, goal)));
  }

 private:
  struct Found {
    Seed seed;
    SurfacePoint via;  // none: on the end's own face

    bool operator<(const Found& other) const {
      return seed.node != other.seed.node ? seed.node < other.seed.node
                                          : seed.cost < other.seed.cost;
    }
  };

  Ground ground_;
  FaceEnds link_ends_;
};

// The points of walks, each with the face that is walked on from there.
class TerrainLayer {
 public:
  TerrainLayer(const Mesh& mesh, std::vector<PathPoint>& points) : mesh_(mesh), points_(points) {}

  void add(Vec3 point, FaceId face) {
    add_point(points_, path_point(point, face, mesh_.area(face)));
  }
  void take(LinkId link) { points_.back().link = link; }
  // All but its goal.
  void add(const EdgePath& edge_path) {
    add(edge_path.start.point, edge_path.start.face);
    for (const EdgePoint& crossing : edge_path.crossings) {
      add(point_of(mesh_, crossing), mesh_.across(crossing.edge));
    }
  }

 private:
  const Mesh& mesh_;
  std::vector<PathPoint>& points_;
};

// Where the walk between an end and a node crosses an edge; none inside one face.
SurfacePoint via_of(const JoinedEnds& ends, const End& end, NodeId node) {
  for (const EndVia& via : ends.vias) {
    if (via.node == node && via.end == end.point) return via.surface_point;
  }
  return {};
}

// The walks of a route's arcs, each but for its goal.
void lay_arcs(const Ground& ground, const Route& route, const GroundFilter* filter,
              TerrainLayer& layer) {
  const Graph& graph = ground.graph();
  const ProfileRule by{ground.world(), ground.pricer(), filter};
  const Footing footing(by);
  TerrainPricer walks(by, graph, footing);
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const GraphArc arc = arc_of(graph, route.nodes[i], route.arcs[i]);
    if (arc.label.is_link()) {
      layer.add(graph.position(arc.from), graph.face(arc.from));
      layer.take(arc.label.link());
    } else {
      walks.price(arc);
      layer.add(walks.edge_path());
    }
  }
}

class TerrainForm final : public MeshForm {
 public:
  TerrainForm()
      : MeshForm({.kind = kTerrain,
                  .name = "terrain",
                  .labels_every_arc = true,
                  .has_faces = true,
                  .is_slow_to_build = true}) {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"terrain", "the corners of faces, arcs over up to 5 edges", GraphSpec::terrain()},
        {"terrain1", "the corners of faces, arcs over 1 edge", GraphSpec::terrain(1)},
        {"terrain3", "the corners of faces, arcs over up to 3 edges", GraphSpec::terrain(3)}};
    return kNamed;
  }

  Result<void> check(const World& world, const GraphSpec& spec) const override {
    TRY_DO(MeshForm::check(world, spec));
    if (spec.max_points < 1 || spec.max_points > kDeepest) {
      return Error{"an arc of a terrain graph crosses 1 to 5 edges"};
    }
    // Half-edges share 32 bits with the mark of a link and the turns.
    const std::uint32_t most = ArcLabel::kLinkBit >> spec.max_points;
    if (world.mesh.edge_count() > most) {
      return Error{"the mesh has too many edges for a terrain graph of this depth: it can have " +
                   std::to_string(most)};
    }
    return {};
  }

  GraphSpec normal(const World& /*world*/, const GraphSpec& spec) const override {
    return GraphSpec::terrain(spec.max_points);
  }
  std::uint64_t profile_key(const World& /*world*/, const Profile& profile) const override {
    const Profile taken = taken_from(profile);
    if (taken == taken_from(Profile::euclid())) return 0;
    return Hasher()
        .add(taken.speed_model)
        .add(std::span(&taken.axes, 1))
        .add(std::span(&taken.respects, 1))
        .digest();
  }
  Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* agent,
                            const Progress& progress) const override {
    return build_terrain_graph(world, spec, agent, progress);
  }
  Result<GraphArrays> restore(const World& world, const GraphSpec& spec,
                              GraphRows rows) const override {
    return restore_terrain_graph(world, spec, std::move(rows));
  }

  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& progress) const override {
    report(progress, "pricing the graph", 0);
    const Pricer pricer(world, profile);
    const ProfileRule by{world, pricer};
    Footing footing(by);
    footing.note_parted();
    const std::size_t first_end = graph.node_count() - link_end_nodes(world).size();
    const auto make = [&] {
      return RangePricer{pricer, graph, first_end, TerrainPricer(by, graph, footing)};
    };
    return price_in_ranges(graph, make, progress);
  }

  // Where edges are crossed is found again, as the filter counts. What it finds is at least the
  // cost without it: points found by chance to be better must not break lower bounds.
  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override {
    const ProfileRule by{ground.world(), ground.pricer(), &filter};
    const Footing footing(by);
    TerrainPricer walks(by, ground.graph(), footing);
    return filter_batch(ground, arcs, [&](const GraphArc& arc, Cost cost) {
      if (cost == kForbidden) return cost;
      if (arc.label.is_link()) return by.may_take(arc.label.link()) ? cost : kForbidden;
      return std::max(cost, arc_cost(ground, walks.price(arc)));
    });
  }

  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<TerrainJoiner>(ground);
  }

  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override {
    const Mesh& mesh = ground.world().mesh;
    const End& start = ends.start;
    const End& goal = ends.goal;
    TerrainLayer layer(mesh, old.points);
    if (route.nodes.empty()) {
      TerrainWalks direct(ground, ends.filter);
      if (direct.straight(start, goal) < kNoLimit) layer.add(direct.edge_path());
    } else {
      const NodeId last = route.nodes.back();
      const SurfacePoint out = via_of(ends, start, route.nodes.front());
      const SurfacePoint in = via_of(ends, goal, last);
      layer.add(start.point, start.face);
      if (out.is_found()) layer.add(out.point, out.face);
      lay_arcs(ground, route, ends.filter, layer);
      layer.add(ground.graph().position(last), in.is_found() ? in.face : goal.face);
      if (in.is_found()) layer.add(in.point, goal.face);
    }
    old.points.push_back(path_point(goal.point, goal.face, mesh.area(goal.face)));
    return old;
  }

 private:
  // The faces about the nodes.
  void mark_faces(const Ground& ground, const ReachedNodes& reached,
                  FaceMarker& marker) const override {
    const Mesh& mesh = ground.world().mesh;
    const Footing footing({ground.world(), ground.pricer(), reached.filter});
    for (const NodeId node : reached.nodes) {
      const FaceId face = ground.graph().face(node);
      const EdgeId corner = corner_on(mesh, face, ground.graph().position(node));
      if (corner.is_none()) {
        marker.mark(face);
        continue;
      }
      for_each_in_fan(mesh, corner, {}, [&](EdgeId at) {
        if (footing.holds(at)) marker.mark(mesh.face(at));
      });
    }
  }
};

}  // namespace

GraphSpec GraphSpec::terrain(std::uint32_t depth) {
  return {.kind = kTerrain, .max_points = depth};
}

const GraphForm& terrain_form() {
  static const TerrainForm form;
  return form;
}

}  // namespace thalweg
