// FewCrossings: as good as the slow descent, for every kind of price.
#include "graph/few_crossings.hpp"

#include <gtest/gtest.h>

#include "graph/kinds/terrain_arcs.hpp"
#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

// The price of an arc whose crossings EdgePathDescent moves, with small steps.
double by_descent(const Ground& ground, const GraphArc& arc) {
  const Graph& graph = ground.graph();
  const EdgePathPricer pricer({ground.world(), ground.pricer(), nullptr});
  EdgePathDescent descent(pricer);
  EdgePath edge_path;
  edge_path.start.point = graph.position(arc.from);
  edge_path.goal.point = graph.position(arc.to);
  lay_crossings(ground.world().mesh, arc.label, graph.spec().max_points, edge_path);
  return descent.settle(edge_path,
                        {.last_step = 1.0 / 1024, .least_gain = 1e-7, .most_passes = 50});
}

TEST(FewCrossings, cost_what_a_slow_descent_finds) {
  for (const Profile& profile :
       {Profile::hiker(), Profile::langmuir(), Profile::thesis(), Profile::euclid()}) {
    double worst = 1;
    double sum = 0;
    int count = 0;
    for (const std::uint64_t seed : seeds(3)) {
      const World world = hills(seed, {.spacing = 10, .relief = 100, .has_areas = false});
      const Ground ground = ground_of(world, GraphSpec::terrain(5), profile);
      const ProfileRule by{ground.world(), ground.pricer()};
      const Footing footing(by);
      TerrainPricer walks(by, ground.graph(), footing);
      for (const NodeId node : ground.graph().nodes()) {
        for (const ArcId id : ground.graph().arcs(node)) {
          const GraphArc arc = arc_of(ground.graph(), node, id);
          const double price = walks.price(arc);
          if (walks.edge_path().crossings.empty()) continue;
          const double ratio = price / by_descent(ground, arc);
          worst = std::max(worst, ratio);
          sum += ratio;
          ++count;
        }
      }
    }
    ASSERT_GT(count, 1000);
    EXPECT_LT(sum / count, 1.004) << profile.name;
    EXPECT_LT(worst, 1.4) << profile.name;  // 1.31 was seen
  }
}

TEST(FewCrossings, leave_a_walk_that_cannot_become_cheap_enough) {
  const Profile profile = Profile::euclid();
  FewCrossings walk(profile);
  walk.begin({0, 0, 0}, 1);
  walk.push({{1, -1, 0}, {1, 1, 0}, 1});
  EXPECT_NEAR(walk.settle({2, 0, 0}, 1.0f / 64), 2, 1e-3);
  EXPECT_NEAR(walk.share(0), 0.5, 0.02);
  EXPECT_EQ(walk.settle({2, 0, 0}, 1.0f / 64, 1.5), kNoLimit);
  EXPECT_LT(walk.settle({2, 0, 0}, 1.0f / 64, 2.5), 2.01);
  walk.pop();
  EXPECT_EQ(walk.settle({3, 4, 0}, 1.0f / 64), 5);
}

// Even where floats overflow.
TEST(FewCrossings, lie_on_their_edges_whatever_the_numbers_are) {
  for (const double size : {1e-30, 1e-3, 1e9, 1e25}) {
    for (const Profile& profile : {Profile::hiker(), Profile::langmuir(), Profile::thesis()}) {
      FewCrossings walk(profile);
      walk.begin({0, 0, 0}, size);
      for (int i = 1; i <= 5; ++i) {
        walk.push({{size * i, -size, 0}, {size * i, size, size}, 1 / size});
      }
      walk.settle({size * 6, 0, 0}, 1.0f / 64);
      for (std::size_t i = 0; i < walk.size(); ++i) {
        EXPECT_TRUE(walk.share(i) >= 0 && walk.share(i) <= 1);
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
