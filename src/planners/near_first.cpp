#include "thalweg/planners/near_first.hpp"

#include <algorithm>

#include "thalweg/planners/aim.hpp"

namespace thalweg {

NearFirstPlanner::NearFirstPlanner(Ground given, std::uint32_t near_nodes)
    : Planner(std::move(given)),
      near_nodes_(near_nodes),
      estimator_(ground(), HeuristicKind::fitting) {}

template <class Use>
auto NearFirstPlanner::with_plain(const Use& use) {
  if (filter_ != nullptr) {
    return use(ForwardView(graph(), filtered_costs(*filter_)), estimator_.general());
  }
  return estimator_.visit([&](const auto& heuristic) {
    return use(ForwardView(graph(), PlainCosts(metric())), heuristic);
  });
}

void NearFirstPlanner::aim(const Query& query, const Ends& ends) {
  targets_.clear();
  for_each_goal([&](const End& end) { targets_.push_back(target_at(graph(), end)); });
  estimator_.aim({.targets = targets_,
                  .last_steps = task_.goals,
                  .start = ends.start.point,
                  .weight = query.weight});
}

void NearFirstPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  task_ = {ends.sources, ends.goals, query.node_budget, ends.direct};
  near_stats_ = {};
  aim(query, ends);
  const bool is_plain = filter_ != nullptr || ends.sources.empty() || ends.goals.empty();
  stage_ = is_plain ? Stage::plain : Stage::near;
  if (!is_plain && near_nodes_ == 0) {
    stage_ = Stage::far;
    return start_far(task_);
  }
  with_plain([&](const auto& view, const auto& heuristic) {
    start_search(view, heuristic, task_, near_);
    return SearchEnd::paused;
  });
}

SearchEnd NearFirstPlanner::continue_plain(const Slice& slice, std::uint64_t budget) {
  SearchTask task = task_;
  task.node_budget = std::min(task.node_budget, budget);
  return with_plain([&](const auto& view, const auto& heuristic) {
    return continue_search(view, heuristic, task, near_, slice);
  });
}

SearchEnd NearFirstPlanner::continue_route(const Slice& slice) {
  if (stage_ == Stage::plain) return continue_plain(slice, kNoBudget);
  if (stage_ == Stage::near) {
    const SearchEnd end = continue_plain(slice, near_nodes_);
    if (end == SearchEnd::paused) return end;
    if (end != SearchEnd::over_budget || near_.stats.expanded >= task_.node_budget) {
      stage_ = Stage::plain;
      return end;
    }
    near_stats_ = near_.stats;
    stage_ = Stage::far;
    start_far(task_);
    if (slice.nodes != kNoBudget) return SearchEnd::paused;
  }
  return continue_far(slice, task_.node_budget - near_stats_.expanded);
}

bool NearFirstPlanner::take_plain(Found& found) const {
  const NodeId last(graph().node_count());
  if (!near_.bank.is_reached(last)) return false;
  const NodeId goal = near_.bank[last].parent;
  if (!goal.is_none()) found.route = route_to(near_.bank, goal, std::move(found.route));
  found.bound = estimator_.bound();
  return true;
}

bool NearFirstPlanner::take_route(Found& found) {
  found.bound = 0;
  found.route.nodes.clear();
  found.route.arcs.clear();
  return stage_ == Stage::far ? take_far(found) : take_plain(found);
}

SearchStats NearFirstPlanner::route_stats() const {
  if (stage_ != Stage::far) return near_.stats;
  SearchStats stats = near_stats_;
  return stats += far_stats();
}

}  // namespace thalweg
