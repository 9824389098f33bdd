// Random queries, and what is checked of every answer.
#pragma once

#include <gtest/gtest.h>

#include "cases.hpp"
#include "oracle.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// What the oracle says for the same ends, and the ends.
struct Oracle {
  Ends ends;
  Distance cost;
};

inline Oracle ask_oracle(const Case& c, const Metric& metric, const Query& query) {
  const EndFinder finder(c.world, c.graph, metric);
  Oracle oracle;
  oracle.ends = finder.join(finder.find(c.world.to_local(query.start), query.reach),
                            finder.find(c.world.to_local(query.goal), query.reach));
  const Ends& ends = oracle.ends;
  oracle.cost = std::min(ends.direct, dijkstra(c.graph, metric, ends.sources, ends.goals));
  return oracle;
}

// The route's arcs exist, are passable and cost what was said.
inline void check_route(const Case& c, const Metric& metric, const Answer& answer,
                        const Ends& ends) {
  const Route& route = answer.route;
  ASSERT_EQ(route.nodes.size(), route.nodes.empty() ? 0 : route.arcs.size() + 1);
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const auto arcs = c.graph.arcs(route.nodes[i]);
    const ArcId arc = route.arcs[i];
    ASSERT_TRUE(arc >= arcs.front() && arc.value < arcs.front().value + arcs.size());
    ASSERT_EQ(c.graph.target(arc), route.nodes[i + 1]);
    ASSERT_TRUE(metric.is_passable(arc));
  }
  if (route.nodes.empty()) {
    ASSERT_EQ(answer.cost, ends.direct);
    return;
  }
  ASSERT_EQ(answer.cost, seed_cost(ends.sources, route.nodes.front()) +
                             route_cost(c.graph, metric, route) +
                             seed_cost(ends.goals, route.nodes.back()));
}

inline Query random_query(const Case& c, Random& random, int i) {
  Query query{.start = random_point(c.world, random),
              .goal = random_point(c.world, random),
              .try_straight = false};
  if (i % 5 == 0) {  // often on the same face
    query.goal = {query.start.x + (query.goal.x - query.start.x) / 10,
                  query.start.y + (query.goal.y - query.start.y) / 10};
  }
  return query;
}

}  // namespace thalweg
