// The heading that a queue guesses before there is an answer.
#include <gtest/gtest.h>

#include "desk.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

TEST(RequestGuess, the_guess_is_straight_where_free_and_along_the_wall_elsewhere) {
  for (const bool is_mesh : {true, false}) {
    Desk desk(is_mesh ? on_portals(mesh_scene(kRoom)) : on_grid(scene(kRoom)));
    const Vec3 straight = desk.queue.guess({.start = {0.5, 2.5}, .goal = {2.5, 2.5}});
    EXPECT_EQ(straight, (Vec3{1, 0, 0}));
    // A wall to the right; the goal lies to the right and below.
    const Vec3 sideways = desk.queue.guess({.start = {2.5, 1.5}, .goal = {4.5, 3}});
    EXPECT_EQ(sideways, (Vec3{0, 1, 0})) << is_mesh;
    EXPECT_EQ(desk.queue.guess({.start = {0.5, 0.5}, .goal = {0.5, 0.5}}), Vec3{});
  }
}

TEST(RequestGuess, the_guess_comes_in_the_callers_axes) {
  Desk desk = room();
  const Vec3 heading =
      desk.queue.guess({.start = {0.5, kNan, -2.5}, .goal = {2.5, kNan, -2.5}, .axes = Axes::y_up});
  EXPECT_EQ(heading, (Vec3{1, 0, 0}));
  const Vec3 away =
      desk.queue.guess({.start = {2.5, kNan, -0.5}, .goal = {2.5, kNan, -2.5}, .axes = Axes::y_up});
  EXPECT_EQ(away, (Vec3{0, 0, -1}));
}

TEST(RequestGuess, guesses_are_of_length_one_or_zero) {
  for (const std::uint64_t seed : seeds(10)) {
    Desk desk(seed % 2 == 0 ? on_portals(hills(seed)) : on_grid(random_grid(seed, "..#")));
    Random random(seed);
    for (int i = 0; i < 200; ++i) {
      const Vec3 heading =
          desk.queue.guess(Query{.start = random_point_near(desk.planner.world(), random),
                                 .goal = random_point_near(desk.planner.world(), random)});
      EXPECT_NEAR(length(heading), 1, 1e-12);
    }
  }
}

}  // namespace
}  // namespace thalweg
