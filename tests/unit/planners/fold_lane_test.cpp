// The fast lane of the planner fold: the same answers as the frame that all planners share.
#include "planners/fold_lane.hpp"

#include <gtest/gtest.h>

#include <string>

#include "data.hpp"
#include "graph/walks.hpp"
#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "oracle.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/fold.hpp"

namespace thalweg {
namespace {

// Corridors one square wide on a square lattice: a random tree, and some more openings.
std::string random_maze(std::uint64_t seed, int rooms, double openings) {
  Random random(seed);
  const int side = 2 * rooms + 1;
  std::string text(static_cast<std::size_t>(side * side), '#');
  const auto at = [&](int x, int y) -> char& {
    return text[static_cast<std::size_t>(y * side + x)];
  };
  for (int y = 0; y < rooms; ++y) {
    for (int x = 0; x < rooms; ++x) {
      at(2 * x + 1, 2 * y + 1) = '.';
      const bool goes_left = y == 0 || (x > 0 && random.below(2) == 0);
      if (x > 0 && (goes_left || random.between(0, 1) < openings)) at(2 * x, 2 * y + 1) = '.';
      if (y > 0 && (!goes_left || random.between(0, 1) < openings)) at(2 * x + 1, 2 * y) = '.';
    }
  }
  std::string lines;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      lines += at(x, y);
      lines += x + 1 < side ? ' ' : '\n';
    }
  }
  return lines;
}

// A ground, its fold, and both kinds of planner.
struct Both {
  Ground ground;
  Fold fold;
  std::unique_ptr<Planner> lane;
  std::unique_ptr<Planner> frame;

  explicit Both(const Ground& made)
      : ground(made), fold(fold_ground(made, {.most_junctions = 1}).value()) {
    lane = planner_by(ground, FoldSearch::make(ground, fold));
    frame = planner_by(ground, FoldSearch::make(ground, fold, {.use_lane = false}));
  }
};

void expect_same(const Answer& lane, const Answer& frame) {
  EXPECT_EQ(lane.outcome, frame.outcome);
  EXPECT_EQ(lane.cost, frame.cost);
  EXPECT_EQ(lane.price, frame.price);
  if (lane.points == frame.points) {
    EXPECT_EQ(lane.ground_price, frame.ground_price);
  }
  EXPECT_EQ(lane.bound, frame.bound);
  EXPECT_EQ(lane.is_straight, frame.is_straight);
  EXPECT_EQ(lane.start_moved, frame.start_moved);
  EXPECT_EQ(lane.goal_moved, frame.goal_moved);
  EXPECT_EQ(lane.corridor.start, frame.corridor.start);
  EXPECT_EQ(lane.corridor.goal, frame.corridor.goal);
}

// The same taut path, by the same route or by one that costs the same. True if by the same.
bool expect_same_path(const Ground& ground, const Query& query, const Answer& lane,
                      const Answer& frame) {
  expect_same(lane, frame);
  if (!lane.found()) return true;
  EXPECT_EQ(broken_law(lane.corridor, ground.world()), std::nullopt);
  EXPECT_EQ(broken_law(lane.points, ground.world(), query.axes), std::nullopt);
  if (lane.is_straight) {
    EXPECT_EQ(lane.points, frame.points);
    return true;
  }
  const Ends ends = ends_of(ground, query);
  if (!lane.route.nodes.empty()) {
    EXPECT_EQ(lane.cost, seed_cost(ends.sources, lane.route.nodes.front()) +
                             route_cost(ground, lane.route) +
                             seed_cost(ends.goals, lane.route.nodes.back()));
  }
  if (lane.route.nodes != frame.route.nodes) return false;
  EXPECT_EQ(lane.route.arcs, frame.route.arcs);
  EXPECT_EQ(lane.points, frame.points);
  EXPECT_EQ(lane.corridor.steps.size(), frame.corridor.steps.size());
  return true;
}

// On level ground every path is pulled taut in its own corridor, whatever route the frame takes.
void expect_taut(const World& world, const Query& query, const Answer& lane) {
  if (!lane.found() || lane.is_straight) return;
  const auto pulled =
      shape_corridor(world, lane.corridor, {.pull_again = query.shape_options.pull_again});
  EXPECT_NEAR(lane.length(), length(pulled), 1e-9 * lane.length());
}

Query random_lane_query(const World& world, Random& random) {
  Query query{.start = random_point(world, random), .goal = random_point(world, random)};
  if (random.below(4) == 0) {  // on edges and corners
    query.start = {std::floor(query.start.x), std::floor(query.start.y)};
    query.goal = {std::floor(query.goal.x), query.goal.y};
  }
  query.try_straight = random.below(2) == 0;
  query.want_ground_price = random.below(2) == 0;
  query.shape = Shape::funnel;
  query.shape_options.pull_again = random.below(2) == 0;
  if (random.below(3) == 0) query.axes = Axes::y_up;
  return query;
}

TEST(FoldLane, answers_as_the_frame_does) {
  std::size_t lanes = 0;
  std::size_t other_routes = 0;
  for (const std::uint64_t seed : seeds(24)) {
    SCOPED_TRACE(seed);
    const double openings = seed % 4 == 0 ? 0.0 : 0.1 * static_cast<double>(seed % 4);
    const Both both(
        on_portals(mesh_scene(random_maze(seed, 3 + static_cast<int>(seed % 9), openings))));
    lanes += FoldLane::can_serve(both.ground, both.fold) ? 1 : 0;
    Random random(seed);
    for (int i = 0; i < 200; ++i) {
      const Query query = random_lane_query(both.ground.world(), random);
      const Answer lane = both.lane->find(query);
      const bool is_same = expect_same_path(both.ground, query, lane, both.frame->find(query));
      other_routes += is_same ? 0 : 1;
      expect_taut(both.ground.world(), query, lane);
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_EQ(lanes, seeds(24).size());
  EXPECT_LT(other_routes, 24u * 200 / 20) << "routes of the same cost that differ are few";
}

TEST(FoldLane, shortest_paths_keep_the_cheapest_route) {
  double before = 0;
  double after = 0;
  for (const std::uint64_t seed : seeds(12)) {
    const Both both(on_portals(mesh_scene(random_maze(seed, 9, 0.4))));
    AnyAngleOracle oracle(both.ground.world());
    Random random(seed);
    for (int i = 0; i < 100; ++i) {
      Query query = random_lane_query(both.ground.world(), random);
      query.axes = Axes::z_up;
      const Answer cheap = both.lane->find(query);
      query.shape = Shape::cheapest;
      const Answer shortest = both.lane->find(query);
      expect_same(shortest, cheap);
      if (!cheap.found()) continue;
      ASSERT_EQ(shortest.route.nodes, cheap.route.nodes);
      ASSERT_EQ(broken_law(shortest.corridor, both.ground.world()), std::nullopt);
      ASSERT_EQ(broken_law(shortest.points, both.ground.world(), query.axes), std::nullopt);
      const double best = oracle.find(query.start, query.goal).length;
      ASSERT_NEAR(shortest.length(), best, best * 1e-9);
      if (query.want_ground_price) {
        ASSERT_NEAR(shortest.ground_price, best, best * 1e-9);
      }
      before += cheap.length();
      after += shortest.length();
    }
  }
  EXPECT_LT(after, before);
}

// Queries that the lane leaves to the frame.
TEST(FoldLane, leaves_what_it_does_not_know_to_the_frame) {
  const Both both(on_portals(mesh_scene(random_maze(5, 6, 0.2))));
  Query query{.start = {1.5, 1.5}, .goal = {11.5, 11.5}};
  EXPECT_TRUE(both.lane->find(query).found());
  Query off = query;
  off.start = {-50, 1.5};
  EXPECT_EQ(both.lane->find(off).outcome, Outcome::outside);
  Query invalid = query;
  invalid.reach = -1;
  EXPECT_EQ(both.lane->find(invalid).outcome, Outcome::invalid);
  Query many = query;
  many.more_goals.push_back({1.5, 3.5});
  EXPECT_EQ(both.lane->find(many).cost, both.frame->find(many).cost);
  Query crossings = query;
  crossings.shape_options.every_crossing = true;
  EXPECT_EQ(both.lane->find(crossings).points, both.frame->find(crossings).points);
}

TEST(FoldLane, two_islands_are_apart) {
  const Both both(on_portals(mesh_scene(". . # . .\n. # # # .\n. . # . .")));
  EXPECT_EQ(both.lane->find({.start = {0.5, 0.5}, .goal = {4.5, 0.5}}).outcome,
            Outcome::unreachable);
  const Answer partial =
      both.lane->find({.start = {0.5, 0.5}, .goal = {4.5, 0.5}, .allow_partial = true});
  EXPECT_EQ(partial.outcome, Outcome::partial);
}

// On ground with heights a path costs no more than is promised.
TEST(FoldLane, answers_as_the_frame_does_on_uneven_ground) {
  std::size_t lanes = 0;
  std::size_t other_routes = 0;
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    const double reliefs[] = {0.02, 0.1, 1};
    const Both both(on_portals(obstacle_field(
        seed, {.side = 8, .slits_in_16 = 0, .relief = reliefs[seed % std::size(reliefs)]})));
    lanes += FoldLane::can_serve(both.ground, both.fold) ? 1 : 0;
    Random random(seed);
    for (int i = 0; i < 100; ++i) {
      Query query{.start = random_point(both.ground.world(), random),
                  .goal = random_point(both.ground.world(), random),
                  .shape = Shape::funnel};
      query.try_straight = random.below(2) == 0;
      query.want_ground_price = random.below(2) == 0;
      query.shape_options.pull_again = false;
      const Answer lane = both.lane->find(query);
      const bool is_same = expect_same_path(both.ground, query, lane, both.frame->find(query));
      other_routes += is_same ? 0 : 1;
      const Walks walks(both.ground, nullptr);
      if (!lane.found()) continue;
      EXPECT_LE(walks.path_price(lane.points), lane.price * (1 + 1e-9));
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(lanes, seeds_to_try(40) / 2);
  EXPECT_LT(other_routes, 100 * seeds_to_try(40) / 20);
}

TEST(FoldLane, serves_ground_of_one_price_without_radius_only) {
  const auto serves = [](const Ground& ground) {
    return FoldLane::can_serve(ground, fold_ground(ground, {.most_junctions = 1}).value());
  };
  const World maze = mesh_scene(random_maze(1, 5, 0.3));
  Profile wide = Profile::euclid();
  wide.radius = 0.2;
  EXPECT_TRUE(serves(on_portals(maze)));
  EXPECT_FALSE(serves(on_portals(maze, wide)));
  EXPECT_FALSE(serves(on_faces(maze)));
  EXPECT_FALSE(serves(ground_of(maze, GraphSpec::portals(3, 0.5f))));
  EXPECT_TRUE(serves(on_portals(hills(1, {.corners = 5}))));
  EXPECT_FALSE(serves(on_portals(hills(1, {.corners = 5}), Profile::hiker())));
}

}  // namespace
}  // namespace thalweg
