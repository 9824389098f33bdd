// Recomputes what an answer claims from query and ground: outcome and reason, prices, route and its
// cost with the ends, corridor, ends, points, and distance from what is blocked.
#include "thalweg/planners/check_answer.hpp"

#include <algorithm>
#include <cmath>

#include "graph/sight_nodes.hpp"
#include "path/clear_path.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"
#include "thalweg/planners/views.hpp"

namespace thalweg {
namespace {

using Law = std::optional<std::string>;

class AnswerCheck {
 public:
  AnswerCheck(const Answer& answer, const Query& query, const Ground& ground)
      : answer_(answer), query_(query), ground_(counted(query, ground)), finder_(ground_) {
    if (why_invalid(query) != nullptr || why_invalid(query, ground.world()) != nullptr) return;
    filter_ = filter_of(query, ground_.world(), ground_.profile().radius);
    std::vector<End> starts;
    for (std::size_t i = 0; i <= query.more_starts.size(); ++i) {
      const End end = found(query.nth_start(i));
      if (end.is_found()) starts.push_back(end);
    }
    filter_ = finder_.forgiven(std::move(filter_), starts);
  }

  Law broken() const {
    for (const auto law : {&AnswerCheck::outcome, &AnswerCheck::numbers, &AnswerCheck::route,
                           &AnswerCheck::cost, &AnswerCheck::corridor, &AnswerCheck::ends,
                           &AnswerCheck::points, &AnswerCheck::obstacles}) {
      if (Law wrong = (this->*law)()) return wrong;
    }
    return std::nullopt;
  }

 private:
  Law outcome() const;
  Law numbers() const;
  Law route() const;
  Law cost() const;
  Law corridor() const;
  Law ends() const;
  Law points() const;
  Law obstacles() const;

  // The ground as the query's agent finds it.
  static Ground counted(const Query& query, const Ground& ground) {
    auto wider = ground.for_radius(query.radius);
    return wider ? wider.value() : ground;
  }
  const GroundFilter* filter() const { return filter_.is_empty() ? nullptr : &filter_; }
  End found(Point given) const {
    return finder_.find(frame().to_local(given), query_.reach, filter());
  }
  Point start() const { return query_.nth_start(answer_.start_index); }
  Point goal() const { return query_.nth_goal(answer_.goal_index); }
  Frame frame() const { return ground_.world().frame(query_.axes); }

  const Answer& answer_;
  const Query& query_;
  Ground ground_;
  EndFinder finder_;
  GroundFilter filter_;
};

Law AnswerCheck::outcome() const {
  const bool has_reason = *answer_.why() != '\0';
  if (answer_.found() == has_reason) return "a reason is given where it was found, or none";
  const bool may_lead = answer_.found() || answer_.outcome == Outcome::partial ||
                        answer_.outcome == Outcome::over_budget;
  if (!may_lead && !answer_.points.empty()) return "there is a path where nothing was found";
  if (answer_.found() && answer_.points.empty()) return "the goal was found, and there is no path";
  if (answer_.goal_index > query_.more_goals.size()) return "the answer names a goal not asked for";
  if (answer_.start_index > query_.more_starts.size()) {
    return "the answer names a start not asked for";
  }
  return std::nullopt;
}

Law AnswerCheck::numbers() const {
  if (!std::isfinite(answer_.price) || !std::isfinite(answer_.ground_price)) {
    return "a price is not finite";
  }
  if (answer_.found() && answer_.price != ground_.metric().in_units(answer_.cost)) {
    return "the price is not the cost in the profile's unit";
  }
  if (answer_.bound != 0 && !(answer_.bound >= 1)) return "the bound is below 1";
  const auto is_sound = [](const PathPoint& p) { return is_finite(p.vec()); };
  if (!std::ranges::all_of(answer_.points, is_sound)) return "a point is not finite";
  return std::nullopt;
}

Law AnswerCheck::route() const {
  const Route& route = answer_.route;
  const Graph& graph = ground_.graph();
  if (route.nodes.empty() && route.arcs.empty()) return std::nullopt;
  if (route.arcs.size() + 1 != route.nodes.size()) return "the route has too few or too many arcs";
  for (const NodeId node : route.nodes) {
    if (node.value >= graph.node_count()) return "the route names a node that does not exist";
  }
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const ArcId arc = route.arcs[i];
    const auto arcs = graph.arcs(route.nodes[i]);
    const bool is_from_here = arc >= arcs.front() && arc.value < arcs.front().value + arcs.size();
    if (!is_from_here || graph.target(arc) != route.nodes[i + 1]) {
      return "arc " + std::to_string(i) + " of the route does not lead to the next node";
    }
    if (!ground_.metric().is_passable(arc)) {
      return "arc " + std::to_string(i) + " of the route is not passable";
    }
  }
  return std::nullopt;
}

// What the search paid for the arcs of the route.
Distance paid(const Ground& ground, const Route& route, const GroundFilter* filter) {
  if (filter == nullptr) return route_cost(ground, route);
  const FilteredCosts costs(ground, *filter);
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) sum += costs(route.nodes[i], route.arcs[i]);
  return sum;
}

Law AnswerCheck::cost() const {
  if (!answer_.found() || answer_.is_straight) return std::nullopt;
  const End first_end = found(start());
  const End last_end = found(goal());
  if (!first_end.is_found() || !last_end.is_found()) return "an end lies on no ground";
  const JoinedEnds ends = finder_.join(first_end, last_end, filter());
  const Route& route = answer_.route;
  if (route.nodes.empty()) {
    return answer_.cost == ends.direct ? std::nullopt : Law("the cost is not the direct walk's");
  }
  const Distance first = seed_cost(ends.sources, route.nodes.front());
  const Distance last = seed_cost(ends.goals, route.nodes.back());
  if (first == kUnreached || last == kUnreached) {
    return "the route does not lead from the start to the goal";
  }
  const Distance sum = first + paid(ground_, route, filter()) + last;
  return answer_.cost == sum ? std::nullopt : Law("the arcs do not sum up to the cost");
}

Law AnswerCheck::corridor() const {
  if (answer_.points.empty() || !ground_.graph().facts().has_corridors) return std::nullopt;
  return broken_law(answer_.corridor, ground_.world());
}

Law AnswerCheck::ends() const {
  if (answer_.points.empty()) return std::nullopt;
  const auto is_near = [&](const PathPoint& p, Point given) {
    const Vec2 offset = (frame().to_local(as_point(p.vec())) - frame().to_local(given)).xy();
    const double side = ground_.world().grid.empty() ? 0 : ground_.world().grid.spacing();
    return length(offset) <= query_.reach + side + rounding_at(frame().to_local(given).xy());
  };
  if (!is_near(answer_.points.front(), start())) return "the path does not start at the start";
  if (answer_.found() && !is_near(answer_.points.back(), goal())) {
    return "the path does not end at the goal";
  }
  return std::nullopt;
}

Law AnswerCheck::points() const {
  if (answer_.points.empty() || ground_.graph().facts().is_on_grid) return std::nullopt;
  const ProfileRule by{ground_.world(), ground_.pricer(), filter()};
  return broken_law(answer_.points, ground_.world(), query_.axes,
                    {.rule = by.rule(), .slack = kWalkSlack});
}

Law AnswerCheck::obstacles() const {
  std::vector<PathPoint> local = answer_.points;
  for (PathPoint& point : local) {
    const Vec3 p = frame().to_local(as_point(point.vec()));
    point = {p.x, p.y, p.z, point.face, point.link, point.area};
  }
  if (is_clear_path(filter_, local)) return std::nullopt;
  return "the path leads through an obstacle";
}

}  // namespace

std::optional<std::string> broken_law(const Answer& answer, const Query& query,
                                      const Ground& ground) {
  return AnswerCheck(answer, query, ground).broken();
}

}  // namespace thalweg
