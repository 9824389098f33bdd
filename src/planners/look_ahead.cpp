// Checks the query, joins the ends and searches as far as the gates. Filters, blocked ground, wider
// agents and several ends are refused.
#include "thalweg/planners/look_ahead.hpp"

#include "thalweg/planners/planner.hpp"

namespace thalweg {

LookAhead::LookAhead(const Ground& ground, const Hierarchy& hierarchy,
                     const AbstractSearch::Options& options)
    : ground_(ground),
      finder_(ground),
      estimator_(ground, HeuristicKind::fitting),
      search_(ground, hierarchy, options) {}

Outcome LookAhead::begin(const Query& query) {
  const bool is_plain = query.filter == nullptr && query.blocked.empty() &&
                        !(query.radius > ground_.profile().radius) && query.more_starts.empty() &&
                        query.more_goals.empty();
  if (!is_plain || why_invalid(query) != nullptr) return Outcome::invalid;
  const auto find_end = [&](Point p) {
    return finder_.find(ground_.world().frame(query.axes).to_local(p), query.reach);
  };
  const End start = find_end(query.start);
  const End goal = find_end(query.goal);
  if (!start.is_found() || !goal.is_found()) return Outcome::outside;
  ends_ = finder_.join(start, goal, nullptr, std::move(ends_));
  const Estimator::Target target = estimator_.target(goal);
  estimator_.aim({.targets = {&target, 1},
                  .last_steps = ends_.goals,
                  .start = start.point,
                  .weight = query.weight});
  search_.begin({ends_.sources, ends_.goals, ends_.direct}, estimator_, scratch_);
  Budget budget;
  const bool is_found = search_.find_gates(budget) == SearchEnd::found;
  return is_found ? Outcome::found : Outcome::unreachable;
}

Distance LookAhead::cost_so_far() const {
  if (search_.is_direct()) return ends_.direct;
  const Distance to_goal = is_done() ? seed_cost(ends_.goals, route().nodes.back()) : 0;
  return seed_cost(ends_.sources, route().nodes.front()) + route_cost(ground_, route()) + to_goal;
}

}  // namespace thalweg
