// The planner fold: what it falls back to, and many ends.
#include "thalweg/planners/fold.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "grounds.hpp"
#include "laws/answers.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/fold_costs.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kCourts = R"(
    . . . . . . . . . . .
    . # # . # # # . # # .
    . # # . # # # . # # .
    . . . . . . . . . . .
    . # # . # # # . # # .
    . . . . . . . . . . .
    . # . # . # . # . # . )";

std::unique_ptr<Planner> folded(const Ground& ground) {
  return planner_by(ground,
                    fold_search(ground, fold_ground(ground, {.most_junctions = 1}).value()));
}

// Where ground has different prices, lengths say nothing.
TEST(FoldSearch, on_uneven_ground_the_cheapest_route_is_taken) {
  const Ground ground = on_portals(mesh_scene(". . w\n. # .\n. . ."), Profile::hiker());
  const auto planner = folded(ground);
  Query query{.start = {0.5, 0.5}, .goal = {2.5, 2.5}, .try_straight = false};
  EXPECT_EQ(planner->find(query).cost, ask_oracle(ground, query).cost);
}

TEST(FoldSearch, filters_and_wider_agents_are_answered_by_a_star) {
  const Ground ground = on_portals(mesh_scene(kCourts));
  const auto planner = folded(ground);
  Planner a_star = a_star_on(ground);
  Query query{.start = {0.5, 0.5}, .goal = {10.5, 5.5}, .try_straight = false};
  EXPECT_EQ(planner->find(query).stats.expanded, 0u);
  query.blocked.faces = {FaceId(5)};
  EXPECT_EQ(planner->find(query).cost, a_star.find(query).cost);
  EXPECT_GT(planner->find(query).stats.expanded, 0u);
  query.blocked = {};
  query.radius = 0.3;
  EXPECT_EQ(planner->find(query).cost, a_star.find(query).cost);
  EXPECT_GT(planner->find(query).stats.expanded, 0u);
}

TEST(FoldSearch, many_starts_and_goals_are_met_pair_by_pair) {
  const Ground ground = on_portals(mesh_scene(kCourts));
  Planner a_star = a_star_on(ground);
  Random random(seed_of(6));
  for (const FoldCore core : {FoldCore::table, FoldCore::labels, FoldCore::search}) {
    const auto planner =
        planner_by(ground, fold_search(ground, fold_ground(ground, options_for(core)).value()));
    for (int i = 0; i < 60; ++i) {
      Query query{.start = random_point(ground.world(), random),
                  .goal = random_point(ground.world(), random),
                  .try_straight = false};
      for (int k = 0; k < 3; ++k) {
        query.more_starts.push_back(random_point(ground.world(), random));
        query.more_goals.push_back(random_point(ground.world(), random));
      }
      const Answer answer = planner->find(query);
      const Answer expected = a_star.find(query);
      ASSERT_EQ(answer.outcome, expected.outcome);
      ASSERT_EQ(answer.cost, expected.cost);
    }
  }
}

// Each thread has a planner of its own; ground and fold are shared.
TEST(FoldSearch, threads_share_a_fold) {
  const Ground ground = on_portals(mesh_scene(kCourts));
  for (const FoldCore core : {FoldCore::table, FoldCore::labels, FoldCore::search}) {
    const Fold fold = fold_ground(ground, options_for(core)).value();
    const FoldCosts costs = FoldCosts::make(ground, fold).value();
    std::vector<std::vector<Distance>> found(8);
    std::vector<std::thread> threads;
    for (std::vector<Distance>& mine : found) {
      threads.emplace_back([&] {
        const auto planner = planner_by(ground, fold_search(ground, fold));
        Random random(seed_of(6));
        for (int i = 0; i < 100; ++i) {
          const Point start = random_point(ground.world(), random);
          const Point goal = random_point(ground.world(), random);
          mine.push_back(planner->find({.start = start, .goal = goal}).cost);
          mine.push_back(costs.many_to_many({&start, 1}, {&goal, 1}).value().front());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<Distance>& mine : found) EXPECT_EQ(mine, found.front());
  }
}

}  // namespace
}  // namespace thalweg
