#include "thalweg/planners/descending.hpp"

#include "thalweg/planners/aim.hpp"

namespace thalweg {

DescendingPlanner::DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                                     const NaturalTree& tree, const Descent::Options& options)
    : Planner(world, graph, metric,
              tree.metric_fingerprint() == metric.fingerprint() ? nullptr
                                                                : "the tree is of another metric"),
      descent_(world, graph, metric, tree, options),
      estimator_(world, graph, metric, HeuristicKind::fitting) {}

DescendingPlanner::DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                                     std::shared_ptr<const NaturalTree> tree,
                                     const Descent::Options& options)
    : DescendingPlanner(world, graph, metric, *tree, options) {
  keeper_ = std::move(tree);
}

template <class Use>
auto DescendingPlanner::with_plain(const Use& use) {
  return use(ForwardView(graph(), filtered_costs(*filter_)), estimator_.general());
}

void DescendingPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  direct_ = ends.direct;
  task_ = {ends.sources, ends.goals, query.node_budget, ends.direct};
  if (filter_ == nullptr) {
    if (!ends.sources.empty() && !ends.goals.empty()) descent_.begin(ends.sources, ends.goals);
    return;
  }
  targets_.clear();
  for_each_goal([&](const End& end) { targets_.push_back(target_at(graph(), end)); });
  estimator_.aim({.targets = targets_,
                  .last_steps = task_.goals,
                  .start = ends.start.point,
                  .weight = query.weight});
  with_plain([&](const auto& view, const auto& heuristic) {
    start_search(view, heuristic, task_, plain_);
  });
}

SearchEnd DescendingPlanner::continue_route(const Slice& slice) {
  if (filter_ != nullptr) {
    return with_plain([&](const auto& view, const auto& heuristic) {
      return continue_search(view, heuristic, task_, plain_, slice);
    });
  }
  if (task_.sources.empty() || task_.goals.empty()) {
    return direct_ != kUnreached ? SearchEnd::found : SearchEnd::exhausted;
  }
  Slice left = slice;
  for (;;) {
    const std::uint64_t before = descent_.stats().expanded;
    const SearchEnd end = descent_.expand(left, task_.node_budget);
    if (end == SearchEnd::exhausted && direct_ != kUnreached) return SearchEnd::found;
    if (end != SearchEnd::paused) return end;
    const std::uint64_t done = descent_.stats().expanded - before;
    if (done >= left.nodes || std::chrono::steady_clock::now() >= left.deadline) return end;
    if (left.nodes != kNoBudget) left.nodes -= done;
  }
}

bool DescendingPlanner::take_route(Found& found) {
  found.bound = 0;
  found.route.nodes.clear();
  found.route.arcs.clear();
  if (filter_ != nullptr) {
    const NodeId last(graph().node_count());
    if (!plain_.bank.is_reached(last)) return false;
    const NodeId goal = plain_.bank[last].parent;
    if (!goal.is_none()) found.route = route_to(plain_.bank, goal, std::move(found.route));
    found.bound = estimator_.bound();
    return true;
  }
  if (!descent_.is_done() || task_.sources.empty() || task_.goals.empty()) {
    return direct_ != kUnreached;
  }
  const Route& route = descent_.route();
  const Distance cost = seed_cost(task_.sources, route.nodes.front()) +
                        route_cost(graph(), metric(), route) +
                        seed_cost(task_.goals, route.nodes.back());
  if (cost >= direct_) return true;
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
  return true;
}

SearchStats DescendingPlanner::route_stats() const {
  return filter_ != nullptr ? plain_.stats : descent_.stats();
}

}  // namespace thalweg
