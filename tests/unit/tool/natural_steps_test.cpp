// Merging observed step by step: what chapter 8 of the natural-hierarchy thesis says of its maps.
#include "reproduce/natural/steps.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kFloor = static_cast<std::size_t>(MazePart::floor);
constexpr std::size_t kSide = static_cast<std::size_t>(MazePart::side);
constexpr std::size_t kTop = static_cast<std::size_t>(MazePart::top);

std::vector<MergeStep> steps_of(const World& world, const Merging& merging) {
  return merge_steps(NaturalGround::of(on_faces(world, Profile::thesis())).value(), merging);
}

// The thesis's options of merging, and our own.
const std::array kOptions = {thesis_merging(), Merging{}};

// True if after some step at most `most` tops mix floor, sides and tops of walls, and there are few
// of each: nearly all of the floor is one top, and most of the tops of walls another.
bool comes_apart(const MazeWorld& maze, std::span<const MergeStep> steps, std::uint32_t mixed) {
  return std::any_of(steps.begin(), steps.end(), [&](const MergeStep& step) {
    const MazeTops tops = maze_tops(maze.parts, step.tops);
    return tops.mixed <= mixed && tops.main[kFloor] != tops.main[kTop] &&
           tops.main_share[kFloor] > 0.95 && tops.main_share[kTop] > 0.8;
  });
}

TEST(NaturalSteps, every_step_merges_and_the_last_leaves_one_top) {
  const World world = cone_world({.squares = 16}).value();
  const auto steps = steps_of(world, {});
  ASSERT_GT(steps.size(), 2u);
  EXPECT_EQ(steps.front().top_count, world.mesh.face_count());
  EXPECT_EQ(steps.back().top_count, 1u);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    EXPECT_LT(steps[i].top_count, steps[i - 1].top_count);
    std::vector<PieceId> tops = steps[i].tops;
    std::sort(tops.begin(), tops.end());
    tops.erase(std::unique(tops.begin(), tops.end()), tops.end());
    EXPECT_EQ(tops.size(), steps[i].top_count);
  }
}

// Chapter 8.1: floor, tops of walls and sides of walls separate first, and the closest parts are
// joined last.
TEST(NaturalSteps, the_maze_comes_apart_into_floor_and_tops_and_sides_of_walls) {
  for (const std::uint32_t squares : {26u, 34u}) {
    const MazeWorld maze = maze_world(squares).value();
    for (std::uint32_t i = 0; i < kOptions.size(); ++i) {
      const auto steps = steps_of(maze.world, kOptions[i]);
      // Our wider ties let one side of a wall in.
      EXPECT_TRUE(comes_apart(maze, steps, i)) << "no step tells the parts apart";
      EXPECT_GT(maze_tops(maze.parts, steps[1].tops).pure[kSide], 10u) << "walls are many";
      EXPECT_EQ(maze_tops(maze.parts, steps.back().tops).mixed, 1u);
    }
  }
}

TEST(NaturalSteps, floor_and_tops_of_walls_stay_apart_while_many_tops_are_left) {
  for (const std::uint32_t squares : {26u, 34u}) {
    const MazeWorld maze = maze_world(squares).value();
    const auto steps = steps_of(maze.world, thesis_merging());
    for (std::size_t i = 1; i < steps.size(); ++i) {
      if (steps[i].top_count <= maze.world.mesh.face_count() / 100) break;
      const MazeTops tops = maze_tops(maze.parts, steps[i].tops);
      EXPECT_NE(tops.main[kFloor], tops.main[kTop]) << "step " << i;
    }
  }
}

TEST(NaturalSteps, maze_tops_counts_what_each_top_holds) {
  using enum MazePart;
  const std::vector<MazePart> parts = {floor, floor, floor, side, side, top};
  const auto id = [](std::uint32_t n) { return PieceId(n); };
  const std::vector<PieceId> tops = {id(7), id(7), id(8), id(8), id(9), id(6)};
  const MazeTops counted = maze_tops(parts, tops);
  EXPECT_EQ(counted.pure, (std::array<std::uint32_t, 3>{1, 1, 1}));
  EXPECT_EQ(counted.mixed, 1u);
  EXPECT_EQ(counted.main[kFloor], id(7));
  EXPECT_NEAR(counted.main_share[kFloor], 2.0 / 3, 1e-12);
  EXPECT_EQ(counted.main[kTop], id(6));
}

// Chapter 8.3.
TEST(NaturalSteps, on_the_cone_the_centre_triangulation_follows_contours_better) {
  const World uniform = cone_world({.method = TerrainMethod::uniform}).value();
  const World centre = cone_world({.method = TerrainMethod::centre}).value();
  for (const Merging& options : kOptions) {
    SCOPED_TRACE(to_string(options.rule));
    const double by_uniform = mean_of(contour_spreads(uniform.mesh, steps_of(uniform, options)));
    const double by_centre = mean_of(contour_spreads(centre.mesh, steps_of(centre, options)));
    EXPECT_LT(by_centre, 0.95 * by_uniform);
    EXPECT_LT(by_centre, 0.75) << "well below the 1 of squares";
  }
}

}  // namespace
}  // namespace thalweg::tool
