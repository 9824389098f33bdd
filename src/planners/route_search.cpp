// What routes cost as a query counts.
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

Distance cost_from_source(const Ground& own, const RouteQuery& query, const Route& route) {
  const Distance first = seed_cost(query.task.sources, route.nodes.front());
  return with_costs(own, query, [&](const auto& costs) {
    Distance sum = first;
    for (std::size_t i = 0; i < route.arcs.size(); ++i) sum += costs(route.nodes[i], route.arcs[i]);
    return sum;
  });
}

Distance cost_of(const Ground& own, const RouteQuery& query, const Route& route) {
  if (route.nodes.empty()) return query.task.direct;
  return cost_from_source(own, query, route) + seed_cost(query.task.goals, route.nodes.back());
}

}  // namespace thalweg
