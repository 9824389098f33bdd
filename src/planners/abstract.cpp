#include "thalweg/planners/abstract.hpp"

namespace thalweg {

Result<std::unique_ptr<AbstractPlanner>> AbstractPlanner::make(Ground ground,
                                                               const Hierarchy& hierarchy,
                                                               const AbstractOptions& options) {
  const Partition& partition = hierarchy.partition();
  if (hierarchy.metric_fingerprint() != ground.fingerprint()) {
    return Error{"the hierarchy is of another metric"};
  }
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return Error{"the hierarchy is of another graph"};
  }
  return std::unique_ptr<AbstractPlanner>(
      new AbstractPlanner(std::move(ground), hierarchy, options));
}

AbstractPlanner::AbstractPlanner(Ground given, const Hierarchy& hierarchy,
                                 const AbstractOptions& options)
    : NearFirstPlanner(std::move(given), options.near_nodes),
      search_(ground(), hierarchy, options.search) {
  if (options.is_smooth) straightener_.emplace(ground());
}

void AbstractPlanner::start_far(const SearchTask& task) {
  is_searched_ = false;
  search_.begin(task, estimator(), near_scratch());
}

SearchEnd AbstractPlanner::continue_far(const Slice& slice, std::uint64_t node_budget) {
  const std::uint64_t before = search_.stats().expanded;
  const auto left = [&] {
    Slice rest = slice;
    const std::uint64_t done = search_.stats().expanded - before;
    if (rest.nodes != kNoBudget) rest.nodes -= std::min(rest.nodes, done);
    return rest;
  };
  if (!is_searched_) {
    const SearchEnd end = search_.advance(slice, node_budget);
    if (end != SearchEnd::found) return end;
    is_searched_ = true;
  }
  for (;;) {
    const SearchEnd end = search_.refine(left(), node_budget);
    if (end != SearchEnd::paused || left().nodes == 0) return end;
    const bool has_deadline = slice.deadline != std::chrono::steady_clock::time_point::max();
    if (has_deadline && std::chrono::steady_clock::now() >= slice.deadline) return end;
  }
}

bool AbstractPlanner::take_far(Found& found) {
  if (!is_searched_ || search_.legs_ahead() > 0) return task().direct != kUnreached;
  found.bound = search_.hierarchy().is_exact() ? estimator().bound() : 0;
  if (search_.is_direct()) return true;
  found.route.nodes.assign(search_.route().nodes.begin(), search_.route().nodes.end());
  found.route.arcs.assign(search_.route().arcs.begin(), search_.route().arcs.end());
  if (straightener_) found.route = straightener_->straighten(std::move(found.route));
  return true;
}

std::size_t AbstractPlanner::scratch_bytes() const {
  return search_.scratch_bytes() + near_bytes() +
         (straightener_ ? straightener_->scratch_bytes() : 0);
}

}  // namespace thalweg
