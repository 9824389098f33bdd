#include "thalweg/planners/bidirectional.hpp"

namespace thalweg {

BidirectionalPlanner::BidirectionalPlanner(Ground given)
    : Planner(std::move(given)), rows_(reverse_rows(graph())) {}

// Calls use(forward view, backward view).
template <class Use>
auto BidirectionalPlanner::with_views(const Use& use) {
  const auto run = [&](const auto& costs) {
    return use(ForwardView(graph(), costs), BackwardView(rows_, costs));
  };
  if (filter_ == nullptr) return run(PlainCosts(metric()));
  return run(filtered_costs(*filter_));
}

void BidirectionalPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  task_ = {ends.sources, ends.goals, query.node_budget, ends.direct};
  with_views([&](const auto& forward, const auto& backward) {
    start_bidirectional(forward, backward, task_, scratch_);
  });
}

SearchEnd BidirectionalPlanner::continue_route(const Slice& slice) {
  return with_views([&](const auto& forward, const auto& backward) {
    return continue_bidirectional(forward, backward, task_, scratch_, slice);
  });
}

bool BidirectionalPlanner::take_route(Found& found) {
  found.bound = 1;
  found.route.nodes.clear();
  found.route.arcs.clear();
  if (scratch_.best == kUnreached) return false;
  if (!scratch_.meeting.is_none()) found.route = route_through(scratch_, std::move(found.route));
  return true;
}

std::vector<NodeId> BidirectionalPlanner::settled_nodes() const {
  std::vector<NodeId> settled;
  if (route_stats().expanded == 0) return settled;
  for (const NodeId node : graph().nodes()) {
    if (scratch_.forward.bank.is_settled(node) || scratch_.backward.bank.is_settled(node)) {
      settled.push_back(node);
    }
  }
  return settled;
}

}  // namespace thalweg
