// Every space of a world by name: the same ground, an answer to the same
// query, refusals with names.
#include "thalweg/spaces/space.hpp"

#include <gtest/gtest.h>

#include "areas.hpp"
#include "planners.hpp"
#include "scene.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

constexpr const char* kSpacePicture = R"(
      S . . # . .
      . # . # . .
      . # . . . w
      . . . # . G )";

TEST(Spaces, every_space_of_a_world_has_the_same_ground_and_answers_the_same_query) {
  for (const World& world : {scene(kSpacePicture), mesh_scene(kSpacePicture)}) {
    for (const NamedSpace& space : named_spaces()) {
      SCOPED_TRACE(space.name);
      const auto made = make_space(world, space.name);
      ASSERT_TRUE(made.ok()) << made.error();
      EXPECT_EQ(broken_law(*made), std::nullopt);
      expect_same_ground(world, *made, 3);
      Planner planner = a_star_on(ground(*made, Profile::euclid()).value());
      const Answer answer =
          planner.find({.start = mark(kSpacePicture, 'S'), .goal = mark(kSpacePicture, 'G')});
      ASSERT_TRUE(answer.found()) << answer.why();
      EXPECT_NEAR(answer.length(), 6.7, 1.2);
    }
  }
}

TEST(Spaces, graphs_over_all_spaces_have_names) {
  const World world = mesh_scene(kSpacePicture);
  int own = 0;
  for (const SpaceGraph& graph : space_graphs()) {
    SCOPED_TRACE(graph.name);
    EXPECT_EQ(space_graph(graph.name)->spec, graph.spec);
    own += graph.is_of_the_world_itself();
    const auto made = ground(world, Profile::euclid(), graph.name);
    if (!made) continue;  // a grid graph of a mesh
    Planner planner = a_star_on(*made);
    EXPECT_TRUE(planner.find({.start = mark(kSpacePicture, 'S'), .goal = mark(kSpacePicture, 'G')})
                    .found());
  }
  EXPECT_EQ(own, static_cast<int>(named_graphs().size()));
  EXPECT_GE(space_graphs().size(), named_graphs().size() + 5);
  EXPECT_TRUE(ground(world, Profile::euclid(), "quadtree"));
  EXPECT_FALSE(ground(world, Profile::euclid(), "torus"));
}

TEST(Spaces, an_unknown_name_is_refused_with_the_names_there_are) {
  const auto none = make_space(scene("."), "torus");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().find("quadtree"), std::string::npos);
}

TEST(Spaces, an_empty_world_is_refused_by_all_but_the_world_itself) {
  for (const NamedSpace& space : named_spaces()) {
    EXPECT_EQ(make_space(World{}, space.name).ok(), space.name == "as_is") << space.name;
  }
}

}  // namespace
}  // namespace thalweg
