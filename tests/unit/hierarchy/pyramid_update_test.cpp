// Updates of pyramids: equal to a pyramid measured again, and only what was touched is measured.
#include "thalweg/hierarchy/pyramid_update.hpp"

#include <gtest/gtest.h>

#include "graph/islands.hpp"
#include "grounds.hpp"
#include "laws/natural_grounds.hpp"

#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/pyramid_search.hpp"

namespace thalweg {
namespace {

// The same ground with other costs.
Ground with_costs(const Ground& ground, std::vector<Cost> costs) {
  MetricParts parts = ground.metric().parts();
  const std::vector<std::uint8_t> is_open(ground.graph().node_count(), 1);
  parts.islands = find_islands(ground.graph(), costs, is_open);
  parts.costs = std::move(costs);
  parts.least_per_metre = 0;
  return Ground::of(ground.world(), ground.graph(),
                    Metric::from(std::move(parts), ground.graph()).value())
      .value();
}

// Closes and opens arcs and makes them cheaper and more expensive, about one node.
Ground edited_costs(const Ground& ground, const Ground& first, Random& random) {
  const Graph& graph = ground.graph();
  std::vector<Cost> costs(ground.metric().parts().costs.begin(),
                          ground.metric().parts().costs.end());
  std::vector<NodeId> nodes = {NodeId(random.below(graph.node_count()))};
  for (std::size_t i = 0; i < nodes.size() && i < 6; ++i) {
    for (const ArcId arc : graph.arcs(nodes[i])) {
      nodes.push_back(graph.target(arc));
      const Cost original = first.metric().cost(arc);
      if (original == kForbidden) continue;
      const Cost choice[] = {kForbidden, original, original / 2 + 1, original + original / 4};
      costs[arc.value] = choice[random.below(4)];
    }
  }
  return with_costs(ground, std::move(costs));
}

// All that proofs and routes of an updated pyramid say holds.
void check_answers(const Ground& ground, const Pyramid& pyramid, Random& random) {
  const auto planner = planner_by(ground, PyramidSearch::make(ground, pyramid, {.near_nodes = 0}));
  Planner exact = a_star_on(ground);
  const Graph& graph = ground.graph();
  for (int i = 0; i < 8 && graph.node_count() > 0; ++i) {
    const auto point = [&] {
      const Vec3 p = graph.position(NodeId(random.below(graph.node_count())));
      return Point{p.x, p.y, p.z};
    };
    const Query query{.start = point(), .goal = point(), .try_straight = false};
    const Answer ours = planner->find(query);
    const Answer best = exact.find(query);
    ASSERT_EQ(ours.found(), best.found());
    if (!ours.found()) continue;
    ASSERT_GE(ours.cost, best.cost);
    if (ours.bound == 0) continue;
    ASSERT_LE(static_cast<double>(ours.cost), ours.bound * static_cast<double>(best.cost) + 1);
  }
}

TEST(PyramidUpdate, is_equal_to_again_after_one_edit_upon_another) {
  std::uint32_t split = 0;
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& natural) {
    if (natural.graph().node_count() == 0) return;
    const Ground first = natural.priced();
    Random random(++seed);
    Ground before = first;
    Pyramid pyramid = natural_pyramid(before, {.base = 3}).value();
    for (int edit = 0; edit < 5; ++edit) {
      const Ground now = edited_costs(before, first, random);
      const auto updated = update_pyramid(before, now, pyramid).value();
      ASSERT_EQ(broken_law(updated.pyramid, now), std::nullopt);
      check_answers(now, updated.pyramid, random);
      if (::testing::Test::HasFatalFailure()) return;
      pyramid = updated.pyramid;
      before = now;
      split += updated.split;
    }
  });
  EXPECT_GT(split, 20u);
}

// A world that is edited, not only its costs.
TEST(PyramidUpdate, follows_faces_that_move) {
  const World world = hills(3, {.corners = 17});
  MeshArrays arrays = world.mesh.arrays();
  std::vector<Vec3f> vertices = arrays.vertices.to_vector();
  vertices[vertices.size() / 2].z += 3;
  arrays.vertices = vertices;
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  const Ground before = on_faces(world, Profile::thesis());
  const Ground now = ground_of(make_world(std::move(parts)).value(), GraphSpec::faces(),
                               Profile::thesis(), {.quantum = before.metric().quantum()});
  const Pyramid pyramid = natural_pyramid(before, {.base = 4}).value();
  const auto updated = update_pyramid(before, now, pyramid).value();
  EXPECT_EQ(broken_law(updated.pyramid, now), std::nullopt);
  EXPECT_GT(updated.measured, 0u);
  EXPECT_LT(updated.measured, pyramid.cells().cell_count() / 2);
}

TEST(PyramidUpdate, measures_only_what_was_touched) {
  const Ground before = on_faces(hills(3, {.corners = 65}), Profile::thesis());
  const Pyramid pyramid = natural_pyramid(before, {.base = 8}).value();
  const auto same = update_pyramid(before, before, pyramid).value();
  EXPECT_EQ(same.measured, 0u);
  EXPECT_EQ(same.split, 0u);
  std::vector<Cost> costs = before.metric().parts().costs.to_vector();
  costs[costs.size() / 2] *= 2;
  const Ground now = with_costs(before, std::move(costs));
  const auto updated = update_pyramid(before, now, pyramid).value();
  EXPECT_EQ(broken_law(updated.pyramid, now), std::nullopt);
  EXPECT_GT(updated.measured, 0u);
  EXPECT_LT(updated.measured, pyramid.cells().cell_count() / 10);
  // With more expensive ground the landmarks prove what they did, with cheaper ground less.
  EXPECT_GT(updated.pyramid.arrays().proof, 0.99);
  const auto back = update_pyramid(now, before, updated.pyramid).value();
  EXPECT_NEAR(back.pyramid.arrays().proof, 0.5, 0.01);
  EXPECT_EQ(with_landmarks(before, back.pyramid).arrays().proof, 1);
  EXPECT_EQ(broken_law(with_landmarks(before, back.pyramid), before), std::nullopt);
}

TEST(PyramidUpdate, refuses_what_does_not_belong_together) {
  const Ground one = on_faces(hills(1, {.corners = 9}), Profile::thesis());
  const Ground two = on_faces(hills(2, {.corners = 9}), Profile::thesis());
  const Ground large = on_faces(hills(2, {.corners = 17}), Profile::thesis());
  const Pyramid pyramid = natural_pyramid(one, {.base = 3}).value();
  EXPECT_EQ(update_pyramid(two, one, pyramid).error(),
            "the pyramid is not of the ground before the edit");
  EXPECT_EQ(update_pyramid(one, large, pyramid).error(),
            "the edit has changed the arcs of the graph: the pyramid must be built again");
}

}  // namespace
}  // namespace thalweg
