// A* on every graph: routes, straight walks, areas and links inside one face, islands,
// budgets, and memory handed back.
#include "thalweg/planners/a_star.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "planners.hpp"
#include "unit/planners/a_star_scene.hpp"

namespace thalweg {
namespace {

TEST(AStar, finds_the_route_on_every_graph) {
  for (const Ground& s : on_every_graph(kRoom)) {
    const Answer path = find(s, {.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G')});
    ASSERT_TRUE(path.found()) << path.why();
    EXPECT_STREQ(path.why(), "");
    EXPECT_EQ(path.points.front().vec(), (Vec3{0.5, 0.5, 0}));
    EXPECT_EQ(path.points.back().vec(), (Vec3{4.5, 4.5, 0}));
    EXPECT_GT(path.length(), 8.5);
    EXPECT_LE(path.length(), 12.0001);
    EXPECT_GT(path.stats.expanded, 0u);
    EXPECT_EQ(path.price, s.metric().in_units(path.cost));
  }
}

TEST(AStar, counts_octile_steps_on_a_grid) {
  const Ground s = on_grid(R"(
      S . .
      . . .
      . . . )");
  const Answer path = find(s, {.start = {0.5, 0.5}, .goal = {2.5, 1.5}, .try_straight = false});
  EXPECT_EQ(path.cost, 5741u + 8119u);
  EXPECT_NEAR(path.price, 1 + std::sqrt(2), 1e-7);
}

TEST(AStar, every_point_of_a_mesh_path_lies_on_its_face) {
  const World world = hills(8, {.corners = 30});
  for (const Ground& s : {on_faces(world), on_portals(world)}) {
    const Answer path =
        find(s, {.start = {3, 3}, .goal = {25, 26}, .reach = 5, .shape = Shape::midpoints});
    ASSERT_TRUE(path.found()) << path.why();
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      const PathPoint& p = path.points[i];
      const Vec2 nearest = nearest_point(world.mesh, p.face, p.vec().xy());
      EXPECT_LT(length(nearest - p.vec().xy()), 1e-5);
      EXPECT_NEAR(world.mesh.height_at(p.face, p.vec().xy()), p.z, 1e-4);
      if (i + 1 == path.points.size()) continue;
      // So does the next point: each segment stays inside one convex face.
      const Vec2 next = path.points[i + 1].vec().xy();
      EXPECT_LT(length(nearest_point(world.mesh, p.face, next) - next), 1e-5);
    }
  }
}

TEST(AStar, start_equal_to_goal_is_a_path_of_no_length) {
  for (const Ground& s : on_every_graph(kRoom)) {
    const Answer path = find(s, {.start = {0.25, 0.75}, .goal = {0.25, 0.75}});
    ASSERT_TRUE(path.found());
    EXPECT_EQ(path.cost, 0u);
    EXPECT_EQ(path.length(), 0);
    EXPECT_EQ(path.points.size(), 2u);
  }
}

TEST(AStar, walks_straight_inside_one_face) {
  const Ground s = on_portals(mesh_scene(". ."));
  const Answer path = find(s, {.start = {0.25, 0.5}, .goal = {0.75, 0.5}});
  ASSERT_TRUE(path.found());
  EXPECT_EQ(path.points.size(), 2u);
  EXPECT_NEAR(path.price, 0.5, 1e-3);
  EXPECT_TRUE(path.route.nodes.empty());
}

TEST(AStar, a_straight_line_in_one_face_is_found_almost_at_once) {
  const Ground s = on_portals(mesh_scene(R"(
      . . . . .
      . . . . .
      . . . . . )"));
  const Answer path = find(s, {.start = {2.2, 1.3}, .goal = {2.9, 1.8}});
  ASSERT_TRUE(path.found());
  EXPECT_EQ(path.points.size(), 2u);
  EXPECT_EQ(path.stats.expanded, 0u);
  const Answer still = find(s, {.start = {2.2, 1.3}, .goal = {2.2, 1.3}, .node_budget = 0});
  EXPECT_TRUE(still.found());
}

// A swamp of 10 m x 1 m with three stretches of road beside it.
TEST(AStar, leaves_a_face_and_comes_back_where_that_is_cheaper) {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {10, 0, 0}, {10, 1, 0}, {7, 1, 0}, {3, 1, 0},
                   {0, 1, 0}, {10, 2, 0}, {7, 2, 0},  {3, 2, 0}, {0, 2, 0}};
  for (const std::uint32_t c :
       {0u, 1u, 2u, 3u, 4u, 5u, 5u, 4u, 8u, 9u, 4u, 3u, 7u, 8u, 3u, 2u, 6u, 7u}) {
    soup.corners.push_back(VertexId(c));
  }
  soup.first_corner = {0, 6, 10, 14, 18};
  soup.face_area = {kSwamp, kRoad, kRoad, kRoad};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const World world = make_world(std::move(parts)).value();
  const Query query{.start = {1, 0.5}, .goal = {9, 0.5}};
  const Answer straight = find(on_portals(world), query);
  ASSERT_TRUE(straight.found());
  EXPECT_NEAR(straight.price, 8, 1e-2);
  EXPECT_EQ(straight.points.size(), 2u);
  Profile p = Profile::euclid();
  p.areas = {{.area = "swamp", .multiplier = 10}};
  Query by_midpoints = query;
  by_midpoints.shape = Shape::midpoints;
  const Answer round = find(on_portals(world, p), by_midpoints);
  ASSERT_TRUE(round.found());
  EXPECT_LT(round.price, 25);
  EXPECT_EQ(round.points.size(), 6u);
  EXPECT_EQ(round.points[1].face, FaceId(1));
  EXPECT_EQ(round.points.back().face, FaceId(0));
}

TEST(AStar, jumps_inside_one_face_where_that_is_cheaper) {
  const Link link = link_between({0.25f, 0.5f, 0}, {0.75f, 0.5f, 0}, {.length = 0.125f});
  const Ground s = on_portals(mesh_scene(". .", {link}));
  const Answer there = find(s, {.start = {0.125, 0.5}, .goal = {0.875, 0.5}});
  ASSERT_TRUE(there.found());
  EXPECT_NEAR(there.price, 0.375, 1e-3);
  EXPECT_EQ(there.points.size(), 4u);
  const Answer back = find(s, {.start = {0.875, 0.5}, .goal = {0.125, 0.5}});
  ASSERT_TRUE(back.found());
  EXPECT_NEAR(back.price, 0.75, 1e-3);  // the link is one-way
  EXPECT_EQ(back.points.size(), 2u);
}

TEST(AStar, different_islands_are_unreachable_at_once) {
  for (const Ground& s : on_every_graph(". . # . .")) {
    const Answer path = find(s, {.start = {0.5, 0.5}, .goal = {4.5, 0.5}, .reach = 0});
    EXPECT_EQ(path.outcome, Outcome::unreachable);
    EXPECT_EQ(path.stats.expanded, 0u);
    EXPECT_TRUE(path.points.empty());
    const Answer part =
        find(s, {.start = {0.5, 0.5}, .goal = {4.5, 0.5}, .reach = 0, .allow_partial = true});
    EXPECT_EQ(part.outcome, Outcome::partial);
    EXPECT_FALSE(part.found());
    EXPECT_NE(std::string(part.why()), "");
    EXPECT_GE(part.points.back().x, 1);
  }
}

TEST(AStar, one_way_steps_on_the_same_island_are_unreachable_by_search) {
  Profile p = Profile::euclid();
  p.greatest_step_up = 1;
  const Ground s = on_grid("0 3", p);
  EXPECT_EQ(find(s, {.start = {0.5, 0.5}, .goal = {1.5, 0.5}}).outcome, Outcome::unreachable);
  EXPECT_TRUE(find(s, {.start = {1.5, 0.5}, .goal = {0.5, 0.5}}).found());
}

TEST(AStar, a_spent_budget_says_so) {
  for (const Ground& s : on_every_graph(kRoom)) {
    const Query query{.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G'), .node_budget = 2};
    const Answer nothing = find(s, query);
    EXPECT_EQ(nothing.outcome, Outcome::over_budget);
    EXPECT_TRUE(nothing.points.empty());
    Query partial = query;
    partial.allow_partial = true;
    const Answer part = find(s, partial);
    EXPECT_EQ(part.outcome, Outcome::over_budget);
    EXPECT_FALSE(part.found());
    EXPECT_GE(part.points.size(), 2u);
    EXPECT_FALSE(part.route.nodes.empty());
    EXPECT_GT(part.cost, 0u);
    EXPECT_EQ(part.price, s.metric().in_units(part.cost));
  }
}

TEST(AStar, a_spent_budget_gives_the_best_route_so_far) {
  const Link link = link_between({0.25f, 0.5f, 0}, {0.75f, 0.5f, 0}, {.length = 0.125f});
  const Ground s = on_portals(mesh_scene(". .", {link}));
  const Query query{
      .start = {0.125, 0.5}, .goal = {0.875, 0.5}, .node_budget = 1, .allow_partial = true};
  const Answer part = find(s, query);
  EXPECT_EQ(part.outcome, Outcome::over_budget);
  EXPECT_NEAR(part.price, 0.75, 1e-3);  // straight, not yet over the link
  EXPECT_EQ(part.points.back().vec(), (Vec3{0.875, 0.5, 0}));
}

TEST(AStar, an_enormous_least_cost_per_metre_is_no_trouble) {
  for (const Ground& s : on_every_graph(kRoom)) {
    MetricParts parts = s.metric().parts();
    parts.least_per_metre = 1e308;
    const Metric huge = Metric::from(parts, s.graph()).value();
    Planner planner = a_star_on(Ground::of(s.world(), s.graph(), huge).value());
    const Answer path =
        planner.find({.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G'), .weight = 1000});
    ASSERT_TRUE(path.found()) << path.why();
    EXPECT_LT(path.length(), 13);
  }
}

TEST(AStar, an_answer_handed_back_gives_its_memory_again) {
  const Ground s = on_grid(kRoom);
  Planner planner = a_star_on(s);
  const Query query{.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G')};
  Answer answer = planner.find(query);
  const PathPoint* points = answer.points.data();
  const NodeId* nodes = answer.route.nodes.data();
  const std::size_t scratch = planner.scratch_bytes();
  answer = planner.find(query, std::move(answer));
  EXPECT_TRUE(answer.found());
  EXPECT_EQ(answer.points.data(), points);
  EXPECT_EQ(answer.route.nodes.data(), nodes);
  EXPECT_EQ(planner.scratch_bytes(), scratch);
}

TEST(AStar, a_greedy_search_expands_no_node_twice) {
  const Ground s = on_faces(hills(3, {.corners = 60, .relief = 8}), Profile::thesis());
  const Query query{.start = {1, 1}, .goal = {57, 55}, .reach = 5, .try_straight = false};
  const Answer exact = find(s, query);
  ASSERT_TRUE(exact.found());
  for (const double weight : {1.5, 2.0, 4.0, 20.0}) {
    Query greedy = query;
    greedy.weight = weight;
    const Answer answer = find(s, greedy);
    ASSERT_TRUE(answer.found());
    EXPECT_EQ(answer.stats.reopened, 0u) << weight;
    EXPECT_LE(answer.stats.expanded, exact.stats.expanded) << weight;
    EXPECT_LE(answer.bound, std::ceil(weight));
    EXPECT_LE(static_cast<double>(answer.cost), answer.bound * static_cast<double>(exact.cost));
  }
}

}  // namespace
}  // namespace thalweg
