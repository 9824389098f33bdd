// Two searches one after the other: the cheapest route by either, the work of both
// added up, paid from one budget.
#include "thalweg/planners/near_then.hpp"

#include <gtest/gtest.h>

#include "planners.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/planners/bidirectional.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNear = 20;

// A* for kNear nodes, then the search from both ends.
Planner near_then_both(const Ground& ground) {
  return Planner(ground,
                 std::make_unique<NearThen>(std::make_unique<AStarSearch>(ground),
                                            std::make_unique<BidirectionalSearch>(ground), kNear));
}

std::vector<Query> queries(const World& world) {
  Random random(seed_of(3));
  const Vec3 size = world.box().size();
  const auto point = [&] {
    const double x = random.between(0, size.x);
    return Point{x, random.between(0, size.y)};
  };
  std::vector<Query> all;
  for (int i = 0; i < 60; ++i) {
    const Point start = point();
    all.push_back({.start = start, .goal = point()});
  }
  return all;
}

TEST(NearThen, any_two_searches_follow_each_other) {
  const Ground squares = ground(random_grid(5, ".....#w"), Profile::euclid()).value();
  Planner planner = near_then_both(squares);
  Planner a_star = a_star_on(squares);
  Planner both(squares, std::make_unique<BidirectionalSearch>(squares));
  int near = 0;
  int far = 0;
  for (const Query& query : queries(squares.world())) {
    const Answer answer = planner.find(query);
    const Answer wanted = a_star.find(query);
    ASSERT_EQ(answer.outcome, wanted.outcome);
    ASSERT_EQ(answer.cost, wanted.cost);
    const bool is_near = wanted.stats.expanded <= kNear;
    (is_near ? near : far) += 1;
    const std::uint64_t settled =
        is_near ? wanted.stats.expanded : kNear + both.find(query).stats.expanded;
    ASSERT_EQ(answer.stats.expanded, settled);
  }
  EXPECT_GT(near, 5);
  EXPECT_GT(far, 5);
}

TEST(NearThen, both_searches_pay_from_one_budget) {
  const Ground squares = ground(random_grid(5, ".....#w"), Profile::euclid()).value();
  Planner planner = near_then_both(squares);
  for (const Query& whole : queries(squares.world())) {
    const Answer wanted = planner.find(whole);
    for (const std::uint64_t nodes : {1u, kNear - 1, kNear, kNear + 1, 2 * kNear}) {
      Query query = whole;
      query.node_budget = nodes;
      const Answer answer = planner.find(query);
      ASSERT_LE(answer.stats.expanded, nodes);
      if (wanted.stats.expanded <= nodes) {
        ASSERT_EQ(answer.outcome, wanted.outcome);
      } else {
        ASSERT_EQ(answer.outcome, Outcome::over_budget);
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
