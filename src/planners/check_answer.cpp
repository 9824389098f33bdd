#include "thalweg/planners/check_answer.hpp"

#include <algorithm>
#include <cmath>

#include "graph/sight_nodes.hpp"
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
      : answer_(answer), query_(query), ground_(ground) {}

  Law broken() const {
    for (const auto law :
         {&AnswerCheck::outcome, &AnswerCheck::numbers, &AnswerCheck::route, &AnswerCheck::cost,
          &AnswerCheck::corridor, &AnswerCheck::ends, &AnswerCheck::points}) {
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

  Frame frame() const { return ground_.world().frame(query_.axes); }
  Point goal() const {
    return answer_.goal_index == 0 ? query_.goal : query_.more_goals[answer_.goal_index - 1];
  }

  const Answer& answer_;
  const Query& query_;
  const Ground& ground_;
};

Law AnswerCheck::outcome() const {
  const bool has_reason = *answer_.why() != '\0';
  if (answer_.found() == has_reason) return "a reason is given where it was found, or none";
  const bool may_lead = answer_.found() || answer_.outcome == Outcome::partial ||
                        answer_.outcome == Outcome::over_budget;
  if (!may_lead && !answer_.points.empty()) return "there is a path where nothing was found";
  if (answer_.found() && answer_.points.empty()) return "the goal was found, and there is no path";
  if (answer_.goal_index > query_.more_goals.size()) return "the answer names a goal not asked for";
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
Distance paid(const Ground& ground, const Route& route, const AreaFilter* filter) {
  if (filter == nullptr) return route_cost(ground, route);
  const FilteredCosts costs(ground, *filter);
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) sum += costs(route.nodes[i], route.arcs[i]);
  return sum;
}

Law AnswerCheck::cost() const {
  if (!answer_.found() || answer_.is_straight) return std::nullopt;
  const EndFinder finder(ground_);
  const AreaFilter* filter = query_.filter.get();
  const End start = finder.find(frame().to_local(query_.start), query_.reach, filter);
  const End end = finder.find(frame().to_local(goal()), query_.reach, filter);
  if (!start.is_found() || !end.is_found()) return "an end lies on no ground";
  const Ends ends = finder.join(start, end, filter);
  const Route& route = answer_.route;
  if (route.nodes.empty()) {
    return answer_.cost == ends.direct ? std::nullopt : Law("the cost is not the direct walk's");
  }
  const Distance first = seed_cost(ends.sources, route.nodes.front());
  const Distance last = seed_cost(ends.goals, route.nodes.back());
  if (first == kUnreached || last == kUnreached) {
    return "the route does not lead from the start to the goal";
  }
  const Distance sum = first + paid(ground_, route, filter) + last;
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
  if (!is_near(answer_.points.front(), query_.start)) return "the path does not start at the start";
  if (answer_.found() && !is_near(answer_.points.back(), goal())) {
    return "the path does not end at the goal";
  }
  return std::nullopt;
}

Law AnswerCheck::points() const {
  if (answer_.points.empty() || ground_.graph().facts().is_on_grid) return std::nullopt;
  const ProfileRule by{ground_.world(), ground_.pricer(), query_.filter.get()};
  return broken_law(answer_.points, ground_.world(), query_.axes,
                    {.rule = by.rule(), .slack = kWalkSlack});
}

}  // namespace

std::optional<std::string> broken_law(const Answer& answer, const Query& query,
                                      const Ground& ground) {
  return AnswerCheck(answer, query, ground).broken();
}

}  // namespace thalweg
