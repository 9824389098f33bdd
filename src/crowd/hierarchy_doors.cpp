// The doors of a hierarchy: where the route over its gates goes from cell to cell.
#include <algorithm>
#include <optional>

#include "core/try.hpp"
#include "thalweg/crowd/journey.hpp"
#include "thalweg/planners/look_ahead.hpp"

namespace thalweg {
namespace {

// A line on the ground, local coordinates.
struct Line {
  Vec3 from;
  Vec3 to;
};

class DoorFinder {
 public:
  DoorFinder(const Ground& ground, const Partition& partition)
      : ground_(ground), partition_(partition) {}

  // What a step between two cells crosses; nothing where it is a link.
  std::optional<Line> at_step(NodeId from, NodeId to) const {
    const std::optional<ArcId> arc = arc_between(from, to);
    if (!arc || graph().label(*arc).is_link()) return std::nullopt;
    const GraphFacts& facts = graph().facts();
    if (facts.nodes_are_squares) return at_squares(from, to);
    if (facts.nodes_are_faces) return widened(graph().label(*arc).edge());
    if (facts.has_portal_nodes) return at_portal(to);
    return Line{graph().position(to), graph().position(to)};
  }

  // Across a node that belongs to two cells, for a route that comes from one point and goes on to
  // another.
  Line at_shared(NodeId node, Vec3 before, Vec3 after) const {
    const Vec3 middle = graph().position(node);
    const Vec2 ahead = after.xy() - before.xy();
    Line line{middle, middle};
    if (!graph().facts().nodes_are_faces || ahead == Vec2{}) return line;
    const Mesh& mesh = ground_.world().mesh;
    double least = 0;
    double most = 0;
    for (const EdgeId edge : mesh.edges(FaceId(node.value))) {
      const Vec3 a = mesh.start(edge);
      const Vec3 b = mesh.end(edge);
      const double side_a = dot(a.xy() - middle.xy(), ahead);
      const double side_b = dot(b.xy() - middle.xy(), ahead);
      if ((side_a < 0) == (side_b < 0)) continue;
      const Vec3 met = a + (b - a) * (side_a / (side_a - side_b));
      const double along = cross(ahead, met.xy() - middle.xy());
      if (along < least) line.from = met;
      if (along > most) line.to = met;
      least = std::min(least, along);
      most = std::max(most, along);
    }
    return line;
  }

 private:
  const Graph& graph() const { return ground_.graph(); }

  std::optional<ArcId> arc_between(NodeId from, NodeId to) const {
    std::optional<ArcId> best;
    for (const ArcId arc : graph().arcs(from)) {
      if (graph().target(arc) != to || !ground_.metric().is_passable(arc)) continue;
      if (!best || ground_.metric().cost(arc) < ground_.metric().cost(*best)) best = arc;
    }
    return best;
  }

  std::optional<Line> at_portal(NodeId node) const {
    const PortalNode portal = graph().portal_node(node);
    if (portal.is_link_end()) return std::nullopt;
    const Mesh& mesh = ground_.world().mesh;
    return Line{mesh.start(portal.edge()), mesh.end(portal.edge())};
  }

  CellId home(FaceId face) const { return partition_.home(NodeId(face.value)); }

  // The portal with those that continue it in a straight line between the same two cells.
  Line widened(EdgeId portal) const {
    const Mesh& mesh = ground_.world().mesh;
    EdgeId first = portal;
    EdgeId last = portal;
    while (const auto next = continued(last, portal)) last = *next;
    // The twin runs in the other direction, between the same cells.
    const EdgeId twin = mesh.twin(portal);
    EdgeId back = twin;
    while (const auto next = continued(back, twin)) back = *next;
    first = mesh.twin(back);
    return {mesh.start(first), mesh.end(last)};
  }

  // The portal that continues `edge` in a straight line between the same cells as `first`.
  std::optional<EdgeId> continued(EdgeId edge, EdgeId first) const {
    constexpr int kMostEdges = 64;  // about a corner
    const Mesh& mesh = ground_.world().mesh;
    EdgeId at = mesh.next(edge);
    for (int i = 0; i < kMostEdges && mesh.is_portal(at); ++i, at = mesh.next(mesh.twin(at))) {
      const Vec2 line = mesh.end(edge).xy() - mesh.start(edge).xy();
      const Vec2 turn = mesh.end(at).xy() - mesh.start(at).xy();
      const bool is_straight = cross(line, turn) == 0 && dot(line, turn) > 0;
      if (!is_straight) continue;
      const bool has_same_cells = home(mesh.face(at)) == home(mesh.face(first)) &&
                                  home(mesh.across(at)) == home(mesh.across(first));
      return has_same_cells ? std::optional(at) : std::nullopt;
    }
    return std::nullopt;
  }

  // The side between two squares, with those that continue it between the same two cells; across
  // the corner of a diagonal step.
  Line at_squares(NodeId from, NodeId to) const {
    constexpr double kHalfHexSide = 0.28867513459481287;  // of the distance between two middles
    const Vec3 a = graph().position(from);
    const Vec3 b = graph().position(to);
    const Vec3 middle = (a + b) * 0.5;
    const Vec2 ahead = b.xy() - a.xy();
    const double half = is_of_squares(graph()) ? 0.5 : kHalfHexSide;
    const Vec3 side = Vec3{-ahead.y, ahead.x, 0} * half;
    const bool is_straight = is_of_squares(graph()) && (ahead.x == 0 || ahead.y == 0);
    const double before = is_straight ? squares_beside(from, to, -1) : 0;
    const double after = is_straight ? squares_beside(from, to, 1) : 0;
    return {middle - side * (1 + 2 * before), middle + side * (1 + 2 * after)};
  }

  // How many pairs of squares to the left (1) or right (-1) are a step between the same cells.
  double squares_beside(NodeId from, NodeId to, int turn) const {
    const Grid& grid = ground_.world().grid;
    const auto column = [&](NodeId n) { return static_cast<int>(grid.x(SquareId(n.value))); };
    const auto row = [&](NodeId n) { return static_cast<int>(grid.y(SquareId(n.value))); };
    const int dx = -turn * (row(to) - row(from));
    const int dy = turn * (column(to) - column(from));
    const auto beside = [&](NodeId n, int count) -> std::optional<NodeId> {
      const int x = column(n) + dx * count;
      const int y = row(n) + dy * count;
      const bool is_inside = x >= 0 && y >= 0 && x < static_cast<int>(grid.width()) &&
                             y < static_cast<int>(grid.height());
      if (!is_inside) return std::nullopt;
      return NodeId(grid.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)).value);
    };
    for (int count = 1;; ++count) {
      const auto a = beside(from, count);
      const auto b = beside(to, count);
      const bool is_same = a && b && partition_.home(*a) == partition_.home(from) &&
                           partition_.home(*b) == partition_.home(to) && arc_between(*a, *b);
      if (!is_same) return count - 1;
    }
  }

  const Ground& ground_;
  const Partition& partition_;
};

Result<void> check_fit(const Ground& ground, const Hierarchy& hierarchy) {
  const Partition& partition = hierarchy.partition();
  if (hierarchy.metric_fingerprint() != ground.fingerprint() ||
      partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return Error{"the hierarchy with the doors is of another ground"};
  }
  return {};
}

}  // namespace

Result<std::vector<Door>> doors_on_route(const Ground& ground, const Hierarchy& hierarchy,
                                         const Query& query, Level level) {
  TRY_DO(check_fit(ground, hierarchy));
  std::vector<Door> doors;
  LookAhead look(ground, hierarchy, {.level = level});
  if (look.begin(query) != Outcome::found) return doors;
  const DoorFinder finder(ground, hierarchy.partition());
  const auto add = [&](const Line& line) {
    const auto point = [&](Vec3 p) {
      return as_point(ground.world().frame(query.axes).from_local(p));
    };
    doors.push_back({point(line.from), point(line.to)});
  };
  const auto position = [&](GateId gate) { return ground.graph().position(hierarchy.node(gate)); };
  const auto legs = look.search().refine().legs();  // the last comes first
  for (std::size_t i = legs.size(); i-- > 0;) {
    const GateLeg& leg = legs[i];
    if (leg.arc.is_step()) {
      if (const auto line = finder.at_step(hierarchy.node(leg.from), hierarchy.node(leg.to))) {
        add(*line);
      }
    } else if (i > 0 && !legs[i - 1].arc.is_step()) {
      add(finder.at_shared(hierarchy.node(leg.to), position(leg.from), position(legs[i - 1].to)));
    }
  }
  return doors;
}

}  // namespace thalweg
