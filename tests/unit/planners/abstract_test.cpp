// The abstract planner: connect, search, refine, over difficult maps.
#include "thalweg/planners/abstract.hpp"

#include <gtest/gtest.h>

#include <array>

#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/planners/look_ahead.hpp"
#include "unit/planners/large_grids.hpp"

namespace thalweg {
namespace {

TEST(Abstract, a_walker_who_sees_a_few_nodes_takes_the_same_route) {
  const Ground ground = on_grid(large_grid(2, 60));
  const Hierarchy hierarchy = hpa_star(ground, {.size = 6, .levels = 2}).value();
  AbstractSearch whole(ground, hierarchy, {});
  AbstractSearch walked(ground, hierarchy, {});
  Estimator estimator(ground, HeuristicKind::none);
  SearchScratch one;
  SearchScratch other;
  Random random(seed_of(8));
  for (int i = 0; i < 20; ++i) {
    const Seed source{NodeId(random.below(ground.graph().node_count())), 0};
    const Seed goal{NodeId(random.below(ground.graph().node_count())), 0};
    const SearchTask task{.sources = {&source, 1}, .goals = {&goal, 1}};
    const Estimator::Target target{goal.node, ground.graph().position(goal.node)};
    estimator.aim({.targets = {&target, 1}, .last_steps = {}});
    whole.begin(task, estimator, one);
    walked.begin(task, estimator, other);
    Budget budget;
    const SearchEnd end = whole.advance(budget);
    ASSERT_EQ(walked.find_gates(budget), end);
    if (end != SearchEnd::found) continue;
    std::size_t at = 0;
    for (SearchEnd seen = SearchEnd::paused; seen == SearchEnd::paused; at += 3) {
      seen = walked.refine().reveal(at, 5);
      const bool knows_enough = walked.refine().route().nodes.size() > at + 5;
      ASSERT_TRUE(seen == SearchEnd::found || knows_enough);
    }
    ASSERT_EQ(walked.refine().route().nodes, whole.refine().route().nodes);
    ASSERT_EQ(walked.refine().route().nodes.back(), goal.node);
  }
}

TEST(Abstract, looking_ahead_comes_to_the_planners_route) {
  const Ground ground = on_grid(large_grid(2, 60));
  const Hierarchy hierarchy = hpa_star(ground, {.size = 6, .levels = 2}).value();
  const auto planner =
      planner_by(ground, AbstractRouteSearch::make(ground, hierarchy, {.near_nodes = 0}));
  LookAhead look(ground, hierarchy);
  Random random(seed_of(9));
  int found = 0;
  for (int i = 0; i < 30; ++i) {
    const auto point = [&] { return Point{random.between(0, 60), random.between(0, 60)}; };
    const Point start = point();
    const Query query = between(start, point());
    const Answer wanted = planner->find(query);
    const Outcome outcome = look.begin(query);
    ASSERT_EQ(outcome, wanted.outcome);
    if (outcome != Outcome::found) continue;
    ++found;
    ASSERT_TRUE(look.reveal(0, 3));
    ASSERT_TRUE(look.is_done() || look.route().nodes.size() > 3);
    ASSERT_TRUE(look.reveal(0, wanted.route.nodes.size()));
    ASSERT_TRUE(look.is_done());
    ASSERT_EQ(look.route().nodes, wanted.route.nodes);
    ASSERT_EQ(look.cost_so_far(), wanted.cost);
  }
  EXPECT_GT(found, 10);
}

TEST(Abstract, a_hierarchy_of_another_metric_is_refused) {
  const Ground ground = on_grid(". . .\n. . .");
  const Hierarchy hierarchy = hpa_star(on_grid(ground.world(), Profile::hiker())).value();
  EXPECT_EQ(AbstractRouteSearch::make(ground, hierarchy).error(),
            "the hierarchy is of another metric");
}

TEST(Abstract, a_hierarchy_of_another_graph_is_refused_even_where_it_claims_the_metric) {
  const Ground small = on_grid(". . .\n. . .");
  const Ground large = on_grid(". . . . .\n. . . . .\n. . . . .");
  HierarchyArrays arrays = hpa_star(small).value().arrays();
  arrays.metric = large.metric().fingerprint();
  const Hierarchy hierarchy = Hierarchy::from(arrays).value();
  EXPECT_EQ(AbstractRouteSearch::make(large, hierarchy).error(),
            "the hierarchy is of another graph");
}

// Three gates side by side in one cell under 15 more, between two towers of cells with a gate each.
// Each route leads over the third gate, so that refining would double it on every level.
Hierarchy lying(const Ground& ground, std::span<const NodeId> gates) {
  constexpr std::uint32_t kLevels = 16;
  const auto id = [](std::uint32_t value) { return CellId(value); };
  const std::vector<CellId> home = {id(0), id(2), id(2), id(1), id(0), id(2), id(2), id(1)};
  std::vector<CellId> parent(3 * kLevels);
  for (std::uint32_t k = 0; k + 3 < parent.size(); ++k) parent[k] = id(k + 3);
  HierarchyArrays arrays;
  arrays.metric = ground.metric().fingerprint();
  arrays.is_symmetric = true;
  arrays.cells.partition = Partition::from(ground.graph().fingerprint(), {home}, {parent}).value();
  arrays.nodes = std::vector<NodeId>(gates.begin(), gates.end());
  std::vector<std::uint32_t> offsets = {0};
  std::vector<GateId> rows;
  std::vector<Distance> costs;
  std::vector<std::uint32_t> route_offsets = {0};
  std::vector<NodeId> routes;
  const auto add_row = [&](std::initializer_list<GateId> inside) {
    rows.insert(rows.end(), inside);
    offsets.push_back(static_cast<std::uint32_t>(rows.size()));
  };
  const auto add_cost = [&](Distance cost) {
    costs.push_back(cost);
    route_offsets.push_back(static_cast<std::uint32_t>(routes.size()));
  };
  const std::array<GateId, 3> inside = {GateId(1), GateId(2), GateId(4)};
  for (std::uint32_t level = 1; level <= kLevels; ++level) {
    add_row({GateId(0)});
    add_row({GateId(3)});
    add_row({inside[0], inside[1], inside[2]});
    add_cost(0);
    add_cost(0);
    for (std::size_t i = 0; i < 9; ++i) {
      if (i % 4 != 0 && level > 1) routes.push_back(gates[inside[3 - i / 3 - i % 3].value]);
      add_cost(i % 4 == 0 ? 0 : 10'000);
    }
  }
  arrays.gates = {std::move(offsets), std::move(rows)};
  arrays.steps = {std::vector<std::uint32_t>{0, 1, 1, 2, 2, 2},
                  std::vector<InterCellArc>{{GateId(1), 5741}, {GateId(3), 5741}}};
  arrays.costs = std::move(costs);
  arrays.routes = {std::move(route_offsets), std::move(routes)};
  return Hierarchy::from(std::move(arrays)).value();
}

TEST(Abstract, routes_that_lie_do_not_grow_without_bound) {
  const Ground ground = on_grid(". . . .\n. . . .");
  const std::array<NodeId, 5> gates = {NodeId(0), NodeId(1), NodeId(2), NodeId(3), NodeId(5)};
  const Hierarchy hierarchy = lying(ground, gates);
  const auto planner =
      planner_by(ground, AbstractRouteSearch::make(ground, hierarchy, {.near_nodes = 0}));
  const Answer answer = planner->find(between({0.5, 0.5}, {3.5, 0.5}));
  EXPECT_EQ(answer.outcome, Outcome::unreachable);
  const auto low = planner_by(
      ground,
      AbstractRouteSearch::make(ground, hierarchy, {.search = {.level = 5}, .near_nodes = 0}));
  const Answer longer = low->find(between({0.5, 0.5}, {3.5, 0.5}));
  EXPECT_TRUE(longer.found());
  EXPECT_EQ(longer.route.nodes.size(),
            2u + 17u);  // a few levels of wrong routes still give a route
}

}  // namespace
}  // namespace thalweg
