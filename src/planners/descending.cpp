#include "thalweg/planners/descending.hpp"

namespace thalweg {

Result<std::unique_ptr<DescendingPlanner>> DescendingPlanner::make(
    Ground ground, const NaturalTree& tree, const DescendingOptions& options) {
  if (tree.metric_fingerprint() != ground.fingerprint()) {
    return Error{"the tree is of another metric"};
  }
  return std::unique_ptr<DescendingPlanner>(
      new DescendingPlanner(std::move(ground), tree, options));
}

// Where an occupancy is given there is no near search: it would not see the crowd.
DescendingPlanner::DescendingPlanner(Ground given, const NaturalTree& tree,
                                     const DescendingOptions& options)
    : NearFirstPlanner(std::move(given),
                       options.descent.occupancy != nullptr ? 0 : options.near_nodes),
      descent_(ground(), tree, options.descent) {}

void DescendingPlanner::start_far(const SearchTask& task) {
  descent_.begin(task.sources, task.goals);
}

SearchEnd DescendingPlanner::continue_far(const Slice& slice, std::uint64_t node_budget) {
  Slice left = slice;
  for (;;) {
    const std::uint64_t before = descent_.stats().expanded;
    const SearchEnd end = descent_.expand(left, node_budget);
    if (end != SearchEnd::paused) {
      return end == SearchEnd::exhausted && task().direct != kUnreached ? SearchEnd::found : end;
    }
    const std::uint64_t done = descent_.stats().expanded - before;
    const bool has_deadline = left.deadline != std::chrono::steady_clock::time_point::max();
    if (has_deadline && std::chrono::steady_clock::now() >= left.deadline) return end;
    if (done >= left.nodes) return end;
    if (left.nodes != kNoBudget) left.nodes -= done;
  }
}

bool DescendingPlanner::take_far(Found& found) {
  if (!descent_.is_done()) return task().direct != kUnreached;
  const Route& route = descent_.route();
  const Distance cost = seed_cost(task().sources, route.nodes.front()) +
                        route_cost(ground(), route) + seed_cost(task().goals, route.nodes.back());
  if (cost >= task().direct) return true;
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
  return true;
}

}  // namespace thalweg
