// Axis graph: generalized cylinders. The axes between obstacles are the lines as far from one wall
// as from another (the Voronoi diagram of the walls); nodes are where they meet and end, and points
// along their curved stretches.
//
//      ###########################        Spurs into the corners of a room end at a wall and are
//        .     |                #         left out; the axis of a blind alley stays.
//      ----+---o-----------o    #
//          |               .    #         o  node      ---  axis      .  spur
//      ####|####################
#include <algorithm>
#include <array>
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/portal_nodes.hpp"
#include "graph/rows.hpp"
#include "graph/sight_nodes.hpp"
#include "graph/voronoi.hpp"
#include "graph/walls.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kMostPieces = 64;  // of one curve
constexpr double kOnWall = 2;       // lattice steps: nearer to a wall an axis is at its end

// A stretch of axis between two points that are yet to become nodes.
struct AxisStretch {
  Vec3f from;
  Vec3f to;
};

struct AxisNode {
  Vec3f point;
  FaceId face;
};

struct NodePair {
  NodeId from;
  NodeId to;

  auto operator<=>(const NodePair&) const = default;
};

bool goes_first(const Vec3f& a, const Vec3f& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

// The point of a parabola at the foot `along` on its directrix, from 0 to 1 over the segment.
Vec2 on_parabola(const VoronoiEdge& edge, double along) {
  const Vec2 base = edge.directrix.b - edge.directrix.a;
  const Vec2 foot = edge.directrix.a + base * along;
  const Vec2 to_focus = edge.focus - foot;
  // From the foot straight away from the wall, as far as the focus is from there.
  Vec2 up{-base.y, base.x};
  const double height = dot(to_focus, up);
  if (height == 0) return edge.focus;
  return foot + up * (dot(to_focus, to_focus) / (2 * height));
}

double foot_of(const VoronoiEdge& edge, Vec2 p) {
  const Vec2 base = edge.directrix.b - edge.directrix.a;
  return dot(p - edge.directrix.a, base) / dot(base, base);
}

class AxisGraphBuilder {
 public:
  AxisGraphBuilder(const World& world, const GraphSpec& spec, const Pricer* agent)
      : world_(world),
        mesh_(world.mesh),
        open_(world.mesh, agent),
        spec_(spec),
        frame_(frame_of(world.mesh)),
        ends_(link_end_nodes(world)) {}

  Result<GraphArrays> build() {
    TRY_DO(check_floors());
    TRY(const auto walls, wall_segments(mesh_, frame_, open_));
    TRY(const auto edges, voronoi_edges(walls));
    for (const VoronoiEdge& edge : edges) cut_into_stretches(edge);
    set_nodes();
    join_stretches();
    join_ends();
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    const auto links = link_arcs(world_, nodes_.size(),
                                 [&](LinkId id, bool is_end) { return end_node(id, is_end); });
    const auto by_node = group_by_row<NodeId, NodeId>(
        nodes_.size(), pairs_.size(), [&](std::size_t i) { return pairs_[i].from.value; },
        [&](std::size_t i) { return pairs_[i].to; });
    TRY(GraphRows rows,
        build_rows(nodes_.size(), !ends_.empty(), [&](NodeId node, const auto& emit) {
          for (const NodeId to : by_node[node]) emit(to, ArcLabel{});
          emit_links(links, node, emit);
        }));
    GraphArrays arrays =
        arrays_of(std::move(rows),
                  positions_of(nodes_.size(), [&](std::uint32_t n) { return nodes_[n].point; }));
    std::vector<FaceId> faces;
    for (const AxisNode& node : nodes_) faces.push_back(node.face);
    arrays.faces = std::move(faces);
    return arrays;
  }

 private:
  // Refused where the middle, an edge or a corner of a face lies inside another, seen from above.
  Result<void> check_floors() const {
    const auto is_covered = [&](FaceId own, Vec2 at) {
      const auto holds = [&](FaceId face) {
        if (face == own) return false;
        for (const EdgeId e : mesh_.edges(face)) {
          if (orientation(mesh_.start(e).xy(), mesh_.end(e).xy(), at) <= 0) return false;
        }
        return true;
      };
      return locate(mesh_, world_.locator, {at.x, at.y, kNoHeight}, {.accepts = holds}).found();
    };
    for (const FaceId face : mesh_.faces()) {
      if (!is_walkable(mesh_.area(face))) continue;
      bool is_bad = is_covered(face, mesh_.centre(face).xy());
      for (const EdgeId e : mesh_.edges(face))
        is_bad = is_bad || is_covered(face, mesh_.start(e).xy());
      if (is_bad) return Error{"faces lie above each other: axes are for worlds of one floor"};
    }
    return {};
  }

  Vec3f back(Vec2 p) const {
    const Vec2 q = frame_.back(p);
    return to_float({q.x, q.y, 0});
  }

  // Spurs end at walls: what is left of them is the node where they start.
  void cut_into_stretches(const VoronoiEdge& edge) {
    const bool has_from = edge.from_room > kOnWall;
    const bool has_to = edge.to_room > kOnWall;
    if (has_from) points_.push_back(back(edge.from));
    if (has_to) points_.push_back(back(edge.to));
    if (!has_from || !has_to) return;
    const double metres = length(edge.to - edge.from) / frame_.scale;
    const double pieces =
        edge.is_curved ? std::clamp(std::ceil(metres / spec_.one_per), 1.0, kMostPieces) : 1;
    const double first = edge.is_curved ? foot_of(edge, edge.from) : 0;
    const double last = edge.is_curved ? foot_of(edge, edge.to) : 0;
    Vec3f from = back(edge.from);
    for (double k = 1; k <= pieces; ++k) {
      const bool is_end = k == pieces;
      const Vec3f to =
          back(is_end ? edge.to : on_parabola(edge, first + (last - first) * (k / pieces)));
      if (!is_end) points_.push_back(to);
      stretches_.push_back({from, to});
      from = to;
    }
  }

  // Points on the ground become nodes, each once.
  void set_nodes() {
    std::ranges::sort(points_, goes_first);
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    const auto is_open = [&](FaceId face) { return open_.has(face); };
    for (const Vec3f& p : points_) {
      const Location at =
          locate(mesh_, world_.locator, {p.x, p.y, kNoHeight}, {.accepts = is_open});
      if (at.found()) nodes_.push_back({{p.x, p.y, static_cast<float>(at.point.z)}, at.face});
    }
    axis_nodes_ = nodes_.size();
    for (const PortalNode& end : ends_) {
      nodes_.push_back({to_float(link_end_point(world_, end)), link_end_face(world_, end)});
    }
  }

  void join_stretches() {
    for (const AxisStretch& stretch : stretches_) {
      const NodeId a = node_at(stretch.from);
      const NodeId b = node_at(stretch.to);
      if (a.is_none() || b.is_none() || a == b) continue;
      if (!sees(surface_point(a), surface_point(b))) continue;
      pairs_.push_back({a, b});
      pairs_.push_back({b, a});
    }
  }

  // The ends of links join the axes near them, and each other.
  void join_ends() {
    axes_ = pairs_.size();
    NearScratch scratch;
    const auto point = [&](NodeId node) { return Vec3(nodes_[node.value].point).xy(); };
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const NodeId end(static_cast<std::uint32_t>(axis_nodes_ + i));
      const auto join = [&](NodeId node) {
        if (!sees(surface_point(end), surface_point(node))) return false;
        if (can_leave(world_, ends_[i])) pairs_.push_back({end, node});
        if (can_arrive(world_, ends_[i])) pairs_.push_back({node, end});
        return true;
      };
      scratch = join_near(axis_nodes_, point(end), point, join, std::move(scratch));
      for (const NodeId node : nearest_axis(end)) {
        if (!node.is_none()) join(node);
      }
      if (!can_leave(world_, ends_[i])) continue;
      for (std::size_t j = 0; j < ends_.size(); ++j) {
        const NodeId other(static_cast<std::uint32_t>(axis_nodes_ + j));
        if (j == i || !can_arrive(world_, ends_[j])) continue;
        if (sees(surface_point(end), surface_point(other))) pairs_.push_back({end, other});
      }
    }
  }

  bool sees(const SurfacePoint& a, const SurfacePoint& b) const {
    return line_of_sight(mesh_, a, b, open_.rule());
  }
  SurfacePoint surface_point(NodeId node) const {
    return {nodes_[node.value].face, nodes_[node.value].point};
  }
  NodeId node_at(const Vec3f& p) const {
    const auto last = nodes_.begin() + static_cast<std::ptrdiff_t>(axis_nodes_);
    const auto it = std::partition_point(nodes_.begin(), last,
                                         [&](const AxisNode& q) { return goes_first(q.point, p); });
    if (it == last || it->point.x != p.x || it->point.y != p.y) return {};
    return NodeId(static_cast<std::uint32_t>(it - nodes_.begin()));
  }
  NodeId end_node(LinkId id, bool is_end) const {
    const std::uint32_t wanted = ArcLabel::of(id).value;
    const auto it = std::ranges::lower_bound(ends_, wanted, {}, &PortalNode::what);
    if (it == ends_.end() || it->what != wanted) return {};
    const std::ptrdiff_t at = it - ends_.begin() + (is_end ? 1 : 0);
    return NodeId(static_cast<std::uint32_t>(axis_nodes_) + static_cast<std::uint32_t>(at));
  }

  // The two nodes of the nearest axis that a node sees; none where it sees none of the nearest.
  std::array<NodeId, 2> nearest_axis(NodeId node) const {
    const Vec2 p = surface_point(node).point.xy();
    const auto axis_of = [&](NodeId from, NodeId to) {
      return Segment2{surface_point(from).point.xy(), surface_point(to).point.xy()};
    };
    NearArcs nearest;
    for (std::size_t i = 0; i < axes_; ++i) {
      const NodePair& pair = pairs_[i];
      if (pair.from > pair.to) continue;
      keep_nearest(nearest, {distance(axis_of(pair.from, pair.to), p), pair.from, pair.to});
    }
    for (const NearArc& near : nearest) {
      if (near.from.is_none()) break;
      const Vec2 foot = nearest_point(axis_of(near.from, near.to), p);
      const Ray ray = cast_ray(mesh_, surface_point(near.from), foot);
      if (ray.is_clear && line_of_sight(mesh_, surface_point(node), ray.end))
        return {near.from, near.to};
    }
    return {};
  }

  const World& world_;
  const Mesh& mesh_;
  OpenGround open_;
  const GraphSpec& spec_;
  IntFrame frame_;
  std::vector<PortalNode> ends_;
  std::vector<Vec3f> points_;  // that may become nodes
  std::vector<AxisStretch> stretches_;
  std::vector<AxisNode> nodes_;  // [node]  axes in order of x and y, then ends of links
  std::size_t axis_nodes_ = 0;
  std::vector<NodePair> pairs_;  // arcs
  std::size_t axes_ = 0;         // the first ones, along axes
};

}  // namespace

Result<GraphArrays> build_axis_graph(const World& world, const GraphSpec& spec,
                                     const Pricer* agent) {
  return AxisGraphBuilder(world, spec, agent).build();
}

}  // namespace thalweg
