// Routes where turns cost: fewest bends, reversing, speeds, filters and
// partial answers, on small scenes.
#include "thalweg/planners/turning.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scope.hpp"
#include "unit/planners/turning_oracle.hpp"

namespace thalweg {
namespace {

Answer find_turning(const Ground& ground, const Query& query, const TurningOptions& options) {
  return turning(ground, options)->find(query);
}

TEST(Turning, any_penalty_gives_the_fewest_bends_on_an_open_grid) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::string(20, '.') + "\n";
  const Ground s = on_grid(text);
  for (const double straightness : {0.5, 1e-7}) {
    const TurningOptions options{.straightness = straightness};
    const auto planner = turning(s, options);
    const TurningOracle oracle(s, options);
    Random random(seed_of(5));
    for (int i = 0; i < 100; ++i) {
      const Query query = random_turning_query(s.world(), random);
      const Answer answer = planner->find(query);
      ASSERT_TRUE(answer.found());
      const JoinedEnds ends = ends_of(s, query);
      const Vec2 apart = (s.graph().position(ends.goals.front().node) -
                          s.graph().position(ends.sources.front().node))
                             .xy();
      const bool is_in_line =
          apart.x == 0 || apart.y == 0 || std::abs(apart.x) == std::abs(apart.y);
      ASSERT_EQ(oracle.bends(answer.route), is_in_line ? 0 : 1);
      ASSERT_EQ(answer.cost, dijkstra(s.graph(), s.metric(), ends.sources, ends.goals));
    }
  }
}

// A junction of three roads: from the west one sharply back into the northern one, or past it into
// the eastern one and back.
Ground junction() {
  const World world =
      triangles({{0, 0, 0}, {0, 2, 0}, {2, 1, 0}, {-10, 1, 0}, {-20, 30, 0}, {10, -3, 0}},
                {0, 2, 1, 0, 1, 3, 1, 2, 4, 2, 0, 5});
  return on_faces(world);
}

TEST(Turning, a_vehicle_that_cannot_turn_round_must_reverse_or_finds_no_route) {
  const Ground s = junction();
  const Query query{.start = {-8, 1}, .goal = {-15, 22}, .try_straight = false};
  const auto nodes = [&](const TurningOptions& options) {
    const Answer answer = find_turning(s, query, options);
    std::vector<std::uint32_t> ids;
    for (const NodeId node : answer.route.nodes) ids.push_back(node.value);
    return ids;
  };
  const std::vector<std::uint32_t> sharp = {1, 0, 2};
  const std::vector<std::uint32_t> back = {1, 0, 3, 0, 2};
  EXPECT_EQ(nodes({}), sharp);
  EXPECT_EQ(nodes({.max_turn = 130}), sharp);
  EXPECT_EQ(nodes({.max_turn = 60, .reversing = Reversing::stop}), back);
  EXPECT_EQ(nodes({.max_turn = 60, .speeds = 3}), back);
  EXPECT_EQ(nodes({.turn_cost = 1000, .max_turn = 60, .reversing = Reversing::stop}), back);
  for (const auto& options :
       {TurningOptions{.max_turn = 60},
        TurningOptions{.max_turn = 60, .reversing = Reversing::never},
        TurningOptions{.max_turn = 60, .speeds = 2, .reversing = Reversing::never}}) {
    const Answer answer = find_turning(s, query, options);
    EXPECT_EQ(answer.outcome, Outcome::unreachable);
  }
  const double stop = 7;
  const TurningOptions expensive{
      .straightness = 0, .max_turn = 60, .reversing = Reversing::stop, .stop_cost = stop};
  const Answer answer = find_turning(s, query, expensive);
  EXPECT_EQ(answer.penalty, static_cast<Distance>(std::ceil(stop / s.metric().quantum())));
}

TEST(Turning, partial_answers_obey_the_rules) {
  const Ground s = junction();
  const TurningOptions options{.max_turn = 60};
  const Answer answer = find_turning(
      s, {.start = {-8, 1}, .goal = {-15, 22}, .allow_partial = true, .try_straight = false},
      options);
  EXPECT_EQ(answer.outcome, Outcome::partial);
  ASSERT_FALSE(answer.points.empty());
  EXPECT_NE(answer.points.back().face, FaceId(2));
  EXPECT_LE(TurningOracle(s, options).sharpest(answer.route), 61);
  EXPECT_EQ(route_cost(s, answer.route), answer.cost);
}

TEST(Turning, at_speed_it_takes_the_wider_bend) {
  constexpr std::string_view kScene = R"(
      # # # # . . . . . # # # #
      S . . . . # # # . . . . G
      . . . . # # # # # . . . .
      . . . . . # # # . . . . .
      . . . . . . . . . . . . . )";
  const Ground s = on_grid(kScene);
  const Query query{.start = mark(kScene, 'S'), .goal = mark(kScene, 'G')};
  const TurningOptions slow{.straightness = 0, .max_turn = 90};
  const TurningOptions fast{.straightness = 0, .max_turn = 90, .speeds = 2};
  const TurningOracle oracle(s, slow);
  const Answer tight = find_turning(s, query, slow);
  const Answer wide = find_turning(s, query, fast);
  EXPECT_NEAR(oracle.sharpest(tight.route), 90, 0.1);
  EXPECT_NEAR(oracle.sharpest(wide.route), 45, 0.1);
  EXPECT_LT(tight.cost, wide.cost);
}

TEST(Turning, filters_count_as_for_every_planner) {
  constexpr std::string_view kScene = R"(
      . . . . .
      S w w w G
      . . . . . )";
  const Ground s = on_grid(kScene);
  auto filter = std::make_shared<AreaFilter>();
  filter->exclude(kSwamp);
  const Answer answer = find_turning(
      s, {.start = mark(kScene, 'S'), .goal = mark(kScene, 'G'), .filter = filter}, {});
  ASSERT_TRUE(answer.found());
  for (const NodeId node : answer.route.nodes) {
    EXPECT_NE(s.world().grid.area(SquareId(node.value)), kSwamp);
  }
}

}  // namespace
}  // namespace thalweg
