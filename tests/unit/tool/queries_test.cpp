// The tool's queries: scenario files as written, random ones spread over distances.
#include "common/queries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "grounds.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

double apart(const Problem& p) { return std::hypot(p.goal.x - p.start.x, p.goal.y - p.start.y); }

bool same(Point a, Point b) { return a.x == b.x && a.y == b.y; }

TEST(Queries, random_ones_can_be_walked_and_repeat) {
  const World world = hills(3, {.corners = 40, .spacing = 5, .has_areas = false});
  const auto planner = make_planner("a_star", {on_portals(world)}).value();
  const RandomProblems options{.count = 200, .seed = 9};
  const auto problems = random_problems(world, Profile::euclid(), options).value();
  const auto again = random_problems(world, Profile::euclid(), options).value();
  ASSERT_EQ(problems.size(), 200u);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    EXPECT_TRUE(same(problems[i].start, again[i].start) && same(problems[i].goal, again[i].goal));
    EXPECT_TRUE(planner->find({.start = problems[i].start, .goal = problems[i].goal, .reach = 1e-3})
                    .found());
  }
}

TEST(Queries, random_ones_are_spread_over_distances) {
  const World world = hills(3, {.corners = 40, .spacing = 5, .has_areas = false});
  const auto problems =
      random_problems(world, Profile::euclid(), {.count = 1000, .seed = 2, .bands = 5}).value();
  double greatest = 0;
  for (const Problem& p : problems) greatest = std::max(greatest, apart(p));
  std::array<int, 5> in_band{};
  for (const Problem& p : problems) {
    ++in_band[std::min<std::size_t>(4, static_cast<std::size_t>(5 * apart(p) / greatest))];
  }
  for (const int count : in_band) EXPECT_NEAR(count, 200, 80);
}

TEST(Queries, ends_share_an_island) {
  const World world = scene(R"(
      . . # . .
      . . # . .
      # # # # #
      . . # . . )");
  const auto problems = random_problems(world, Profile::euclid(), {.count = 100}).value();
  for (const Problem& p : problems) {
    EXPECT_EQ(p.start.x < 2, p.goal.x < 2);
    EXPECT_EQ(p.start.y < 2, p.goal.y < 2);
  }
}

TEST(Queries, a_world_without_ground_says_so) {
  const World world = scene("# #");
  EXPECT_FALSE(random_problems(world, Profile::euclid(), {}).ok());
  EXPECT_FALSE(random_problems(World{}, Profile::euclid(), {}).ok());
}

TEST(Queries, scenarios_are_middles_of_squares_on_grids) {
  const World world = scene(R"(
      . . .
      . . . )");
  const auto file = std::filesystem::path(testing::TempDir()) / "queries_test.scen";
  std::ofstream(file) << "version 1\n0 x.map 3 2 0 1 2 0 2.41\n";
  const auto squares = scen_problems(world, file).value();
  ASSERT_EQ(squares.size(), 1u);
  EXPECT_TRUE(same(squares[0].start, {0.5, 1.5}));
  EXPECT_TRUE(same(squares[0].goal, {2.5, 0.5}));
  EXPECT_EQ(squares[0].length, 2.41);
  const auto points = scen_problems(world, file, ScenPoints::points).value();
  EXPECT_TRUE(same(points[0].goal, {2, 0}));
  std::ofstream(file) << "version 1\n0 x.map 9 9 0 1 2 0 2.41\n";
  EXPECT_FALSE(scen_problems(world, file).ok()) << "a map of another size";
  std::ofstream(file) << "version 1\n";
  EXPECT_FALSE(scen_problems(world, file).ok()) << "no problems";
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace thalweg::tool
