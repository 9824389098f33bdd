// Partial answers: to the reachable point nearest the goal.
#include "thalweg/planners/planner.hpp"

namespace thalweg {
namespace {

// The node reached that lies nearest `goal` in the plane, on ground that may be entered, or the start.
End nearest_node(const Ground& ground, std::span<const NodeId> reached, const End& start, Vec3 goal,
                 const GroundFilter& filter) {
  const Graph& graph = ground.graph();
  const auto metres = [&](Vec3 p) { return length(p.xy() - goal.xy()); };
  const auto is_open = [&](auto position) {
    return position.is_none() || (ground.pricer().may_enter(position) && filter.allows(position));
  };
  End best = start;
  for (const NodeId node : reached) {
    if (!(metres(graph.position(node)) < metres(best.point))) continue;
    const End end = graph.form().end_at(ground.world(), graph, node);
    if (is_open(end.face) && is_open(end.square)) best = end;
  }
  return best;
}

}  // namespace

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

// The reachable point nearest `wanted` in the plane, whichever start it is reached from. O(nodes).
End Planner::nearest_end(const NodeBank& bank, Vec3 wanted) {
  reached_.clear();
  for (const NodeId node : graph().nodes()) {
    if (bank.is_reached(node)) reached_.push_back(node);
  }
  End best;
  double least = kNoLimit;
  for (const End& start : starts_) {
    End end = graph().form().nearest(counted(), {reached_, start, wanted, filter()}, marks_);
    if (filter_.has_obstacles() && cheapest_ending(bank, end).cost == kUnreached) {
      end = nearest_node(counted(), reached_, start, wanted, filter_);
    }
    const double metres = length(end.point.xy() - wanted.xy());
    if (best.is_found() && !(metres < least)) continue;
    best = end;
    least = metres;
  }
  return best;
}

// The last node of the cheapest of the routes that end at `end` (none: past the graph), with what it costs. Leaves
// the ends in near_.
Seed Planner::cheapest_ending(const NodeBank& bank, const End& end) {
  near_ = finder().join(starts_, {&end, 1}, filter(), std::move(near_));
  Seed best(NodeId(), near_.direct);
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
  const Seed best = cheapest_ending(bank, end);
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
