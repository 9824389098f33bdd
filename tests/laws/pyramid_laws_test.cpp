// Laws of routes refined whole over a pyramid, over worlds x graphs x profiles x settings x seeds.
#include <gtest/gtest.h>

#include "natural_queries.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/planners/pyramid_search.hpp"

namespace thalweg {
namespace {

// The worlds are small, so that small bases give several levels.
struct PyramidSetting {
  std::uint32_t base;
  std::uint32_t rings;
  std::uint32_t near_nodes;
};
constexpr PyramidSetting kSettings[] = {{2, 0, 0}, {3, 1, 0},  {4, 0, 0},
                                        {4, 2, 0}, {16, 0, 0}, {16, 0, 64}};

Partition capped_cells(const NaturalGround& ground, std::uint32_t base) {
  return merge(ground, single_nodes(ground, RestRule::average),
               {.grow = GrowRule::capped, .base = base})
      .tree.partition();
}

void check_pyramids(const NaturalGround& ground, std::uint64_t seed, Tally& tally) {
  std::vector<std::unique_ptr<Planner>> planners;
  for (const PyramidSetting& setting : kSettings) {
    const Pyramid pyramid =
        build_pyramid(ground.priced(), capped_cells(ground, setting.base), {.base = setting.base});
    planners.push_back(planner_by(
        ground.priced(),
        PyramidSearch::make(ground.priced(), pyramid,
                            {.rings = setting.rings, .near_nodes = setting.near_nodes})));
  }
  // Any tree of strongly connected cells will do: the thesis's, not compressed.
  const Partition thesis = merge(ground, single_nodes(ground)).tree.partition();
  planners.push_back(planner_by(
      ground.priced(),
      PyramidSearch::make(ground.priced(), build_pyramid(ground.priced(), thesis, {.base = 3}),
                          {.near_nodes = 0})));
  check_queries(ground.priced(), planners, seed, tally);
}

TEST(PyramidLaws, a_route_is_found_whenever_there_is_one) {
  Tally tally;
  for_each_priced_case({.test = 1, .check = 3},
                       [&](const NaturalGround& ground, std::uint64_t seed) {
                         check_pyramids(ground, seed, tally);
                       });
  print(tally, [](std::size_t k) {
    if (k == std::size(kSettings)) return std::string("cells of the thesis");
    return "base " + std::to_string(kSettings[k].base) + ", rings " +
           std::to_string(kSettings[k].rings) + ", near " + std::to_string(kSettings[k].near_nodes);
  });
  EXPECT_GE(tally.queries, is_check() ? 100'000u : 10'000u);
  EXPECT_GT(tally.found, tally.queries / 3);
}

// Searches of the highest level are not confined, and nothing is lost below: no query falls back to
// a search of the whole graph.
TEST(PyramidLaws, no_level_loses_a_route_on_one_way_ground_and_links) {
  std::uint64_t found = 0;
  std::uint64_t seed = seed_of(0);
  for_each_ground(3, [&](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    if (graph.node_count() == 0) return;
    const Pyramid pyramid = build_pyramid(ground.priced(), capped_cells(ground, 3), {.base = 3});
    ASSERT_EQ(broken_law(pyramid, ground.priced()), std::nullopt);
    AStarSearch fine(ground.priced());
    PyramidSearch search(ground.priced(), pyramid, fine);
    Random random(++seed);
    for (int i = 0; i < 40; ++i) {
      const Seed sources[] = {{NodeId(random.below(graph.node_count())), 0},
                              {NodeId(random.below(graph.node_count())), random.below(5)}};
      Seed goals[] = {{NodeId(random.below(graph.node_count())), 0},
                      {NodeId(random.below(graph.node_count())), random.below(5)}};
      if (goals[1].node < goals[0].node) std::swap(goals[0], goals[1]);
      const std::size_t count = i % 2 == 0 ? 1 : 2;
      const End start{.point = graph.position(sources[0].node)};
      const End goal{.point = graph.position(goals[0].node)};
      const SearchRequest query{.ends = {.starts = {&start, 1}, .goals = {&goal, 1}},
                                .task = {.sources = {sources, count}, .goals = {goals, count}},
                                .weight = 0};
      fine.aim(query);
      search.begin(query);
      Budget budget;
      const SearchEnd end = search.advance(budget);
      const std::vector<Distance> least = dijkstra(graph, ground.metric(), {sources, count});
      Distance cheapest = kUnreached;
      for (const Seed& one : query.task.goals) {
        if (least[one.node.value] == kUnreached) continue;
        cheapest = std::min(cheapest, least[one.node.value] + one.cost);
      }
      ASSERT_EQ(end == SearchEnd::found, cheapest != kUnreached);
      ASSERT_EQ(search.stats().fell_back, 0u);
      if (end != SearchEnd::found) continue;
      ++found;
      FoundRoute route;
      search.take(route);
      ASSERT_TRUE(route.is_found);
      const Distance cost = seed_cost(query.task.sources, route.route.nodes.front()) +
                            route_cost(ground.priced(), route.route) +
                            seed_cost(query.task.goals, route.route.nodes.back());
      ASSERT_GE(cost, cheapest);
    }
  });
  EXPECT_GT(found, 500u);
}

// With no levels, or rings about everything, the route is the cheapest.
TEST(PyramidLaws, with_no_levels_routes_are_the_cheapest) {
  std::uint64_t seed = seed_of(0);
  for_each_ground(1, [&](const NaturalGround& ground) {
    const Pyramid none = build_pyramid(ground.priced(), Partition::of_single_nodes(ground.graph()));
    ASSERT_EQ(none.top_level(), 0u);
    std::vector<std::unique_ptr<Planner>> planners;
    planners.push_back(
        planner_by(ground.priced(), PyramidSearch::make(ground.priced(), none, {.near_nodes = 0})));
    const Pyramid some = build_pyramid(ground.priced(), capped_cells(ground, 4), {.base = 4});
    planners.push_back(planner_by(
        ground.priced(),
        PyramidSearch::make(ground.priced(), some, {.rings = 1'000'000, .near_nodes = 0})));
    Tally tally;
    check_queries(ground.priced(), planners, ++seed, tally);
    for (const Tally::Ratios& ratios : tally.ratios) ASSERT_LE(ratios.worst, 1.0);
  });
}

}  // namespace
}  // namespace thalweg
