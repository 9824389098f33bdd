#include "thalweg/planners/a_star.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/graph/portal_nodes.hpp"

namespace thalweg {
namespace {

constexpr double kMostWeight = 1000;
constexpr double kMostEstimate = 0x1p60;  // quanta; sums with it stay in range

// The passable arcs of a graph, as a search sees them.
struct PricedGraph {
  const Graph& graph;
  std::span<const NodeId> targets;
  std::span<const Cost> costs;

  std::uint32_t node_count() const { return graph.node_count(); }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    for (const ArcId arc : graph.arcs(node)) {
      const Cost cost = costs[arc.value];
      if (cost != kForbidden) visit(arc, targets[arc.value], cost);
    }
  }
};

// So many quanta per metre of span to the goal, rounded down.
struct ScaledSpan {
  const Span& span;
  Box3 goal;
  double scale;

  Distance operator()(NodeId node) const {
    if (scale == 0) return 0;
    const double h = scale * span.between(span.extent(node), goal);
    return h < kMostEstimate ? static_cast<Distance>(h) : static_cast<Distance>(kMostEstimate);
  }
};

const char* why_unfit(const World& world, const Graph& graph, const Metric& metric) {
  if (!graph.why_empty().empty()) return "the graph is empty: its world could not give one";
  if (!metric.problem().empty()) return "the metric is empty: the graph could not be priced";
  if (graph.world_fingerprint() != world.fingerprint()) return "the graph is of another world";
  if (metric.graph_fingerprint() != graph.fingerprint()) return "the metric is of another graph";
  return nullptr;
}

const char* why_invalid(const Query& query, Vec3 start, Vec3 goal) {
  if (!is_finite(start.xy()) || std::isinf(start.z)) return "the start is not a finite point";
  if (!is_finite(goal.xy()) || std::isinf(goal.z)) return "the goal is not a finite point";
  if (!(query.reach >= 0)) return "the reach must not be negative";
  if (!(query.weight >= 0 && query.weight <= kMostWeight)) {
    return "the heuristic's weight must be between 0 and 1000";
  }
  return nullptr;
}

Vec3 to_local(const World& world, Axes axes, Point p) {
  const Vec3 q = to_world(axes, Vec3{p.x, p.y, p.z});
  return world.to_local({q.x, q.y, q.z});
}

// The least quanta per metre over the graph's arcs and the last steps to the goal.
double least_per_metre(const Metric& metric, const Span& span, const Ends& ends, const Box3& goal) {
  double least = metric.least_per_metre();
  for (const Seed& seed : ends.goals) {
    const double metres = span.between(span.extent(seed.node), goal);
    if (metres > 0 && seed.cost > 0) {
      least = std::min(least, static_cast<double>(seed.cost) / metres * (1 - 0x1p-20));
    }
  }
  return least;
}

Distance seed_cost(std::span<const Seed> seeds, NodeId node) {
  Distance least = kUnreached;
  for (const Seed& seed : seeds) {
    if (seed.node == node) least = std::min(least, seed.cost);
  }
  return least;
}

// Collects the points of a path, in the caller's axes.
class PointLine {
 public:
  PointLine(const World& world, Axes axes, std::vector<PathPoint>& points)
      : world_(world), axes_(axes), points_(points) {
    points_.clear();
  }

  void add_start(const End& end) { points_.push_back(made(end.point, end.face)); }
  // The last point, even where it is the first one; a point on the way that repeats it goes.
  void add_goal(const End& end) {
    const PathPoint point = made(end.point, end.face);
    if (points_.size() > 1 && points_.back().vec() == point.vec()) points_.pop_back();
    points_.push_back(point);
  }
  // A point on the way: left out where it repeats the one before.
  void add(Vec3 local, FaceId face) {
    const PathPoint point = made(local, face);
    if (points_.back().vec() == point.vec()) {
      points_.back().face = face;
    } else {
      points_.push_back(point);
    }
  }
  void add_link(const Link& link, bool is_backwards) {
    add(is_backwards ? link.to : link.from, is_backwards ? link.to_face : link.from_face);
    add(is_backwards ? link.from : link.to, is_backwards ? link.from_face : link.to_face);
  }

 private:
  PathPoint made(Vec3 local, FaceId face) const {
    const Vec3 p = from_world(axes_, world_.to_world(local));
    return {p.x, p.y, p.z, face};
  }

  const World& world_;
  Axes axes_;
  std::vector<PathPoint>& points_;
};

// The points of a face route: the middles of the portals crossed.
void lay_faces(const World& world, const Graph& graph, const Route& route, PointLine& line) {
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const ArcLabel label = graph.label(route.arcs[i]);
    const FaceId from(route.nodes[i].value);
    const FaceId to(route.nodes[i + 1].value);
    if (label.is_link()) {
      const Link& link = world.links[label.link()];
      line.add_link(link, link.from_face != from);
    } else {
      line.add(world.mesh.midpoint(label.edge()), to);
    }
  }
}

// The points of a grid route: the middles of the squares between the first and the last.
void lay_squares(const World& world, const Graph& graph, const Route& route, PointLine& line) {
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const ArcLabel label = graph.label(route.arcs[i]);
    if (i > 0) line.add(graph.position(route.nodes[i]), {});
    if (!label.is_link()) continue;
    const Link& link = world.links[label.link()];
    line.add_link(link, link.from_square.value != route.nodes[i].value);
  }
}

// The points of a portal route: its nodes.
void lay_portals(const World& world, const Graph& graph, const Route& route, PointLine& line,
                 FaceId last) {
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    FaceId face = last;
    if (i < route.arcs.size()) {
      const ArcLabel label = graph.label(route.arcs[i]);
      face = label.is_link() ? link_end_face(world, graph.place(route.nodes[i])) : label.face();
    }
    line.add(graph.position(route.nodes[i]), face);
  }
}

}  // namespace

AStarPlanner::AStarPlanner(const World& world, const Graph& graph, const Metric& metric)
    : world_(world),
      graph_(graph),
      metric_(metric),
      problem_(why_unfit(world, graph, metric)),
      finder_(world, graph, metric),
      span_(world, graph, metric.profile()) {}

Answer AStarPlanner::find(const Query& query, Answer old) {
  Answer answer = std::move(old);
  answer.points.clear();
  answer.route.nodes.clear();
  answer.route.arcs.clear();
  answer.cost = 0;
  answer.stats = {};
  const auto say = [&](Outcome outcome, const char* reason) {
    answer.outcome = outcome;
    answer.reason = reason;
    answer.price = metric_.in_units(answer.cost);
    return std::move(answer);
  };
  if (problem_ != nullptr) return say(Outcome::invalid, problem_);
  const Vec3 start = to_local(world_, query.axes, query.start);
  const Vec3 goal = to_local(world_, query.axes, query.goal);
  if (const char* wrong = why_invalid(query, start, goal)) return say(Outcome::invalid, wrong);

  const End from = finder_.find(start, query.reach);
  if (!from.is_found()) {
    return say(Outcome::outside, "the start lies on no ground that this profile enters");
  }
  const End to = finder_.find(goal, query.reach);
  if (!to.is_found()) {
    return say(Outcome::outside, "the goal lies on no ground that this profile enters");
  }
  ends_ = finder_.join(from, to, std::move(ends_));
  search(query, answer);
  return say(answer.outcome, answer.reason);
}

void AStarPlanner::search(const Query& query, Answer& answer) {
  answer.outcome = Outcome::unreachable;
  answer.reason = "the goal cannot be reached from the start";
  const bool is_apart = finder_.are_apart(ends_);
  if (is_apart && !query.allow_partial) return;

  const Box3 goal = graph_.kind() == GraphKind::portal ? Box3{ends_.goal.point, ends_.goal.point}
                                                       : span_.extent(ends_.goals.front().node);
  // Finite, so that no span at all is no estimate at all.
  const double scale =
      is_apart ? 0
               : std::min(query.weight * least_per_metre(metric_, span_, ends_, goal), 0x1p1000);
  const PricedGraph view{graph_, graph_.arrays().targets.items().span(),
                         metric_.parts().costs.span()};
  const SearchTask task{ends_.sources, ends_.goals, query.node_budget, ends_.direct};
  const SearchOutcome outcome = best_first(view, ScaledSpan{span_, goal, scale}, task, scratch_);
  answer.stats = outcome.stats;
  if (outcome.end == SearchEnd::found) {
    answer.outcome = Outcome::found;
    answer.reason = "";
    take_way_to_goal(outcome.goal, answer);
    return lay_points(query, answer);
  }
  if (outcome.end == SearchEnd::over_budget) {
    answer.outcome = Outcome::over_budget;
    answer.reason = "the node budget was spent before the goal was reached";
  }
  if (!query.allow_partial) return;
  answer_partially(answer);
  lay_points(query, answer);
}

// Ends at the settled node nearest the goal, or stays at the start where that is nearer. Where the
// budget was spent with some way to the goal in hand: takes that one.
void AStarPlanner::answer_partially(Answer& answer) {
  const NodeBank& bank = scratch_.bank;
  if (answer.outcome == Outcome::over_budget) {
    answer.reason = "the node budget was spent: the path leads as near to the goal as was seen";
    const NodeId last(graph_.node_count());
    if (bank.is_reached(last)) return take_way_to_goal(bank[last].parent, answer);
  } else {
    answer.reason = "the goal cannot be reached: the path leads as near to it as one can get";
    answer.outcome = Outcome::partial;
  }
  NodeId best;
  double least = length(ends_.start.point - ends_.goal.point);
  for (const NodeId node : graph_.nodes()) {
    if (!bank.is_settled(node)) continue;
    const double d = length(graph_.position(node) - ends_.goal.point);
    const bool is_better =
        d < least || (!best.is_none() && d == least && bank[node].g < bank[best].g);
    if (!is_better) continue;
    least = d;
    best = node;
  }
  ends_.goal = ends_.start;
  if (best.is_none()) return;
  take_route(best, answer);
  ends_.goal.point = graph_.position(best);
  if (graph_.kind() == GraphKind::face) ends_.goal.face = FaceId(best.value);
  if (graph_.kind() == GraphKind::portal && !answer.route.arcs.empty()) {
    const ArcLabel label = graph_.label(answer.route.arcs.back());
    ends_.goal.face = label.is_link() ? link_end_face(world_, graph_.place(best)) : label.face();
  }
}

// The way by `goal`; by none the direct one.
void AStarPlanner::take_way_to_goal(NodeId goal, Answer& answer) {
  answer.cost = ends_.direct;
  if (goal.is_none()) return;
  take_route(goal, answer);
  answer.cost += seed_cost(ends_.goals, goal);
}

void AStarPlanner::take_route(NodeId last, Answer& answer) {
  answer.route = route_to(scratch_.bank, last, std::move(answer.route));
  answer.cost = seed_cost(ends_.sources, answer.route.nodes.front()) +
                route_cost(graph_, metric_, answer.route);
}

void AStarPlanner::lay_points(const Query& query, Answer& answer) const {
  PointLine line(world_, query.axes, answer.points);
  line.add_start(ends_.start);
  switch (graph_.kind()) {
    case GraphKind::face: lay_faces(world_, graph_, answer.route, line); break;
    case GraphKind::grid: lay_squares(world_, graph_, answer.route, line); break;
    default: lay_portals(world_, graph_, answer.route, line, ends_.goal.face); break;
  }
  line.add_goal(ends_.goal);
}

Distance route_cost(const Graph& graph, const Metric& metric, const Route& route) {
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const Cost cost = metric.cost(route.arcs[i]);
    if (cost == kForbidden || graph.target(route.arcs[i]) != route.nodes[i + 1]) return kUnreached;
    sum += cost;
  }
  return sum;
}

}  // namespace thalweg
