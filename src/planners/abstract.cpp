// The search over gates behind a short A*, which answers near queries and those of ends that
// share a cell on the level searched.
#include "thalweg/planners/abstract.hpp"
#include "core/thrown.hpp"

namespace thalweg {
AbstractRouteSearch::AbstractRouteSearch(const Ground& ground, const Hierarchy& hierarchy,
                                         const AbstractOptions& options, AStarSearch& near)
    : ground_(ground),
      near_(near),
      use_(options.search.use),
      search_(ground, hierarchy, options.search) {
  if (options.is_smooth) straightener_.emplace(ground);
}

void AbstractRouteSearch::begin(const SearchRequest& query) {
  query_ = query;
  is_plain_ = use_ != LevelUse::all && search_.level_for(query.task) == 0;
  if (is_plain_) return near_.begin(query);
  search_.begin(query.task, near_.estimator(), near_.scratch());
}

void AbstractRouteSearch::take(FoundRoute& found) {
  if (is_plain_) return near_.take(found);
  found.clear();
  const bool is_known = search_.has_gates() && search_.refine().legs().empty();
  found.is_found = is_known || query_.task.direct != kUnreached;
  found.cost = query_.task.direct;
  if (!is_known) return;
  found.bound = search_.hierarchy().is_exact() ? near_.estimator().bound() : 0;
  if (search_.is_direct()) return;
  const Route& route = search_.refine().route();
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
  if (straightener_) found.route = straightener_->straighten(std::move(found.route));
  found.cost = cost_of(ground_, query_, found.route);
}

std::size_t AbstractRouteSearch::scratch_bytes() const {
  return search_.scratch_bytes() + (straightener_ ? straightener_->scratch_bytes() : 0);
}

MadeSearch AbstractRouteSearch::make(const Ground& ground, const Hierarchy& hierarchy,
                                     const AbstractOptions& options) try {
  if (hierarchy.metric_fingerprint() != ground.fingerprint()) {
    return Error{"the hierarchy is of another metric"};
  }
  const Partition& partition = hierarchy.partition();
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return Error{"the hierarchy is of another graph"};
  }
  auto near = std::make_unique<AStarSearch>(ground);
  auto far = std::make_unique<AbstractRouteSearch>(ground, hierarchy, options, *near);
  return MadeSearch(
      std::make_unique<NearThen>(std::move(near), std::move(far), options.near_nodes));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
