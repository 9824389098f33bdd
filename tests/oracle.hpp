// The oracle: Dijkstra with a plain priority queue, slow and simple.
#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// The least cost from the sources to each node; kUnreached where there is no route.
inline std::vector<Distance> dijkstra(const Graph& graph, const Metric& metric,
                                      std::span<const Seed> sources) {
  std::vector<Distance> least(graph.node_count(), kUnreached);
  using Entry = std::pair<Distance, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const Seed& seed : sources) queue.push({seed.cost, seed.node.value});
  while (!queue.empty()) {
    const auto [g, node] = queue.top();
    queue.pop();
    if (least[node] <= g) continue;
    least[node] = g;
    for (const ArcId arc : graph.arcs(NodeId(node))) {
      if (metric.cost(arc) == kForbidden) continue;
      queue.push({g + metric.cost(arc), graph.target(arc).value});
    }
  }
  return least;
}

// The least cost from the sources to the goals.
inline Distance dijkstra(const Graph& graph, const Metric& metric, std::span<const Seed> sources,
                         std::span<const Seed> goals) {
  const std::vector<Distance> least = dijkstra(graph, metric, sources);
  Distance best = kUnreached;
  for (const Seed& goal : goals) {
    if (least[goal.node.value] == kUnreached) continue;
    best = std::min(best, least[goal.node.value] + goal.cost);
  }
  return best;
}

// How the ends of a query connect to the graph.
inline JoinedEnds ends_of(const Ground& ground, const Query& query) {
  const EndFinder finder(ground);
  return finder.join(finder.find(ground.world().frame().to_local(query.start), query.reach),
                     finder.find(ground.world().frame().to_local(query.goal), query.reach));
}

// The least cost between two ends, over the graph or directly.
inline Distance least_cost(const Ground& ground, const JoinedEnds& ends) {
  return std::min(ends.direct, dijkstra(ground.graph(), ground.metric(), ends.sources, ends.goals));
}

}  // namespace thalweg
