// Visibility graph: points of visibility. A node per corner that a taut path may bend at, then
// the ends of links; arcs between those that see each other, as far as a taut path may use them.
//
// Concerned with obstacles only: ground that the profile may not enter bends the string, ground
// that costs more does not. Nodes stand exactly at the corners. For agents with a radius they stand
// off them (StandOff), and arcs keep the radius from all walls.
//
// Ends are joined by straight walks to all nodes in sight, and from start to goal.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/sight_form.hpp"
#include "graph/rows.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/graph/clearance.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kLookGrain = 64;
constexpr const char* kEndlessSight = "the mesh breaks its laws: lines of sight do not end";

struct Arc {
  NodeId target;
  ArcLabel label;
};

// Where the centre of a wide agent bends around corners: points that stand off them by its radius.
//
//        x-------x            A disc that turns about a corner follows an arc around it. The
//      /  .-----.  \          points are the corners of a polygon around that arc, with turns of at
//     x  /   +------- wall    most 45 degrees, so that the straight lines between them keep the
//     | |    |/////           distance: the path is at most 5.5 percent longer than the arc.
//     | |    |///// obstacle
//
// The turn about a corner is halved until its parts are at most 45 degrees; of the points in the
// middles of the parts those are taken where the disc fits.
struct StandOff {
  BendId bend;
  SurfacePoint surface_point;
};

constexpr double kMostTurn = 0.7071;  // the cosine of what is turned at one point: 45 degrees
constexpr double kSpare = 1.001;

Vec2 direction(Vec2 v) { return v * (1 / length(v)); }

// `v` turned by a quarter, counter-clockwise or clockwise.
Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }
Vec2 right_of(Vec2 v) { return {v.y, -v.x}; }

// The cosine of half an angle of up to half a turn, by the angle's cosine.
double half_cosine(double cosine) { return std::sqrt(std::max(1 + cosine, 0.0) / 2); }

// The direction halfway from `a` counter-clockwise to `b`.
Vec2 between(Vec2 a, Vec2 b) {
  const Vec2 sum = a + b;
  return length(sum) > 1e-6 ? direction(sum) : left_of(a);
}

// Calls visit(direction) for the middles of 2^depth equal parts of a turn, in order.
template <class Visit>
void halve(Vec2 a, Vec2 b, int depth, const Visit& visit) {
  const Vec2 middle = between(a, b);
  if (depth == 0) return visit(middle);
  halve(a, middle, depth - 1, visit);
  halve(middle, b, depth - 1, visit);
}

// The surface point straight out from a corner, where the disc fits there; nowhere otherwise.
SurfacePoint surface_point_off(const Mesh& mesh, const BendCorner& bend, Vec2 at, double radius,
                               const CrossRule& rule, FloodScratch& scratch) {
  const Ray ray = cast_ray(mesh, surface_point_of(mesh, bend), at, rule);
  if (!ray.is_clear) return {};
  const Vec3f rounded = to_float(ray.end.point);
  const SurfacePoint surface_point{ray.end.face, rounded};
  const NearWall wall = distance_to_wall(mesh, surface_point, {radius, rule}, scratch);
  return wall.found() && !fits(radius, 2 * wall.distance) ? SurfacePoint{} : surface_point;
}

// The points of all bends where a disc of this radius fits, in order of bend. A thousandth of the
// radius is added, which is more than rounding to floats takes away. Requires: radius > 0, bends of
// the mesh and the rule. O(bends), times the faces within the radius.
std::vector<StandOff> stand_offs(const Mesh& mesh, const Bends& bends, double radius,
                                 const CrossRule& rule) {
  std::vector<StandOff> all;
  FloodScratch scratch;
  for (const BendId id : bends.ids()) {
    const BendCorner& bend = bends[id];
    const Vec2 corner = mesh.point(bend.vertex).xy();
    // The directions in which the disc's centre lies while it slides along either wall.
    const Vec2 first = left_of(direction(mesh.point(bend.right).xy() - corner));
    const Vec2 last = right_of(direction(mesh.point(bend.left).xy() - corner));
    int depth = 0;
    double part = bend.is_full_turn ? -1 : dot(first, last);
    for (; part < kMostTurn; part = half_cosine(part)) ++depth;
    const double away = radius * kSpare / half_cosine(part);
    halve(first, last, depth, [&](Vec2 out) {
      const SurfacePoint surface_point =
          surface_point_off(mesh, bend, corner + out * away, radius, rule, scratch);
      if (surface_point.is_found()) all.push_back({id, surface_point});
    });
  }
  return all;
}

// The nodes at bends: at the corner itself, or with a radius the points that stand off it.
class Stands {
 public:
  // Requires: the bends of the mesh and the rule.
  Stands(const Mesh& mesh, const Bends& bends, double radius, const CrossRule& rule)
      : first_(bends.count() + 1, 0) {
    if (radius > 0) {
      nodes_ = stand_offs(mesh, bends, radius, rule);
    } else {
      for (const BendId bend : bends.ids())
        nodes_.push_back({bend, surface_point_of(mesh, bends[bend])});
    }
    for (const StandOff& node : nodes_) ++first_[node.bend.value + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  IdRange<NodeId> at(BendId bend) const { return {first_[bend.value], first_[bend.value + 1]}; }
  const SurfacePoint& surface_point(NodeId node) const { return nodes_[node.value].surface_point; }
  BendId bend(NodeId node) const { return nodes_[node.value].bend; }

 private:
  std::vector<StandOff> nodes_;       // [node]  in order of bend
  std::vector<std::uint32_t> first_;  // [bend + 1]
};

class VisibilityGraphBuilder {
 public:
  VisibilityGraphBuilder(const World& world, const Pricer* agent)
      : world_(world),
        mesh_(world.mesh),
        open_(world.mesh, agent),
        radius_(agent == nullptr ? 0 : agent->radius()),
        bends_(find_bends(world.mesh, open_.rule())),
        stands_(world.mesh, bends_, radius_, open_.rule()),
        viewer_(world.mesh, bends_, open_.rule()),
        ends_(link_end_nodes(world)) {}

  Result<GraphArrays> build() {
    if (node_count() > 0xFFFFFFFEull) return Error{"the graph would have too many nodes"};
    TRY_DO(look_from_ends());
    TRY(GraphRows made, rows());
    GraphArrays arrays = arrays_of(
        std::move(made),
        positions_of(node_count(), [&](std::uint32_t n) { return surface_point(n).point; }));
    std::vector<FaceId> faces;
    for (std::size_t n = 0; n < node_count(); ++n) faces.push_back(surface_point(n).face);
    arrays.faces = std::move(faces);
    return arrays;
  }

 private:
  std::size_t node_count() const { return stands_.count() + ends_.size(); }
  NodeId end_node(std::size_t i) const {
    return NodeId(stands_.count() + static_cast<std::uint32_t>(i));
  }
  // Links end at float points, which may be a rounding off their faces.
  SurfacePoint end_surface_point(std::size_t i) const {
    return pulled_inside(
        mesh_, SurfacePoint{link_end_face(world_, ends_[i]), link_end_point(world_, ends_[i])});
  }
  SurfacePoint surface_point(std::size_t node) const {
    if (node < stands_.count())
      return stands_.surface_point(NodeId(static_cast<std::uint32_t>(node)));
    const PortalNode end = ends_[node - stands_.count()];
    return {link_end_face(world_, end), link_end_point(world_, end)};
  }
  // True when a string may be taut between a point and a bend; with a radius: any.
  bool may_bend(BendId bend, Vec2 at) const {
    return radius_ > 0 || is_taut(mesh_, bends_[bend], at);
  }
  // Of a surface point that sees the bend of another one.
  bool is_in_sight(const SurfacePoint& from, const SurfacePoint& to) const {
    if (!(radius_ > 0)) return true;
    return line_of_sight(mesh_, from, to, open_.rule()) &&
           WideWalk(mesh_, radius_, open_.rule()).is_clear(from, to.point.xy());
  }

  // Each end of a link looks once; the bends it sees see it.
  Result<void> look_from_ends() {
    struct Pair {
      std::uint32_t end;
      NodeId node;
    };
    std::vector<Pair> pairs;
    Sight sight;
    for (std::uint32_t i = 0; i < ends_.size(); ++i) {
      const SurfacePoint at = end_surface_point(i);
      sight = viewer_.look(at, std::move(sight));
      if (!sight.is_whole()) return Error{kEndlessSight};
      const std::size_t first = pairs.size();
      for (const BendId bend : sight.bends()) {
        if (!may_bend(bend, at.point.xy())) continue;
        for (const NodeId node : stands_.at(bend)) {
          if (is_in_sight(at, stands_.surface_point(node))) pairs.push_back({i, node});
        }
      }
      std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
                [](const Pair& a, const Pair& b) { return a.node < b.node; });
    }
    seen_from_end_ = group_by_row<NodeId, NodeId>(
        ends_.size(), pairs.size(), [&](std::size_t k) { return pairs[k].end; },
        [&](std::size_t k) { return pairs[k].node; });
    ends_at_ = group_by_row<NodeId, std::uint32_t>(
        stands_.count(), pairs.size(), [&](std::size_t k) { return pairs[k].node.value; },
        [&](std::size_t k) { return pairs[k].end; });
    return {};
  }

  // False where the mesh breaks its laws.
  bool add_arcs_of_stand(NodeId node, std::vector<Arc>& arcs, Sight& sight) const {
    const SurfacePoint from = stands_.surface_point(node);
    const BendId bend = stands_.bend(node);
    sight = viewer_.look(from, std::move(sight));
    const std::size_t first = arcs.size();
    for (const BendId seen : sight.bends()) {
      const Vec2 there = mesh_.point(bends_[seen].vertex).xy();
      if (!may_bend(bend, there) || !may_bend(seen, from.point.xy())) continue;
      for (const NodeId to : stands_.at(seen)) {
        if (to != node && is_in_sight(from, stands_.surface_point(to))) arcs.push_back({to, {}});
      }
    }
    std::sort(arcs.begin() + static_cast<std::ptrdiff_t>(first), arcs.end(),
              [](const Arc& a, const Arc& b) { return a.target < b.target; });
    for (const std::uint32_t end : ends_at_[node]) {
      if (can_arrive(world_, ends_[end])) arcs.push_back({end_node(end), {}});
    }
    return sight.is_whole();
  }

  void arcs_of_end(std::size_t i, std::vector<Arc>& arcs) const {
    if (can_leave(world_, ends_[i])) {
      for (const NodeId to : seen_from_end_[NodeId(static_cast<std::uint32_t>(i))]) {
        arcs.push_back({to, {}});
      }
      for (std::size_t j = 0; j < ends_.size(); ++j) {
        if (j == i || !can_arrive(world_, ends_[j])) continue;
        if (line_of_sight(mesh_, end_surface_point(i), end_surface_point(j), open_.rule()))
          arcs.push_back({end_node(j), {}});
      }
    }
    const PortalNode at = ends_[i];
    const bool is_start = at.along == 0;
    if (is_start || world_.links[at.link()].is_two_way != 0) {
      arcs.push_back({end_node(is_start ? i + 1 : i - 1), ArcLabel::of(at.link())});
    }
  }

  // Looking is expensive, so each node looks once. Blocks of nodes are joined in order.
  Result<GraphRows> rows() const {
    const std::size_t nodes = node_count();
    std::vector<std::uint32_t> offsets(nodes + 1, 0);
    std::vector<std::vector<Arc>> blocks((nodes + kLookGrain - 1) / kLookGrain);
    std::atomic<std::uint64_t> total = 0;
    std::atomic<bool> is_lawful = true;
    parallel_for(nodes, kLookGrain, [&](std::size_t first, std::size_t last) {
      std::vector<Arc>& arcs = blocks[first / kLookGrain];
      Sight sight;
      for (std::size_t n = first; n < last && is_lawful && check_arc_count(total, nodes); ++n) {
        const std::size_t before = arcs.size();
        if (n < stands_.count()) {
          if (!add_arcs_of_stand(NodeId(static_cast<std::uint32_t>(n)), arcs, sight))
            is_lawful = false;
        } else {
          arcs_of_end(n - stands_.count(), arcs);
        }
        offsets[n + 1] = static_cast<std::uint32_t>(arcs.size() - before);
        total += arcs.size() - before;
      }
    });
    if (!is_lawful) return Error{kEndlessSight};
    TRY_DO(check_arc_count(total, nodes));
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<NodeId> targets;
    std::vector<ArcLabel> labels;
    targets.reserve(total);
    if (!ends_.empty()) labels.reserve(total);
    for (std::vector<Arc>& block : blocks) {
      for (const Arc& arc : block) targets.push_back(arc.target);
      if (!ends_.empty()) {
        for (const Arc& arc : block) labels.push_back(arc.label);
      }
      block = {};
    }
    return GraphRows{{std::move(offsets), std::move(targets)}, std::move(labels)};
  }

  const World& world_;
  const Mesh& mesh_;
  OpenGround open_;
  double radius_;
  Bends bends_;
  Stands stands_;
  Viewer viewer_;
  std::vector<PortalNode> ends_;
  Csr<NodeId, NodeId> seen_from_end_;   // [end]   nodes at bends, by taut lines, in order
  Csr<NodeId, std::uint32_t> ends_at_;  // [node]  the ends that see it
};

// Joins ends to the nodes at bends that a taut path from there may touch. These are the first
// nodes, in order.
class VisibilityJoiner final : public SightJoiner {
 public:
  explicit VisibilityJoiner(const Ground& ground)
      : SightJoiner(ground),
        open_(ground.world().mesh, &ground.pricer()),
        bends_(find_bends(ground.world().mesh, open_.rule())),
        stands_(ground.world().mesh, bends_, ground.profile().radius, open_.rule()) {}

 private:
  void add_seen(const End& end, JoinedEnds& ends, SightSeeds& seeds) const override {
    const Mesh& mesh = ground().world().mesh;
    const Viewer viewer(mesh, bends_, open_.rule());
    ends.sight = viewer.look(end.surface_point(), std::move(ends.sight));
    for (const BendId bend : ends.sight.bends()) {
      const bool is_wide = ground().profile().radius > 0;
      if (!is_wide && !is_taut(mesh, bends_[bend], end.point.xy())) continue;
      for (const NodeId node : stands_.at(bend)) seeds.add(node);
    }
  }

  OpenGround open_;
  Bends bends_;
  Stands stands_;
};

constexpr GraphKind kVisibility{4};

class VisibilityForm final : public SightForm {
 public:
  VisibilityForm() : SightForm(kVisibility, "visibility") {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"visibility", "the corners that a taut string bends at", GraphSpec::visibility()}};
    return kNamed;
  }
  // The radius is part of the walls: nodes stand off them by it.
  std::uint64_t profile_key(const World& world, const Profile& profile) const override {
    const std::uint64_t closed = SightForm::profile_key(world, profile);
    if (!(profile.radius > 0)) return closed;
    return Hasher().add(closed).add(profile.radius).digest();
  }
  Result<GraphArrays> build(const World& world, const GraphSpec& /*spec*/, const Pricer* agent,
                            const Progress& /*progress*/) const override {
    return VisibilityGraphBuilder(world, agent).build();
  }
  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<VisibilityJoiner>(ground);
  }
};

}  // namespace

GraphSpec GraphSpec::visibility() { return {.kind = kVisibility}; }

const GraphForm& visibility_form() {
  static const VisibilityForm form;
  return form;
}

}  // namespace thalweg
