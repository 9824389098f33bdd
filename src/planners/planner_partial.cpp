// Partial answers: to the reachable point nearest the goal.
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// Searches on for the nearest point, with what is left of the budget.
void Planner::start_flood(Outcome outcome) {
  flood_outcome_ = outcome;
  stage_ = Stage::flood;
  const JoinedEnds& from = joined();
  with_costs(ground_, ends_, [&](const auto& costs) {
    flooding_.hold(BestFirst(ForwardView(graph(), costs), NoHeuristic{},
                             {.sources = from.sources, .goals = {}}, flood_));
  });
}

// The reachable point nearest `wanted`, whichever start it is reached from.
End Planner::nearest_end(const NodeBank& bank, Vec3 wanted) {
  End best;
  double least = kNoLimit;
  for (const End& start : starts_) {
    End end = nearest_.find(counted(), bank, start, wanted, filter());
    if (filter_.has_obstacles() && cheapest_ending(bank, end).cost == kUnreached) {
      end = NearestReached::find_node(counted(), bank, start, wanted, filter_);
    }
    const double metres = length(end.point.xy() - wanted.xy());
    if (best.is_found() && !(metres < least)) continue;
    best = end;
    least = metres;
  }
  return best;
}

// The cheapest of the routes that end at `end`. Leaves the ends in near_.
Planner::Ending Planner::cheapest_ending(const NodeBank& bank, const End& end) {
  near_ = finder().join(starts_, {&end, 1}, filter(), std::move(near_));
  Ending best{{}, near_.direct};
  for (const Seed& goal : near_.goals) {
    if (!bank.is_reached(goal.node) || bank[goal.node].g + goal.cost >= best.cost) continue;
    best = {goal.node, bank[goal.node].g + goal.cost};
  }
  return best;
}

// Ends at the reachable point nearest the first goal.
void Planner::lead_near(const NodeBank& bank) {
  const Vec3 wanted = world().frame(query_->axes).to_local(query_->goal);
  const End end = nearest_end(bank, wanted);
  const Ending best = cheapest_ending(bank, end);
  std::uint32_t start = near_.direct_start;
  answer_.cost = best.cost == kUnreached ? 0 : best.cost;
  if (!best.node.is_none()) {
    if (&bank == search_->seen()) {
      search_->take_seen(best.node, found_);
    } else {
      found_.route = route_to(bank, best.node, std::move(found_.route));
    }
    std::swap(answer_.route, found_.route);
    answer_.penalty = found_.penalty;
    start = cheapest_seed(joined().sources, answer_.route.nodes.front())->end;
    answer_.cost = cost_from_source(ground_, ends_, joined().sources, answer_.route) +
                   seed_cost(near_.goals, best.node);
  }
  near_.start = starts_[start];
  if (best.cost == kUnreached) near_.goal = near_.start;
  answer_.start_index = near_.start.index;
  found_.portals.runs.clear();
  laid_between_ = &near_;
  const bool is_spent = flood_outcome_ == Outcome::over_budget;
  say(flood_outcome_,
      is_spent ? "the node budget was spent: the path leads as near to the goal as was seen"
               : "the goal cannot be reached: the path leads as near to it as one can get");
}

}  // namespace thalweg
