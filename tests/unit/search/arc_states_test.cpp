// Searches over arcs with speeds find the cheapest of all walks, by enumeration;
// states are numbered one to one.
#include "thalweg/search/arc_states.hpp"

#include <gtest/gtest.h>

#include "scope.hpp"
#include "written_graph.hpp"

namespace thalweg {
namespace {

// A graph given as a list of arcs, and the target of each arc.
struct Arcs : WrittenGraph {
  std::vector<NodeId> targets;  // [arc]
};

struct ArcsRef {
  const Arcs* arcs;
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    arcs->for_each_arc(node, visit);
  }
};

Arcs random_arcs(Random& random) {
  Arcs graph{random_graph(random, 6), {}};
  for (const WrittenArc& arc : graph.arcs) graph.targets.push_back(NodeId(arc.to));
  return graph;
}

// Turns priced by an arbitrary table: only the numbers of the arcs count.
struct OddRule {
  struct Turn {
    std::uint32_t value = 0;
  };
  std::uint32_t seed = 0;

  Turn turn(ArcId last, ArcId arc) const {
    return {static_cast<std::uint32_t>(mix64(seed + 100 * last.value + arc.value) % 7)};
  }
  Distance price(Turn turn, Cost cost, std::uint32_t before, std::uint32_t speed) const {
    if (turn.value + before > 7) return kUnreached;
    return Distance{cost} * 4 / speed + turn.value;
  }
};

// The least cost over all walks of a limited number of arcs, by enumeration.
struct Walker {
  const Arcs& graph;
  const OddRule& rule;
  std::uint32_t speeds;
  NodeId goal;
  Distance best = kUnreached;

  void walk(std::uint32_t arc, std::uint32_t speed, Distance sum, int left) {
    if (sum >= best) return;
    if (graph.targets[arc] == goal) best = sum;
    if (left == 0) return;
    for (std::uint32_t next = 0; next < graph.arcs.size(); ++next) {
      if (NodeId(graph.arcs[next].from) != graph.targets[arc]) continue;
      for (std::uint32_t k = 1; k <= speeds; ++k) {
        if (k + 1 < speed || k > speed + 1) continue;
        const Distance price =
            rule.price(rule.turn(ArcId(arc), ArcId(next)), graph.arcs[next].cost, speed, k);
        if (price != kUnreached) walk(next, k, sum + price, left - 1);
      }
    }
  }
};

TEST(ArcStates, numbers_name_one_state_each) {
  const auto space = ArcStateSpace::of({.nodes = 5, .arcs = 7, .speeds = 3}).value();
  EXPECT_EQ(space.state_count(), 7u * 3 + 5);
  std::vector<int> seen(space.state_count(), 0);
  for (std::uint32_t a = 0; a < 7; ++a) {
    for (std::uint32_t k = 1; k <= 3; ++k) {
      const StateId state = space.moving(ArcId(a), k);
      ++seen[state.value];
      EXPECT_FALSE(space.is_standing(state));
      EXPECT_EQ(space.arc(state), ArcId(a));
      EXPECT_EQ(space.speed(state), k);
    }
  }
  for (std::uint32_t n = 0; n < 5; ++n) {
    const StateId state = space.standing(NodeId(n));
    ++seen[state.value];
    EXPECT_TRUE(space.is_standing(state));
    EXPECT_EQ(space.node(state), NodeId(n));
  }
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

TEST(ArcStates, more_states_than_numbers_are_refused) {
  const auto fits = [](std::uint32_t nodes, std::uint32_t arcs, std::uint32_t speeds) {
    return ArcStateSpace::of({nodes, arcs, speeds}).ok();
  };
  EXPECT_TRUE(fits(0, 0xFFFFFFFEu, 1));
  EXPECT_FALSE(fits(0, 0xFFFFFFFFu, 1));
  EXPECT_FALSE(fits(1, 0xFFFFFFFEu, 1));
  EXPECT_TRUE(fits(0xFFFFFFFEu, 0, 16));
  EXPECT_FALSE(fits(0xFFFFFFFFu, 0, 1));
  EXPECT_FALSE(fits(0, 0x10000000u, 16));
  EXPECT_FALSE(fits(0, 0xFFFFFFFFu, 0xFFFFFFFFu));
  EXPECT_TRUE(fits(0, 0, 0));
}

TEST(ArcStates, the_loop_finds_the_cheapest_of_all_walks) {
  Random random(seed_of(11));
  int found = 0;
  for (std::uint32_t trial = 0; trial < 1000; ++trial) {
    const Arcs graph = random_arcs(random);
    const OddRule rule{trial};
    const std::uint32_t speeds = 1 + random.below(3);
    const auto space =
        ArcStateSpace::of({graph.nodes, static_cast<std::uint32_t>(graph.arcs.size()), speeds})
            .value();
    const NodeId start(0);
    const NodeId goal(graph.nodes - 1);
    Walker walker{graph, rule, speeds, goal};
    for (std::uint32_t a = 0; a < graph.arcs.size(); ++a) {
      if (NodeId(graph.arcs[a].from) != start) continue;
      walker.walk(a, 1, rule.price({}, graph.arcs[a].cost, 1, 1), 7);
    }
    std::vector<SeedOf<StateId>> goals;
    for (std::uint32_t a = 0; a < graph.arcs.size(); ++a) {
      for (std::uint32_t k = 1; k <= speeds; ++k) {
        if (graph.targets[a] == goal) goals.push_back({space.moving(ArcId(a), k), 0});
      }
    }
    const SeedOf<StateId> source{space.standing(start), 0};
    const ArcStates states(space, ArcsRef{&graph}, graph.targets, rule);
    SearchScratchOf<StateId, ArcId> scratch;
    const auto outcome = best_first(states, NoHeuristic{}, {{&source, 1}, goals}, scratch);
    // A walk may need more arcs than were tried: then only the search finds it.
    if (outcome.end != SearchEnd::found) {
      ASSERT_EQ(walker.best, kUnreached);
      continue;
    }
    ASSERT_LE(outcome.cost, walker.best);
    const Route route = node_route(space, graph.targets, route_to(scratch.bank, outcome.goal));
    if (route.arcs.size() <= 8) {
      ASSERT_EQ(outcome.cost, walker.best) << "trial " << trial;
    }
    ++found;
    ASSERT_EQ(route.nodes.front(), start);
    ASSERT_EQ(route.nodes.back(), goal);
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      ASSERT_EQ(NodeId(graph.arcs[route.arcs[i].value].from), route.nodes[i]);
      ASSERT_EQ(graph.targets[route.arcs[i].value], route.nodes[i + 1]);
    }
  }
  EXPECT_GT(found, 150);
}

TEST(ArcStates, an_estimate_is_that_of_the_node) {
  const std::vector<NodeId> targets = {NodeId(2), NodeId(0)};
  const auto space = ArcStateSpace::of({.nodes = 3, .arcs = 2, .speeds = 2}).value();
  const auto twice = [](NodeId node) { return Distance{2} * node.value; };
  const StateEstimate estimate{space, std::span<const NodeId>(targets), twice};
  EXPECT_EQ(estimate(space.moving(ArcId(0), 2)), 4u);
  EXPECT_EQ(estimate(space.moving(ArcId(1), 1)), 0u);
  EXPECT_EQ(estimate(space.standing(NodeId(1))), 2u);
}

}  // namespace
}  // namespace thalweg
