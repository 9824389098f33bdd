#include "thalweg/spaces/space.hpp"

#include <gtest/gtest.h>

#include "areas.hpp"
#include "scene.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

constexpr const char* kPicture = R"(
      S . . # . .
      . # . # . .
      . # . . . w
      . . . # . G )";

TEST(Spaces, every_space_of_a_world_has_the_same_ground_and_answers_the_same_query) {
  for (const World& world : {scene(kPicture), mesh_scene(kPicture)}) {
    for (const NamedSpace& space : named_spaces()) {
      SCOPED_TRACE(space.name);
      const auto made = make_space(world, space.name);
      ASSERT_TRUE(made.ok()) << made.error();
      EXPECT_EQ(broken_law(*made), std::nullopt);
      expect_same_ground(world, *made, 3);
      AStarPlanner planner(ground(*made, Profile::euclid()).value());
      const Answer answer =
          planner.find({.start = mark(kPicture, 'S'), .goal = mark(kPicture, 'G')});
      ASSERT_TRUE(answer.found()) << answer.why();
      EXPECT_NEAR(answer.length(), 6.7, 1.2);
    }
  }
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
