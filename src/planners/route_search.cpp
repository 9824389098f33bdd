// What routes cost as a query counts.
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

Distance cost_from_source(const Ground& own, const Ends& ends, std::span<const Seed> sources,
                          const Route& route) {
  const Distance first = seed_cost(sources, route.nodes.front());
  return with_costs(own, ends, [&](const auto& costs) {
    Distance sum = first;
    for (std::size_t i = 0; i < route.arcs.size(); ++i) sum += costs(route.nodes[i], route.arcs[i]);
    return sum;
  });
}

Distance cost_of(const Ground& own, const SearchRequest& request, const Route& route) {
  if (route.nodes.empty()) return request.task.direct;
  return cost_from_source(own, request.ends, request.task.sources, route) +
         seed_cost(request.task.goals, route.nodes.back());
}

Distance route_cost(const Ground& ground, const Route& route) {
  const Graph& graph = ground.graph();
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const Cost cost = ground.metric().cost(route.arcs[i]);
    if (cost == kForbidden || graph.target(route.arcs[i]) != route.nodes[i + 1]) return kUnreached;
    sum += cost;
  }
  return sum;
}

}  // namespace thalweg
