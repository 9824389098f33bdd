// Laws of hierarchies over worlds x graphs x profiles, against slow oracles.
#include <gtest/gtest.h>

#include <map>

#include "hierarchies.hpp"
#include "oracle.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

// Bellman and Ford inside one extent: slow and obvious.
std::map<NodeId, Distance> confined_costs(const PricedWorld& ground, const Cells& cells,
                                          CellId cell, NodeId source) {
  std::map<NodeId, Distance> costs{{source, 0}};
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (const NodeId node : ground.graph.nodes()) {
      if (!costs.contains(node)) continue;
      for (const ArcId arc : ground.graph.arcs(node)) {
        const NodeId to = ground.graph.target(arc);
        if (!ground.metric.is_passable(arc) || !cells.takes_part(to, cell)) continue;
        const Distance cost = costs[node] + ground.metric.cost(arc);
        if (costs.contains(to) && costs[to] <= cost) continue;
        costs[to] = cost;
        is_better = true;
      }
    }
  }
  return costs;
}

void check_lowest_crossings(const PricedWorld& ground, const Hierarchy& hierarchy) {
  for (const CellId cell : hierarchy.partition().cells()) {
    if (hierarchy.partition().height(cell) != 1) continue;
    const auto gates = hierarchy.gates(cell);
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      auto costs = confined_costs(ground, hierarchy.cells(), cell, hierarchy.node(gates[i]));
      for (std::uint32_t j = 0; j < gates.size(); ++j) {
        ASSERT_TRUE(costs.contains(hierarchy.node(gates[j])));
        ASSERT_EQ(hierarchy.cost(hierarchy.crossing(cell, i, j)), costs[hierarchy.node(gates[j])]);
      }
    }
  }
}

TEST(Hierarchy, keeps_its_laws_on_every_graph_under_every_rule) {
  std::uint64_t gates = 0;
  for (std::uint64_t seed = 1; seed <= seeds_to_try(1); ++seed) {
    for (const Case& c : cases(seed)) {
      for (const Profile& profile : {Profile::euclid(), case_profiles().back()}) {
        const Metric metric = price(c.world, c.graph, profile);
        const PricedWorld ground{c.world, c.graph, metric};
        for (const Recipe& recipe : recipes(c.world)) {
          if (!recipe.serves(c)) continue;
          SCOPED_TRACE(c.name + ", " + profile.name + ", " + recipe.name);
          const auto hierarchy = recipe.build(ground);
          ASSERT_TRUE(hierarchy) << hierarchy.error();
          ASSERT_EQ(broken_law(*hierarchy, ground), std::nullopt);
          gates += hierarchy->gate_count();
        }
      }
    }
  }
  EXPECT_GT(gates, 1000u);
}

TEST(Hierarchy, crossings_cost_what_a_slow_search_inside_the_extent_finds) {
  for (const Case& c : cases(3)) {
    const Metric metric = price(c.world, c.graph, case_profiles().back());
    const PricedWorld ground{c.world, c.graph, metric};
    for (const Recipe& recipe : recipes(c.world)) {
      if (!recipe.serves(c) || recipe.rule == GateRule::all) continue;
      SCOPED_TRACE(c.name + ", " + recipe.name);
      check_lowest_crossings(ground, recipe.build(ground).value());
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Hierarchy, is_the_same_on_any_number_of_threads) {
  const World world = random_grid(5, "......#w");
  const Graph graph = grid_graph(world);
  const Metric metric = price(world, graph, Profile::euclid());
  const PricedWorld ground{world, graph, metric};
  const Recipe recipe{"", 1, 2, GateRule::entrances};
  set_thread_count(1);
  const Hierarchy one = recipe.build(ground).value();
  set_thread_count(0);
  EXPECT_GT(one.partition().cell_count(), 64u);
  EXPECT_TRUE(one == recipe.build(ground).value());
}

}  // namespace
}  // namespace thalweg
