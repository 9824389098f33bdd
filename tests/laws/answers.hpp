// Random queries, and the checks of every answer.
#pragma once

#include <gtest/gtest.h>

#include "cases.hpp"
#include "oracle.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// True if the planner of this text, such as "rooms:gates=all", plans on such grounds.
inline bool serves(std::string_view spec, const Ground& ground) {
  const PlannerDescriptor& info = *find_planner(parse_planner(spec)->name).value();
  return info.serves == nullptr || info.serves(ground);
}

// The ends of a query, and the oracle's costs for them.
struct Oracle {
  JoinedEnds ends;
  Distance cost;
};

inline Oracle ask_oracle(const Ground& ground, const Query& query) {
  JoinedEnds ends = ends_of(ground, query);
  const Distance cost = least_cost(ground, ends);
  return {std::move(ends), cost};
}

// Checks that the route's arcs exist, are passable and have the reported cost.
inline void check_route(const Ground& ground, const Answer& answer, const JoinedEnds& ends) {
  const Graph& graph = ground.graph();
  const Route& route = answer.route;
  ASSERT_EQ(route.nodes.size(), route.nodes.empty() ? 0 : route.arcs.size() + 1);
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const auto arcs = graph.arcs(route.nodes[i]);
    const ArcId arc = route.arcs[i];
    ASSERT_TRUE(arc >= arcs.front() && arc.value < arcs.front().value + arcs.size());
    ASSERT_EQ(graph.target(arc), route.nodes[i + 1]);
    ASSERT_TRUE(ground.metric().is_passable(arc));
  }
  if (route.nodes.empty()) {
    ASSERT_EQ(answer.cost, ends.direct);
    return;
  }
  ASSERT_EQ(answer.cost, seed_cost(ends.sources, route.nodes.front()) + route_cost(ground, route) +
                             seed_cost(ends.goals, route.nodes.back()));
}

inline Query random_query(const World& world, Random& random, int i) {
  Query query{.start = random_point(world, random),
              .goal = random_point(world, random),
              .try_straight = false};
  if (i % 5 == 0) {  // often on the same face
    query.goal = {query.start.x + (query.goal.x - query.start.x) / 10,
                  query.start.y + (query.goal.y - query.start.y) / 10};
  }
  return query;
}

}  // namespace thalweg
