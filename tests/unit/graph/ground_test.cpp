// Grounds: copies share their parts, parts belong together, planners outlive what made them.
#include "thalweg/graph/ground.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "grounds.hpp"
#include "planners.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg {
namespace {

TEST(Ground, copies_share_their_parts) {
  const Ground ground = on_faces(mesh_scene(". . ."));
  const Ground copy = ground;
  EXPECT_EQ(&copy.world(), &ground.world());
  EXPECT_EQ(&copy.graph(), &ground.graph());
  EXPECT_EQ(&copy.metric(), &ground.metric());
  EXPECT_EQ(&copy.pricer(), &ground.pricer());
  EXPECT_EQ(copy.fingerprint(), ground.metric().fingerprint());
}

TEST(Ground, refuses_parts_of_another_world_with_a_sentence) {
  const Ground a = on_faces(mesh_scene(". . ."));
  const Ground b = on_faces(mesh_scene(". . . ."));
  EXPECT_EQ(Ground::of(b.world(), a.graph(), a.metric()).error(), "the graph is of another world");
  EXPECT_EQ(Ground::of(a.world(), b.graph(), b.metric()).error(), "the graph is of another world");
  EXPECT_EQ(Ground::of(a.world(), a.graph(), b.metric()).error(), "the metric is of another graph");
  EXPECT_EQ(Ground::of(a.world(), a.graph(), Metric()).error(), "the metric is of another graph");
  EXPECT_TRUE(Ground::of(a.world(), a.graph(), a.metric()));
}

TEST(Ground, of_a_world_and_a_profile_takes_the_graph_that_suits) {
  const Profile profile = Profile::hiker();
  EXPECT_EQ(ground(mesh_scene(". ."), profile)->graph().spec(), GraphSpec::portals());
  EXPECT_EQ(ground(scene(". ."), profile)->graph().spec(), GraphSpec::grid());
  EXPECT_EQ(ground(scene(". ."), profile)->profile().name, profile.name);
  EXPECT_FALSE(ground(scene(". ."), profile, GraphSpec::faces()));
  EXPECT_EQ(ground(World(), profile).error(),
            "the world has no grid: build a face or a portal graph");
  Profile broken = profile;
  broken.radius = -1;
  EXPECT_FALSE(ground(scene(". ."), broken));
}

// The parts of a ground are kept as long as a planner uses them.
TEST(Ground, planners_outlive_the_variables_that_they_were_made_from) {
  const Query query{.start = {1.2, 1.4}, .goal = {9.3, 9.1}, .try_straight = false};
  std::unique_ptr<Planner> exact;
  std::unique_ptr<Planner> descending;
  {
    std::optional<World> world = hills(3, {.corners = 12, .has_areas = false});
    std::optional<Ground> ground = on_faces(*world, Profile::thesis());
    std::optional<NaturalTree> tree = natural_tree(*ground).value();
    exact = std::make_unique<Planner>(*ground, std::make_unique<AStarSearch>(*ground));
    descending = planner_by(*ground, DescendingSearch::make(*ground, *tree, {.near_nodes = 0}));
    tree.reset();
    ground.reset();
    world.reset();
  }
  const Answer best = exact->find(query);
  const Answer answer = descending->find(query);
  ASSERT_TRUE(best.found() && answer.found());
  EXPECT_LE(best.cost, answer.cost);
}

}  // namespace
}  // namespace thalweg
