// The parts of the pyramid planner by themselves: sweeping a corridor, landmarks, revealing a route
// stretch by stretch, and crowds.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "laws/natural_grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/corridor_sweep.hpp"
#include "thalweg/planners/end_cells.hpp"
#include "thalweg/planners/pyramid_reveal.hpp"
#include "thalweg/planners/pyramid_search.hpp"

namespace thalweg {
namespace {

Distance dijkstra_cost(const Ground& ground, const CellCorridor& corridor, const SearchTask& task) {
  SearchScratch scratch;
  const ForwardView view(ground.graph(), PlainCosts(ground.metric()));
  return best_first(ConfinedView(view, corridor.nodes()), NoHeuristic{}, task, scratch).cost;
}

Distance cost_of(const Ground& ground, const Route& route) {
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    EXPECT_EQ(ground.graph().target(route.arcs[i]), route.nodes[i + 1]);
    sum += ground.metric().cost(route.arcs[i]);
  }
  return sum;
}

// Inside two cells, as Dijkstra's search finds it.
Distance cost_in_two(const Ground& ground, const Pyramid& pyramid, NodeId from, NodeId to) {
  CellCorridor two(pyramid);
  two.clear();
  two.add(pyramid.home(from));
  two.add(pyramid.home(to));
  const Seed source{from, 0};
  const Seed goal{to, 0};
  return dijkstra_cost(ground, two, {.sources = {&source, 1}, .goals = {&goal, 1}});
}

TEST(EndCells, no_cost_is_less_than_that_of_the_cheapest_route_inside_two_cells) {
  std::size_t neighbours = 0;
  for_each_ground(1, [&](const NaturalGround& natural) {
    const Ground& ground = natural.priced();
    if (ground.graph().node_count() == 0) return;
    const Pyramid pyramid = natural_pyramid(ground, {.base = 4}).value();
    const CellGraphs* const graphs = pyramid.cell_graphs(ground);
    if (graphs == nullptr) return;
    EndCells ends(pyramid, *graphs);
    for (std::uint32_t n = 0; n < ground.graph().node_count(); n += 7) {
      const NodeId node(n);
      std::vector<SeedOf<CellId>> ahead;
      ends.add_ahead({node, 5}, ahead);
      ASSERT_EQ(ahead.size(), 1 + pyramid.steps()[pyramid.home(node)].size());
      // A neighbour's cost may be that of a more expensive route: it does not come back to the
      // first cell.
      for (const auto& [cell, end, cost] : ahead) {
        const Distance least = cost_in_two(ground, pyramid, node, pyramid.middle_node(cell));
        ASSERT_GE(cost, 5 + least);
        ASSERT_TRUE(cell != pyramid.home(node) || cost == 5 + ends.to_middle(node));
      }
      std::vector<SeedOf<CellId>> behind;
      ends.add_behind({node, 5}, behind);
      for (const auto& [cell, end, cost] : behind) {
        ASSERT_GE(cost, 5 + cost_in_two(ground, pyramid, pyramid.middle_node(cell), node));
      }
      neighbours += behind.size() - 1;
    }
  });
  EXPECT_GT(neighbours, 100u);
}

// Some cells, whatever order they are swept in, and in slices of a few nodes.
TEST(CorridorSweep, finds_the_cheapest_route_inside_the_corridor) {
  std::uint64_t seed = seed_of(0);
  std::uint32_t found = 0;
  for_each_ground(2, [&](const NaturalGround& natural) {
    const Ground& ground = natural.priced();
    if (ground.graph().node_count() == 0) return;
    const Pyramid pyramid = natural_pyramid(ground, {.base = 4}).value();
    const CellGraphs* const graphs = pyramid.cell_graphs(ground);
    if (graphs == nullptr) return;
    CorridorSweep sweep(*graphs, pyramid.level(1).size());
    CellCorridor corridor(pyramid);
    Random random(++seed);
    const auto node = [&] { return NodeId(random.below(ground.graph().node_count())); };
    for (int i = 0; i < 20; ++i) {
      const Seed sources[] = {{node(), 0}, {node(), random.below(9000)}};
      Seed goals[] = {{node(), 0}, {node(), random.below(9000)}};
      if (goals[1].node < goals[0].node) std::swap(goals[0], goals[1]);
      const SearchTask task{.sources = sources, .goals = goals};
      corridor.clear();
      for (const Seed& seed_at : sources) corridor.add(pyramid.home(seed_at.node));
      corridor.add_rings(random.below(8));
      auto& stops = sweep.clear();
      for (const CellId cell : corridor.cells()) stops.push_back({random.below(5), cell});
      sweep.begin(task, pyramid.cells());
      Budget budget;
      SearchEnd end = SearchEnd::paused;
      while (end == SearchEnd::paused) {
        budget.begin({.nodes = 3});
        end = sweep.advance(budget);
      }
      // A source or goal outside the corridor counts for nothing.
      std::vector<Seed> inside;
      for (const Seed& goal : goals) {
        if (corridor.nodes()(goal.node)) inside.push_back(goal);
      }
      if (inside.empty()) continue;
      const Distance want = dijkstra_cost(ground, corridor, {.sources = sources, .goals = inside});
      ASSERT_EQ(end == SearchEnd::found, want != kUnreached);
      if (end != SearchEnd::found) continue;
      ASSERT_EQ(sweep.cost(), want);
      const Route route = sweep.take_route(ground, {});
      ASSERT_EQ(cost_of(ground, route) + seed_cost(sources, route.nodes.front()) +
                    seed_cost(goals, route.nodes.back()),
                want);
      ++found;
    }
  });
  EXPECT_GT(found, 300u);
}

TEST(Landmarks, never_claim_more_than_the_cheapest_route_costs) {
  std::uint64_t seed = seed_of(0);
  double tight = 0;
  std::uint32_t pairs = 0;
  for_each_ground(1, [&](const NaturalGround& natural) {
    const Ground& ground = natural.priced();
    const Pyramid pyramid = natural_pyramid(ground, {.base = 4}).value();
    if (!pyramid.has_landmarks()) return;
    Random random(++seed);
    const std::uint32_t count = pyramid.cells().cell_count();
    for (int i = 0; i < 10; ++i) {
      const CellId a(random.below(count));
      SearchScratch scratch;
      const Seed source{pyramid.middle_node(a), 0};
      best_first(ForwardView(ground.graph(), PlainCosts(ground.metric())), NoHeuristic{},
                 {.sources = {&source, 1}}, scratch);
      for (const CellId b : pyramid.cells().cells()) {
        const NodeId there = pyramid.middle_node(b);
        if (!scratch.bank.is_reached(there)) continue;
        const Distance cost = scratch.bank[there].g;
        const Distance least = least_between(pyramid.far(a), pyramid.far(b));
        ASSERT_LE(least, cost);
        if (cost == 0) continue;
        tight += static_cast<double>(least) / static_cast<double>(cost);
        ++pairs;
      }
    }
  });
  EXPECT_GT(tight / pairs, 0.7);
}

// Known nodes stay, and in the end there is a route whenever Dijkstra finds one.
TEST(PyramidReveal, ends_with_a_route_whenever_there_is_one) {
  std::uint64_t seed = seed_of(0);
  std::uint32_t found = 0;
  double ratios = 0;
  for_each_ground(2, [&](const NaturalGround& natural) {
    const Ground& ground = natural.priced();
    const Graph& graph = ground.graph();
    if (graph.node_count() == 0) return;
    const Pyramid pyramid = natural_pyramid(ground, {.base = 3}).value();
    Random random(++seed);
    PyramidReveal reveal(ground, pyramid,
                         {.rings = random.below(2), .cells_ahead = 2 + random.below(3)});
    for (int i = 0; i < 20; ++i) {
      const Seed start{NodeId(random.below(graph.node_count())), 0};
      const Seed goal{NodeId(random.below(graph.node_count())), 0};
      SearchScratch scratch;
      const Distance cheapest =
          best_first(ForwardView(graph, PlainCosts(ground.metric())), NoHeuristic{},
                     {.sources = {&start, 1}, .goals = {&goal, 1}}, scratch)
              .cost;
      ASSERT_EQ(reveal.begin(start.node, goal.node), cheapest != kUnreached);
      if (cheapest == kUnreached) continue;
      std::vector<NodeId> known = reveal.route().nodes;
      while (!reveal.is_done()) {
        const std::size_t at = known.size() - 1;
        reveal.reveal(at, 1 + random.below(9));
        ASSERT_TRUE(reveal.is_done() || reveal.route().nodes.size() > at + 1);
        ASSERT_TRUE(std::ranges::equal(known, std::span(reveal.route().nodes).first(known.size())));
        known = reveal.route().nodes;
        ASSERT_EQ(reveal.known_cost(), cost_of(ground, reveal.route()));
      }
      ASSERT_EQ(reveal.rest(), 0u);
      ASSERT_EQ(known.front(), start.node);
      ASSERT_EQ(known.back(), goal.node);
      ASSERT_GE(reveal.known_cost(), cheapest);
      if (cheapest == 0) continue;
      ratios += static_cast<double>(reveal.known_cost()) / static_cast<double>(cheapest);
      ++found;
    }
  });
  EXPECT_GT(found, 300u);
  EXPECT_LT(ratios / found, 1.2);
}

TEST(PyramidReveal, refines_only_what_is_asked_for) {
  const Ground ground = on_faces(hills(3, {.corners = 65}), Profile::thesis());
  const Pyramid pyramid = natural_pyramid(ground).value();
  PyramidReveal reveal(ground, pyramid);
  ASSERT_TRUE(reveal.begin(NodeId(0), NodeId(ground.graph().node_count() - 1)));
  const Distance first_guess = reveal.rest();
  reveal.reveal(0, 5);
  EXPECT_FALSE(reveal.is_done());
  EXPECT_GT(reveal.rest(), 0u);
  const std::uint64_t early = reveal.stats().expanded;
  const std::size_t known = reveal.route().nodes.size();
  EXPECT_GE(known, 6u);
  reveal.reveal(0, kNoBudget);
  EXPECT_TRUE(reveal.is_done());
  EXPECT_LT(3 * early, reveal.stats().expanded);
  EXPECT_LT(3 * known, reveal.route().nodes.size());
  // Above a single cell nothing is known of the cost; below it the guess is of the right size.
  EXPECT_LT(first_guess, 3 * reveal.known_cost());
}

TEST(PyramidCrowd, routes_keep_away_from_agents) {
  const Ground ground = on_faces(hills(3, {.corners = 33}), Profile::thesis());
  const Pyramid pyramid = natural_pyramid(ground).value();
  Occupancy crowd(pyramid.cells());
  const auto planner = planner_by(
      ground, PyramidSearch::make(ground, pyramid, {.occupancy = &crowd, .crowd_weight = 20}));
  const auto alone = planner_by(ground, PyramidSearch::make(ground, pyramid, {.near_nodes = 0}));
  const auto at = [&](std::uint32_t node) {
    const Vec3 p = ground.graph().position(NodeId(node));
    return Point{p.x, p.y};
  };
  const Query query{.start = at(0),
                    .goal = at(ground.graph().node_count() - 1),
                    .try_straight = false,
                    .shape = Shape::centres};
  const Answer empty = planner->find(query);
  ASSERT_TRUE(empty.found());
  EXPECT_EQ(empty.penalty, 0u);
  const Answer before = alone->find(query);
  EXPECT_EQ(empty.cost, before.cost);
  for (std::size_t i = 5; i + 5 < before.route.nodes.size(); ++i) {
    crowd.enter(before.route.nodes[i]);
  }
  const Answer around = planner->find(query);
  ASSERT_TRUE(around.found());
  std::uint32_t met = 0;
  for (const NodeId node : around.route.nodes) met += crowd.count(PieceId(node.value));
  EXPECT_LT(met, before.route.nodes.size() / 3);
  EXPECT_GT(around.cost, 0u);
  EXPECT_EQ(PyramidSearch::make(ground, natural_pyramid(ground, {.base = 3}).value(),
                                {.occupancy = &crowd})
                .error(),
            "the occupancy is not of the pyramid's cells");
}

}  // namespace
}  // namespace thalweg
