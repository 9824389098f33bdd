// Forward and backward views with filtered or plain costs; the route is put
// together at the best meeting node.
#include "thalweg/planners/bidirectional.hpp"

namespace thalweg {

BidirectionalSearch::BidirectionalSearch(const Ground& ground)
    : ground_(ground), rows_(reverse_rows(ground.graph())) {}

void BidirectionalSearch::begin(const SearchRequest& query) {
  with_costs(ground_, query.ends, [&](const auto& costs) {
    running_.hold(Bidirectional(ForwardView(ground_.graph(), costs), BackwardView(rows_, costs),
                                query.task, scratch_));
  });
}

void BidirectionalSearch::take(FoundRoute& found) {
  found.clear();
  found.bound = 1;
  found.is_found = scratch_.best != kUnreached;
  found.cost = scratch_.best;
  if (found.is_found && !scratch_.meeting.is_none()) {
    found.route = route_through(scratch_, std::move(found.route));
  }
}

std::vector<NodeId> BidirectionalSearch::settled_nodes() const {
  if (stats().expanded == 0) return {};
  return nodes_where(ground_.graph(), [&](NodeId node) {
    return scratch_.forward.bank.is_settled(node) || scratch_.backward.bank.is_settled(node);
  });
}

std::vector<NodeId> BidirectionalSearch::open_nodes() const {
  if (stats().expanded == 0) return {};
  return nodes_where(ground_.graph(), [&](NodeId node) {
    return is_open(scratch_.forward.bank, node) || is_open(scratch_.backward.bank, node);
  });
}

}  // namespace thalweg
