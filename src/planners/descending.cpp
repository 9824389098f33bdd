#include "thalweg/planners/descending.hpp"

#include <algorithm>

#include "thalweg/planners/aim.hpp"

namespace thalweg {

DescendingPlanner::DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                                     const NaturalTree& tree, const DescendingOptions& options)
    : Planner(world, graph, metric,
              tree.metric_fingerprint() == metric.fingerprint() ? nullptr
                                                                : "the tree is of another metric"),
      options_(options),
      descent_(world, graph, metric, tree, options.descent),
      estimator_(world, graph, metric, HeuristicKind::fitting) {
  if (options.descent.occupancy != nullptr) options_.near_nodes = 0;  // it would not see the crowd
}

DescendingPlanner::DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                                     std::shared_ptr<const NaturalTree> tree,
                                     const DescendingOptions& options)
    : DescendingPlanner(world, graph, metric, *tree, options) {
  keeper_ = std::move(tree);
}

template <class Use>
auto DescendingPlanner::with_plain(const Use& use) {
  if (filter_ != nullptr) {
    return use(ForwardView(graph(), filtered_costs(*filter_)), estimator_.general());
  }
  return estimator_.visit([&](const auto& heuristic) {
    return use(ForwardView(graph(), PlainCosts(metric())), heuristic);
  });
}

void DescendingPlanner::aim(const Query& query, const Ends& ends) {
  targets_.clear();
  for_each_goal([&](const End& end) { targets_.push_back(target_at(graph(), end)); });
  estimator_.aim({.targets = targets_,
                  .last_steps = task_.goals,
                  .start = ends.start.point,
                  .weight = query.weight});
}

void DescendingPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  task_ = {ends.sources, ends.goals, query.node_budget, ends.direct};
  is_plain_ = filter_ != nullptr || ends.sources.empty() || ends.goals.empty();
  plain_.stats = {};
  if (!is_plain_) descent_.begin(ends.sources, ends.goals);
  if (!is_plain_ && options_.near_nodes == 0) return;
  aim(query, ends);
  with_plain([&](const auto& view, const auto& heuristic) {
    start_search(view, heuristic, task_, plain_);
    return SearchEnd::paused;
  });
}

SearchEnd DescendingPlanner::continue_plain(const Slice& slice, std::uint64_t budget) {
  SearchTask task = task_;
  task.node_budget = std::min(task.node_budget, budget);
  return with_plain([&](const auto& view, const auto& heuristic) {
    return continue_search(view, heuristic, task, plain_, slice);
  });
}

SearchEnd DescendingPlanner::continue_route(const Slice& slice) {
  if (is_plain_) return continue_plain(slice, kNoBudget);
  Slice left = slice;
  if (options_.near_nodes > 0 && plain_.stats.expanded < options_.near_nodes) {
    const SearchEnd end = continue_plain(left, options_.near_nodes);
    is_plain_ = end == SearchEnd::found || end == SearchEnd::exhausted;
    if (end != SearchEnd::over_budget || plain_.stats.expanded >= task_.node_budget) return end;
    if (left.nodes != kNoBudget) return SearchEnd::paused;
  }
  for (;;) {
    const std::uint64_t before = descent_.stats().expanded;
    const SearchEnd end = descent_.expand(left, task_.node_budget - plain_.stats.expanded);
    if (end != SearchEnd::paused) {
      return end == SearchEnd::exhausted && task_.direct != kUnreached ? SearchEnd::found : end;
    }
    const std::uint64_t done = descent_.stats().expanded - before;
    const bool has_deadline = left.deadline != std::chrono::steady_clock::time_point::max();
    if (has_deadline && std::chrono::steady_clock::now() >= left.deadline) return end;
    if (done >= left.nodes) return end;
    if (left.nodes != kNoBudget) left.nodes -= done;
  }
}

bool DescendingPlanner::take_plain(Found& found) const {
  const NodeId last(graph().node_count());
  if (!plain_.bank.is_reached(last)) return false;
  const NodeId goal = plain_.bank[last].parent;
  if (!goal.is_none()) found.route = route_to(plain_.bank, goal, std::move(found.route));
  found.bound = estimator_.bound();
  return true;
}

bool DescendingPlanner::take_route(Found& found) {
  found.bound = 0;
  found.route.nodes.clear();
  found.route.arcs.clear();
  if (is_plain_) return take_plain(found);
  if (!descent_.is_done()) return task_.direct != kUnreached;
  const Route& route = descent_.route();
  const Distance cost = seed_cost(task_.sources, route.nodes.front()) +
                        route_cost(graph(), metric(), route) +
                        seed_cost(task_.goals, route.nodes.back());
  if (cost >= task_.direct) return true;
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
  return true;
}

SearchStats DescendingPlanner::route_stats() const {
  SearchStats stats = plain_.stats;
  if (!is_plain_) stats += descent_.stats();
  return stats;
}

}  // namespace thalweg
