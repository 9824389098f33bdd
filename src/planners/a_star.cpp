#include "thalweg/planners/a_star.hpp"

#include <algorithm>

#include "thalweg/planners/aim.hpp"

namespace thalweg {

AStarPlanner::AStarPlanner(Ground given, const AStarOptions& options)
    : Planner(std::move(given)), options_(options), estimator_(ground(), options.heuristic) {
  if (options.is_backward) rows_ = reverse_rows(graph());
}

template <class Use>
auto AStarPlanner::with_search(const Use& use) {
  const PlainCosts plain(metric());
  const SpanEstimate general = estimator_.general();
  if (options_.is_backward) {
    const auto run = [&](const auto& view) {
      return options_.is_hashed ? use(view, general, hashed_) : use(view, general, direct_);
    };
    if (filter_ == nullptr) return run(BackwardView(rows_, plain));
    return run(BackwardView(rows_, filtered_costs(*filter_)));
  }
  if (filter_ != nullptr) {
    const FilteredCosts filtered = filtered_costs(*filter_);
    const ForwardView view(graph(), filtered);
    return options_.is_hashed ? use(view, general, hashed_) : use(view, general, direct_);
  }
  const ForwardView view(graph(), plain);
  return estimator_.visit([&](const auto& heuristic) {
    return options_.is_hashed ? use(view, heuristic, hashed_) : use(view, heuristic, direct_);
  });
}

void AStarPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  const bool is_backward = options_.is_backward;
  targets_.clear();
  const auto aim_at = [&](const End& end) { targets_.push_back(target_at(graph(), end)); };
  if (is_backward) {
    aim_at(ends.start);
  } else {
    for_each_goal(aim_at);
  }
  task_ = {ends.sources, ends.goals, query.node_budget, ends.direct};
  if (is_backward) {
    sources_.assign(ends.sources.begin(), ends.sources.end());
    sort_seeds(sources_);
    task_.sources = ends.goals;
    task_.goals = sources_;
  }
  estimator_.aim({.targets = targets_,
                  .last_steps = task_.goals,
                  .start = is_backward ? ends.goal.point : ends.start.point,
                  .weight = query.weight,
                  .is_backward = is_backward});
  with_search([&](const auto& view, const auto& heuristic, auto& scratch) {
    start_search(view, heuristic, task_, scratch);
    return SearchEnd::paused;
  });
}

SearchEnd AStarPlanner::continue_route(const Slice& slice) {
  return with_search([&](const auto& view, const auto& heuristic, auto& scratch) {
    return continue_search(view, heuristic, task_, scratch, slice);
  });
}

bool AStarPlanner::take_route(Found& found) {
  found.bound = estimator_.bound();
  found.route.nodes.clear();
  found.route.arcs.clear();
  const NodeId last(graph().node_count());
  const auto take = [&](const auto& bank) {
    if (!bank.is_reached(last)) return false;
    const NodeId goal = bank[last].parent;
    if (!goal.is_none()) found.route = route_to(bank, goal, std::move(found.route));
    return true;
  };
  if (!(options_.is_hashed ? take(hashed_.bank) : take(direct_.bank))) return false;
  if (options_.is_backward) {
    std::ranges::reverse(found.route.nodes);
    std::ranges::reverse(found.route.arcs);
  }
  return true;
}

const NodeBank* AStarPlanner::seen() const {
  return options_.is_hashed || options_.is_backward ? nullptr : &direct_.bank;
}

std::vector<NodeId> AStarPlanner::settled_nodes() const {
  std::vector<NodeId> settled;
  if (route_stats().expanded == 0) return settled;
  for (const NodeId node : graph().nodes()) {
    if (options_.is_hashed ? hashed_.bank.is_settled(node) : direct_.bank.is_settled(node)) {
      settled.push_back(node);
    }
  }
  return settled;
}

}  // namespace thalweg
