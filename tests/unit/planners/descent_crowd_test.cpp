// A descent that counts the crowd: it avoids crowded cells, and only if that is enabled.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg {
namespace {

// A ridge with two valleys through it: a straight one, and one slightly farther away.
constexpr const char* kTwoValleys = R"(
    . . . . . . . . . . .
    . . . # # # # # . . .
    S . . . . . . . . . G
    . . . # # # # # . . .
    . . . # # # # # . . .
    . . . . . . . . . . .
    . . . # # # # # . . . )";
constexpr std::uint32_t kWidth = 11;

class TwoValleys {
 public:
  TwoValleys()
      : ground_(ground_of(scene(kTwoValleys), GraphSpec::grid(GridNeighbours::four))),
        tree_(natural_tree(ground_, {.grow = GrowRule::thesis}).value()) {}

  const NaturalTree& tree() const { return tree_; }
  static NodeId at(std::uint32_t x, std::uint32_t y) { return NodeId(y * kWidth + x); }

  // The row in which the route crosses the ridge.
  std::uint32_t row_taken(const Descent::Options& options) const {
    Descent descent(ground_, tree_, options);
    const Seed source{at(0, 2), 0};
    const Seed goal{at(10, 2), 0};
    descent.begin({&source, 1}, {&goal, 1});
    Budget budget;
    EXPECT_EQ(descent.advance(budget), SearchEnd::found);
    for (const NodeId node : descent.route().nodes) {
      if (node.value % kWidth == 5) return node.value / kWidth;
    }
    return kWidth;
  }

 private:
  Ground ground_;
  NaturalTree tree_;
};

TEST(DescentCrowd, a_crowd_on_the_straight_route_makes_the_walker_avoid_it) {
  const TwoValleys scene;
  Occupancy crowd(scene.tree());
  EXPECT_EQ(scene.row_taken({.occupancy = &crowd, .crowd_weight = 4}), 2u) << "nobody is there";
  for (std::uint32_t x = 3; x < 8; ++x) {
    for (int agents = 0; agents < 3; ++agents) crowd.enter(TwoValleys::at(x, 2));
  }
  EXPECT_NE(scene.row_taken({.occupancy = &crowd, .crowd_weight = 4}), 2u);
  EXPECT_EQ(scene.row_taken({.occupancy = &crowd, .crowd_weight = 0}), 2u);
  EXPECT_EQ(scene.row_taken({.crowd_weight = 4}), 2u) << "nobody counts";
  // The crowd moves on, and the route is free again.
  for (std::uint32_t x = 3; x < 8; ++x) {
    for (int agents = 0; agents < 3; ++agents) {
      crowd.move(TwoValleys::at(x, 2), TwoValleys::at(x, 5));
    }
  }
  EXPECT_EQ(scene.row_taken({.occupancy = &crowd, .crowd_weight = 4}), 2u);
}

TEST(DescentCrowd, a_crowd_everywhere_changes_nothing) {
  const TwoValleys scene;
  Occupancy crowd(scene.tree());
  for (std::uint32_t n = 0; n < scene.tree().node_count(); ++n) crowd.enter(NodeId(n));
  EXPECT_EQ(scene.row_taken({.occupancy = &crowd, .crowd_weight = 4}), 2u);
}

// The whole planner, on hills.
class Hills {
 public:
  Hills()
      : ground_(on_faces(hills(3, {.has_areas = false}), Profile::thesis())),
        tree_(natural_tree(ground_, {.grow = GrowRule::thesis}).value()) {}

  const NaturalTree& tree() const { return tree_; }
  Answer find(const DescendingOptions& options) const {
    return planner_by(ground_, DescendingSearch::make(ground_, tree_, options))
        ->find({.start = {1.2, 1.4}, .goal = {17.3, 16.1}, .try_straight = false});
  }

 private:
  Ground ground_;
  NaturalTree tree_;
};

TEST(Descending, a_goal_within_the_first_nodes_is_reached_by_the_cheapest_route) {
  const Hills land;
  const Answer near = land.find({.near_nodes = 1'000'000});
  const Answer far = land.find({.near_nodes = 0});
  ASSERT_TRUE(near.found() && far.found());
  EXPECT_EQ(near.bound, 1) << "by A*";
  EXPECT_EQ(far.bound, 0) << "by the tree";
  EXPECT_LE(near.cost, far.cost);
}

TEST(Descending, no_nodes_are_searched_near_by_where_a_crowd_counts) {
  const Hills land;
  const Occupancy crowd(land.tree());
  const Answer answer = land.find({.descent = {.occupancy = &crowd}, .near_nodes = 1'000'000});
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.bound, 0) << "by the tree";
}

}  // namespace
}  // namespace thalweg
