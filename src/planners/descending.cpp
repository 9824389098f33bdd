// A descent behind a short A*, which answers near queries; the direct
// walk wins where it is cheaper.
#include "thalweg/planners/descending.hpp"

#include "core/thrown.hpp"
#include "thalweg/planners/near_then.hpp"

namespace thalweg {
DescendingSearch::DescendingSearch(const Ground& ground, const NaturalTree& tree,
                                   const Descent::Options& options)
    : ground_(ground), descent_(ground, tree, options) {}

void DescendingSearch::begin(const SearchRequest& query) {
  query_ = query;
  descent_.begin(query.task.sources, query.task.goals);
}

SearchEnd DescendingSearch::advance(Budget& budget) {
  const SearchEnd end = descent_.advance(budget);
  const bool is_direct = end == SearchEnd::exhausted && query_.task.direct != kUnreached;
  return is_direct ? SearchEnd::found : end;
}

void DescendingSearch::take(FoundRoute& found) {
  found.clear();
  found.is_found = descent_.is_done() || query_.task.direct != kUnreached;
  found.cost = query_.task.direct;
  if (!descent_.is_done()) return;
  const Route& route = descent_.route();
  const Distance cost = cost_of(ground_, query_, route);
  if (cost >= found.cost) return;
  found.cost = cost;
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
}

MadeSearch DescendingSearch::make(const Ground& ground, const NaturalTree& tree,
                                  const DescendingOptions& options) try {
  if (tree.metric_fingerprint() != ground.fingerprint()) {
    return Error{"the tree is of another metric"};
  }
  const bool sees_crowd = options.descent.occupancy != nullptr;
  return MadeSearch(
      std::make_unique<NearThen>(std::make_unique<AStarSearch>(ground),
                                 std::make_unique<DescendingSearch>(ground, tree, options.descent),
                                 sees_crowd ? 0 : options.near_nodes));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
