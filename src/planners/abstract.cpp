#include "thalweg/planners/abstract.hpp"

namespace thalweg {
namespace {

const char* why_unfit(const Graph& graph, const Metric& metric, const Hierarchy& hierarchy) {
  if (hierarchy.metric_fingerprint() != metric.fingerprint()) {
    return "the hierarchy is of another metric";
  }
  const Partition& partition = hierarchy.partition();
  const bool is_of_graph = partition.graph_fingerprint() == graph.fingerprint() &&
                           partition.node_count() == graph.node_count();
  return is_of_graph ? nullptr : "the hierarchy is of another graph";
}

std::unique_ptr<RouteSearch> search_for(const PricedWorld& ground, const Hierarchy& hierarchy,
                                        const AbstractOptions& options) {
  auto near = std::make_unique<AStarSearch>(ground);
  auto far = std::make_unique<AbstractRouteSearch>(ground, hierarchy, options, *near);
  return std::make_unique<NearThen>(std::move(near), std::move(far), options.near_nodes);
}

}  // namespace

AbstractRouteSearch::AbstractRouteSearch(const PricedWorld& ground, const Hierarchy& hierarchy,
                                         const AbstractOptions& options, AStarSearch& near)
    : near_(near), search_(ground, hierarchy, options.search) {
  const auto& [world, graph, metric] = ground;
  if (options.is_smooth && thalweg::why_unfit(world, graph, metric) == nullptr)
    straightener_.emplace(world, graph, metric);
}

void AbstractRouteSearch::begin(const RouteQuery& query) {
  direct_ = query.task.direct;
  search_.begin(query.task, near_.estimator(), near_.scratch());
}

FoundRoute AbstractRouteSearch::take(FoundRoute old) {
  FoundRoute found = FoundRoute::cleared(std::move(old));
  const bool is_known = search_.has_gates() && search_.refine().legs().empty();
  found.is_found = is_known || direct_ != kUnreached;
  if (!is_known) return found;
  found.bound = search_.hierarchy().is_exact() ? near_.estimator().bound() : 0;
  if (search_.is_direct()) return found;
  const Route& route = search_.refine().route();
  found.route.nodes.assign(route.nodes.begin(), route.nodes.end());
  found.route.arcs.assign(route.arcs.begin(), route.arcs.end());
  if (straightener_) found.route = straightener_->straighten(std::move(found.route));
  return found;
}

std::size_t AbstractRouteSearch::scratch_bytes() const {
  return search_.scratch_bytes() + (straightener_ ? straightener_->scratch_bytes() : 0);
}

AbstractPlanner::AbstractPlanner(const World& world, const Graph& graph, const Metric& metric,
                                 const Hierarchy& hierarchy, const AbstractOptions& options)
    : Planner(world, graph, metric, search_for({world, graph, metric}, hierarchy, options),
              why_unfit(graph, metric, hierarchy)) {}

AbstractPlanner::AbstractPlanner(const World& world, const Graph& graph, const Metric& metric,
                                 std::shared_ptr<const Hierarchy> hierarchy,
                                 const AbstractOptions& options)
    : AbstractPlanner(world, graph, metric, *hierarchy, options) {
  keeper_ = std::move(hierarchy);
}

}  // namespace thalweg
