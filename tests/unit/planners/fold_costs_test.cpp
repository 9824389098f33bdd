// Costs from many starts to many goals by a fold are those of Dijkstra.
#include "thalweg/planners/fold_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "grounds.hpp"
#include "laws/answers.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kPlan = R"(
    . . . . . . . # . # .
    . # . # . # # # . # .
    . # . . . # . . . # .
    . # # # . # # # . # .
    . . . # . . . # . # .
    # # . # # # . # . # #
    . . . . . w . . . # . )";

std::vector<Ground> grounds_to_count() {
  const World plan = mesh_scene(kPlan);
  const World linked = with_links(plan, {link_between({0.5f, 0.5f, 0}, {10.5f, 0.5f, 0})}).value();
  return {on_portals(plan), on_portals(linked, Profile::hiker()),
          on_faces(linked, Profile::thesis()),
          on_portals(hills(3, {.corners = 9}), Profile::hiker())};
}

std::vector<Point> some_points(const World& world, std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(random_point(world, random));
  points.push_back(points.front());
  return points;
}

Distance least(const Ground& ground, Point start, Point goal) {
  const EndFinder finder(ground);
  const Frame frame = ground.world().frame();
  const End from = finder.find(frame.to_local(start), 1);
  const End to = finder.find(frame.to_local(goal), 1);
  if (!from.is_found() || !to.is_found()) return kUnreached;
  return least_cost(ground, finder.join(from, to));
}

TEST(FoldCosts, are_those_of_dijkstra) {
  for (const Ground& ground : grounds_to_count()) {
    const auto starts = some_points(ground.world(), 1, 12);
    const auto goals = some_points(ground.world(), 2, 15);
    for (const FoldOptions& options :
         {FoldOptions{.most_junctions = 1}, options_for(FoldCore::labels),
          options_for(FoldCore::search), FoldOptions{.most_junctions = 0}}) {
      const auto costs = FoldCosts::make(ground, fold_ground(ground, options).value()).value();
      const auto table = costs.many_to_many(starts, goals).value();
      ASSERT_EQ(table.size(), starts.size() * goals.size());
      for (std::size_t s = 0; s < starts.size(); ++s) {
        for (std::size_t g = 0; g < goals.size(); ++g) {
          ASSERT_EQ(table[s * goals.size() + g], least(ground, starts[s], goals[g]));
        }
      }
      set_thread_count(1);
      EXPECT_EQ(costs.many_to_many(starts, goals).value(), table);
      set_thread_count(0);
    }
  }
}

TEST(FoldCosts, the_nearest_come_first) {
  const Ground ground = grounds_to_count().front();
  const auto goals = some_points(ground.world(), 4, 30);
  const auto costs = FoldCosts::make(ground, fold_ground(ground).value()).value();
  const Point start{0.5, 0.5};
  const auto all = costs.many_to_many({&start, 1}, goals).value();
  const auto near = costs.nearest(start, goals, 5).value();
  ASSERT_EQ(near.size(), 5u);
  for (std::size_t i = 0; i < near.size(); ++i) {
    EXPECT_EQ(near[i].cost, all[near[i].goal]);
    EXPECT_LE(near[i == 0 ? 0 : i - 1].cost, near[i].cost);
  }
  EXPECT_LE(near.front().cost, *std::ranges::min_element(all));
  const auto reached = std::ranges::count_if(all, [](Distance d) { return d != kUnreached; });
  EXPECT_EQ(costs.nearest(start, goals, 1000).value().size(), static_cast<std::size_t>(reached));
  EXPECT_TRUE(costs.nearest(start, {}, 3).value().empty());
}

TEST(FoldCosts, refuses_what_makes_no_sense) {
  const auto grounds = grounds_to_count();
  const Fold fold = fold_ground(grounds[0]).value();
  EXPECT_EQ(FoldCosts::make(grounds[1], fold).error(), "the fold is of another metric");
  const auto costs = FoldCosts::make(grounds[0], fold).value();
  const Point nowhere{kNoLimit, 0};
  const Point here{0.5, 0.5};
  EXPECT_EQ(costs.many_to_many({&nowhere, 1}, {&here, 1}).error(), "a start is not a finite point");
  EXPECT_EQ(costs.many_to_many({&here, 1}, {&nowhere, 1}).error(), "a goal is not a finite point");
}

}  // namespace
}  // namespace thalweg
