// Laws of navigation in the natural tree, over worlds x graphs x profiles x layers x seeds.
#include <gtest/gtest.h>

#include <algorithm>

#include "natural_queries.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kLayers[] = {0, 10, 5, 3, 2};  // 0: not compressed

// Every layer count without the preceding A*, and the default options.
struct NaturalVariant {
  std::uint32_t layers;
  std::uint32_t near_nodes;
};
constexpr NaturalVariant kVariants[] = {{0, 0}, {10, 0}, {5, 0}, {3, 0}, {2, 0}, {10, 64}};

NaturalTree tree_of(const NaturalGround& ground, const Partition& whole, std::uint32_t layers) {
  return assemble(ground, layers == 0 ? whole : compress(whole, {.layers = layers}));
}

Partition merged_partition(const NaturalGround& ground) {
  return merge(ground, single_nodes(ground)).tree.partition();
}

void check_trees(const NaturalGround& ground, std::uint64_t seed, Tally& tally) {
  const Partition whole = merged_partition(ground);
  std::vector<std::unique_ptr<Planner>> planners;
  for (const NaturalVariant& variant : kVariants) {
    planners.push_back(
        planner_by(ground.priced(),
                   DescendingSearch::make(ground.priced(), tree_of(ground, whole, variant.layers),
                                          {.near_nodes = variant.near_nodes})));
  }
  check_queries(ground.priced(), planners, seed, tally);
}

TEST(NaturalLaws, a_route_is_found_whenever_there_is_one) {
  Tally tally;
  for_each_priced_case(
      {.test = 1, .check = 3},
      [&](const NaturalGround& ground, std::uint64_t seed) { check_trees(ground, seed, tally); });
  print(tally, [](std::size_t k) {
    return std::to_string(kVariants[k].layers) + " layers, near " +
           std::to_string(kVariants[k].near_nodes);
  });
  EXPECT_GE(tally.queries, is_check() ? 100'000u : 10'000u);
  EXPECT_GT(tally.found, tally.queries / 3);
}

// The metric without the arcs that leave a top.
Metric confined(const NaturalGround& ground, const NaturalTree& tree) {
  const Graph& graph = ground.graph();
  MetricParts parts = ground.metric().parts();
  std::vector<Cost> costs(parts.costs.begin(), parts.costs.end());
  for (const NodeId node : graph.nodes()) {
    const PieceId top = pieces_above(tree, node).back();
    for (const ArcId arc : graph.arcs(node)) {
      if (pieces_above(tree, graph.target(arc)).back() != top) costs[arc.value] = kForbidden;
    }
  }
  parts.costs = IdArray<ArcId, Cost>(std::move(costs));
  return Metric::from(std::move(parts), graph).value();
}

struct Found {
  SearchEnd end;
  Distance cost = kUnreached;
};
Found descend(Descent& descent, const Ground& ground, NodeId from, NodeId to) {
  const Seed source{from, 0};
  const Seed goal{to, 0};
  descent.begin({&source, 1}, {&goal, 1});
  Found found{SearchEnd::paused};
  Budget budget;
  while (found.end == SearchEnd::paused) found.end = descent.expand(budget);
  if (found.end == SearchEnd::found) found.cost = route_cost(ground, descent.route());
  return found;
}

TEST(NaturalLaws, with_no_cells_or_one_and_an_admissible_heuristic_routes_are_the_cheapest) {
  std::uint64_t same = 0;
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    if (graph.node_count() == 0) return;
    const NaturalTree none = single_nodes(ground);
    const NaturalTree flat = tree_of(ground, merged_partition(ground), 2);
    const Metric inside = confined(ground, flat);
    Random random(++seed);
    for (int i = 0; i < 8; ++i) {
      const Seed source{NodeId(random.below(graph.node_count())), 0};
      const std::vector<Distance> least = dijkstra(graph, ground.metric(), {&source, 1});
      const std::vector<Distance> in_top = dijkstra(graph, inside, {&source, 1});
      for (const double weight : {0.0, 1.0}) {
        Descent over_nodes(ground.priced(), none, {.weight = weight});
        Descent over_one(ground.priced(), flat, {.weight = weight});
        for (int k = 0; k < 6; ++k) {
          const NodeId goal(random.below(graph.node_count()));
          const Found a = descend(over_nodes, ground.priced(), source.node, goal);
          ASSERT_EQ(a.cost, least[goal.value]) << "no cells, weight " << weight;
          ASSERT_LE(over_nodes.expansions(), 1u);
          if (pieces_above(flat, source.node).back() != pieces_above(flat, goal).back()) continue;
          const Found b = descend(over_one, ground.priced(), source.node, goal);
          ASSERT_EQ(b.cost, in_top[goal.value]) << "one cell, weight " << weight;
          ++same;
        }
      }
    }
  });
  EXPECT_GT(same, 500u);
}

std::uint64_t nodes_ahead(const Descent& descent) {
  std::uint64_t sum = 0;
  for (const PieceId piece : descent.ahead()) {
    sum += piece.is_none() ? descent.tree().node_count() : descent.tree().size(piece);
  }
  return sum;
}

// Alternates walking and revealing: what is known never changes, and what is ahead shrinks to
// nothing.
void check_walk(Descent& descent, const Route& whole, Random& random) {
  const Seed source{whole.nodes.front(), 0};
  const Seed goal{whole.nodes.back(), 0};
  descent.begin({&source, 1}, {&goal, 1});
  std::uint64_t ahead = nodes_ahead(descent);
  std::size_t at = 0;
  for (;;) {
    const std::size_t count = 1 + random.below(4);
    const std::size_t known = descent.route().nodes.size();
    const SearchEnd end = descent.reveal(at, count);
    ASSERT_EQ(end, descent.is_done() ? SearchEnd::found : SearchEnd::paused);
    const std::vector<NodeId>& nodes = descent.route().nodes;
    ASSERT_TRUE(descent.is_done() || nodes.size() > at + count);
    ASSERT_GE(nodes.size(), known);
    ASSERT_LE(nodes.size(), whole.nodes.size());
    ASSERT_TRUE(std::equal(nodes.begin(), nodes.end(), whole.nodes.begin()));
    ASSERT_LE(nodes_ahead(descent), ahead);
    ahead = nodes_ahead(descent);
    if (descent.is_done()) break;
    at += 1 + random.below(static_cast<std::uint32_t>(count));
  }
  ASSERT_EQ(descent.route().nodes, whole.nodes);
  ASSERT_EQ(descent.route().arcs, whole.arcs);
  ASSERT_EQ(ahead, 0u);
}

TEST(NaturalLaws, a_walker_who_sees_a_few_nodes_at_a_time_takes_the_whole_route) {
  std::uint64_t walks = 0;
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    if (graph.node_count() == 0) return;
    Random random(++seed);
    const Partition whole = merged_partition(ground);
    const NaturalTree tree = tree_of(ground, whole, kLayers[seed % std::size(kLayers)]);
    Descent descent(ground.priced(), tree);
    for (int i = 0; i < 12; ++i) {
      const NodeId from(random.below(graph.node_count()));
      const NodeId to(random.below(graph.node_count()));
      const Found found = descend(descent, ground.priced(), from, to);
      ASSERT_LE(descent.expansions(), tree.piece_count());
      if (found.end != SearchEnd::found) continue;
      ++walks;
      const Route route = descent.route();
      ASSERT_EQ(route.nodes.front(), from);
      ASSERT_EQ(route.nodes.back(), to);
      check_walk(descent, route, random);
      // A walker who was pushed away asks again: the goal is found from any node on the route.
      for (std::size_t k = 0; k < route.nodes.size(); k += 1 + route.nodes.size() / 4) {
        ASSERT_EQ(descend(descent, ground.priced(), route.nodes[k], to).end, SearchEnd::found);
      }
    }
  });
  EXPECT_GT(walks, 100u);
}

}  // namespace
}  // namespace thalweg
