// Corner graphs: which arcs there are between blocked and free squares, prices, heights, links, and
// the same connections as the grid graph.
#include <gtest/gtest.h>

#include <cmath>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/world/corners.hpp"

namespace thalweg {
namespace {

Ground on_corners(const World& world, const Profile& profile = Profile::euclid(),
                  GridNeighbours neighbours = GridNeighbours::eight) {
  return ground_of(world, GraphSpec::corners(neighbours), profile);
}

NodeId corner(const Ground& ground, std::uint32_t x, std::uint32_t y) {
  return node_of(ground.world().grid, {x, y});
}

// The cost of the arc between two corners; kForbidden where there is none.
Cost cost_between(const Ground& ground, Corner from, Corner to) {
  const Graph& graph = ground.graph();
  for (const ArcId arc : graph.arcs(corner(ground, from.x, from.y))) {
    if (graph.target(arc) == corner(ground, to.x, to.y) && !graph.label(arc).is_link()) {
      return ground.metric().cost(arc);
    }
  }
  return kForbidden;
}

TEST(CornerGraph, has_a_node_per_corner_and_eight_arcs_inside) {
  const Ground s = on_corners(scene("...\n..."));
  EXPECT_EQ(s.graph().node_count(), 12u);
  EXPECT_EQ(s.graph().arcs(corner(s, 1, 1)).size(), 8u);
  EXPECT_EQ(s.graph().arcs(corner(s, 0, 0)).size(), 3u);
  EXPECT_EQ(s.graph().position(corner(s, 2, 1)), (Vec3{2, 1, 0}));
  EXPECT_EQ(on_corners(scene("...\n..."), Profile::euclid(), GridNeighbours::four)
                .graph()
                .arcs(corner(s, 1, 1))
                .size(),
            4u);
}

TEST(CornerGraph, straight_arcs_run_along_walls_and_diagonals_cross_free_squares_only) {
  const Ground s = on_corners(scene("..\n.#"));
  EXPECT_EQ(cost_between(s, {1, 1}, {2, 1}), 5741u);       // between free and blocked
  EXPECT_EQ(cost_between(s, {2, 1}, {2, 2}), kForbidden);  // between blocked and nothing
  EXPECT_EQ(cost_between(s, {1, 1}, {2, 2}), kForbidden);  // across blocked
  EXPECT_EQ(cost_between(s, {0, 0}, {1, 1}), 8119u);
  EXPECT_EQ(s.graph().arcs(corner(s, 2, 2)).size(), 0u);  // touches no free square
}

TEST(CornerGraph, nothing_slips_between_two_blocked_squares) {
  const Ground s = on_corners(scene(R"(
      . #
      # . )"));
  EXPECT_EQ(s.graph().arcs(corner(s, 1, 1)).size(), 0u);
  EXPECT_EQ(cost_between(s, {0, 0}, {1, 1}), kForbidden);
  EXPECT_EQ(cost_between(s, {1, 0}, {1, 1}), kForbidden);
  Planner planner = a_star_on(s);
  EXPECT_EQ(planner.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}}).outcome, Outcome::unreachable);
}

TEST(CornerGraph, nothing_slips_between_squares_that_only_the_profile_does_not_enter) {
  const Ground s = on_corners(scene(R"(
      . W
      W . )"),
                              Profile::vehicle());
  Planner planner = a_star_on(s);
  EXPECT_EQ(planner.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}}).outcome, Outcome::unreachable);
  const Ground swims = on_corners(s.world());
  Planner swimmer = a_star_on(swims);
  EXPECT_TRUE(swimmer.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}}).found());
  const auto filter = std::make_shared<AreaFilter>(AreaFilter().exclude(kWater));
  EXPECT_EQ(swimmer.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}, .filter = filter}).outcome,
            Outcome::unreachable);
}

TEST(CornerGraph, three_free_squares_around_a_corner_let_one_through) {
  const Ground s = on_corners(scene(R"(
      . .
      # . )"));
  Planner planner = a_star_on(s);
  const Answer answer = planner.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}});
  ASSERT_TRUE(answer.found());
  EXPECT_NEAR(answer.length(), std::sqrt(2.0), 1e-9);  // by the corner between them
}

TEST(CornerGraph, areas_price_diagonals_by_their_square_and_sides_by_the_cheaper_one) {
  Profile profile = Profile::euclid();
  profile.areas = {{.area = "swamp", .multiplier = 3}, {.area = "road", .multiplier = 0.5}};
  const Ground s = on_corners(scene("wwR\n..."), profile);
  EXPECT_EQ(cost_between(s, {0, 0}, {1, 1}), 3u * 8119);
  EXPECT_EQ(cost_between(s, {0, 0}, {1, 0}), 3u * 5741);
  EXPECT_EQ(cost_between(s, {0, 1}, {1, 1}), 5741u);
  EXPECT_EQ(cost_between(s, {2, 0}, {2, 1}), 2871u);  // half, rounded up
}

TEST(CornerGraph, heights_are_the_mean_of_the_free_squares_around) {
  const Ground s = on_corners(scene("02\n#4"));
  EXPECT_EQ(s.graph().position(corner(s, 1, 1)).z, 2);
  EXPECT_EQ(s.graph().position(corner(s, 2, 1)).z, 3);
  EXPECT_EQ(s.graph().position(corner(s, 0, 0)).z, 0);
  const double rise = 2 * kStraight;
  EXPECT_EQ(cost_between(s, {0, 0}, {1, 1}),
            static_cast<Cost>(std::ceil(std::hypot(kDiagonal, rise))));
}

TEST(CornerGraph, nobody_stands_where_the_ground_breaks_by_more_than_a_step) {
  Profile profile = Profile::euclid();
  profile.greatest_step_up = 1;
  const Ground s = on_corners(scene("009\n009\n009"), profile);
  Planner planner = a_star_on(s);
  EXPECT_EQ(planner.find({.start = {0.5, 0.5}, .goal = {2.5, 0.5}}).outcome, Outcome::unreachable);
  EXPECT_TRUE(planner.find({.start = {0.5, 0.5}, .goal = {1.5, 2.5}}).found());
}

TEST(CornerGraph, links_lead_from_the_corners_of_their_squares) {
  const Link link =
      link_between({0.5f, 0.5f, 0}, {3.5f, 0.5f, 0}, {.length = 1, .is_two_way = true});
  const Ground s = on_corners(scene(".##.", {.links = {link}}));
  Planner planner = a_star_on(s);
  const Answer there =
      planner.find({.start = {0.25, 0.5}, .goal = {3.75, 0.5}, .shape = Shape::midpoints});
  ASSERT_TRUE(there.found()) << there.why();
  ASSERT_EQ(there.points.size(), 6u);  // a corner, the link's ends, a corner between
  EXPECT_EQ(there.points[2].vec(), (Vec3{0.5, 0.5, 0}));
  EXPECT_EQ(there.points[2].link, LinkId(0));
  EXPECT_EQ(there.points[3].vec(), (Vec3{3.5, 0.5, 0}));
  const Answer back =
      planner.find({.start = {3.75, 0.5}, .goal = {0.25, 0.5}, .shape = Shape::midpoints});
  ASSERT_TRUE(back.found());
  EXPECT_EQ(back.cost, there.cost);
  EXPECT_EQ(back.points[2].vec(), (Vec3{3.5, 0.5, 0}));
  const double walk = std::hypot(0.25, 0.5) + std::hypot(0.5, 0.5);
  EXPECT_NEAR(there.price, 2 * walk + 1, 1e-3);
}

TEST(CornerGraph, links_between_squares_that_touch_run_in_the_shorter_direction) {
  const Link link =
      link_between({0.9f, 0.1f, 0}, {1.1f, 0.9f, 0}, {.length = 0.1f, .is_two_way = true});
  const Ground s = on_corners(scene("..", {.links = {link}}));
  EXPECT_FALSE(runs_backwards(s.world().grid, s.world().links[LinkId(0)], {1, 0}, {1, 1}));
  EXPECT_TRUE(runs_backwards(s.world().grid, s.world().links[LinkId(0)], {1, 1}, {1, 0}));
}

TEST(CornerGraph, both_ends_in_one_square_go_straight) {
  const Ground s = on_corners(scene("#.#"));
  Planner planner = a_star_on(s);
  const Answer answer = planner.find({.start = {1.2, 0.2}, .goal = {1.5, 0.6}});
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.points.size(), 2u);
  EXPECT_NEAR(answer.price, 0.5, 1e-3);
  EXPECT_EQ(planner.find({.start = {1.2, 0.2}, .goal = {1.2, 0.2}}).cost, 0u);
}

TEST(CornerGraph, joins_the_squares_that_the_grid_graph_joins) {
  for (const std::uint64_t seed : seeds(30)) {
    const World world = random_grid(seed, seed % 2 == 0 ? "..#" : "..#W");
    const Profile profile = Profile::vehicle();
    const Ground corners = on_corners(world, profile);
    Planner by_corners = a_star_on(corners);
    Planner by_squares = a_star_on(ground(world, profile, GraphSpec::grid()).value());
    Random random(seed);
    for (int i = 0; i < 60; ++i) {
      const Point start{random.between(0, 19), random.between(0, 17)};
      const Point goal{random.between(0, 19), random.between(0, 17)};
      const Query query{.start = start, .goal = goal, .reach = 0};
      ASSERT_EQ(by_corners.find(query).outcome, by_squares.find(query).outcome) << seed;
    }
  }
}

TEST(CornerGraph, is_refused_without_squares) {
  EXPECT_FALSE(build_graph(mesh_scene(".."), GraphSpec::corners()));
  EXPECT_FALSE(build_graph(scene("..", {.shape = GridShape::hex}), GraphSpec::corners()));
  EXPECT_FALSE(build_graph(scene(".."), GraphSpec::corners(GridNeighbours::hex)));
  EXPECT_EQ(graph_of(scene(".."), GraphSpec::corners()).spec().max_points, 1u);
}

}  // namespace
}  // namespace thalweg
