#include "thalweg/planners/a_star.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scene.hpp"

namespace thalweg {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::string_view kRoom = R"(
    S . . # .
    # # . # .
    . . . # .
    . # # # .
    . . . . G )";

Answer find(const Ground& ground, const Query& query) { return AStarPlanner(ground).find(query); }

Ground on_grid(std::string_view text, const Profile& profile = Profile::euclid()) {
  return ground(scene(text), profile, GraphSpec::grid()).value();
}

Ground on_portals(const World& world, const Profile& profile = Profile::euclid()) {
  return ground(world, profile, GraphSpec::portals()).value();
}

Ground on_faces(const World& world, const Profile& profile = Profile::euclid()) {
  return ground(world, profile, GraphSpec::faces()).value();
}

std::vector<Ground> on_every_graph(std::string_view text) {
  return {on_grid(text), on_faces(mesh_scene(text)), on_portals(mesh_scene(text))};
}

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
  const Answer path = find(s, {.start = {0.5, 0.5}, .goal = {2.5, 1.5}});
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
  Link link;
  link.from = {0.25f, 0.5f, 0};
  link.to = {0.75f, 0.5f, 0};
  link.length = 0.125f;
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

TEST(AStar, answers_every_senseless_question) {
  for (const Ground& s : on_every_graph(kRoom)) {
    const Point good{0.5, 0.5};
    for (const Point bad : {Point{kNan, 0.5}, Point{0.5, kNan}, Point{kInfinity, 0.5},
                            Point{0.5, -kInfinity}, Point{0.5, 0.5, kInfinity}}) {
      EXPECT_EQ(find(s, {.start = bad, .goal = good}).outcome, Outcome::invalid);
      EXPECT_EQ(find(s, {.start = good, .goal = bad}).outcome, Outcome::invalid);
    }
    EXPECT_EQ(find(s, {.start = good, .goal = good, .reach = kNan}).outcome, Outcome::invalid);
    EXPECT_EQ(find(s, {.start = good, .goal = good, .weight = -1}).outcome, Outcome::invalid);
    EXPECT_EQ(find(s, {.start = good, .goal = good, .weight = kNan}).outcome, Outcome::invalid);
    const Answer far = find(s, {.start = good, .goal = {1e6, 1e300}});
    EXPECT_EQ(far.outcome, Outcome::outside);
    EXPECT_STREQ(far.why(), "the goal lies on no ground that this profile enters");
    EXPECT_EQ(find(s, {.start = {-5, 0}, .goal = good}).outcome, Outcome::outside);
  }
}

TEST(AStar, points_within_reach_are_moved_onto_the_ground) {
  for (const Ground& s : on_every_graph(kRoom)) {
    const Query query{.start = {-0.5, 0.5}, .goal = {4.5, 5.75}, .reach = 0.8};
    const Answer path = find(s, query);
    ASSERT_TRUE(path.found()) << path.why();
    EXPECT_NEAR(path.points.front().x, s.graph().facts().nodes_are_squares ? 0.5 : 0, 1e-9);
    Query strict = query;
    strict.reach = 0.4;
    EXPECT_EQ(find(s, strict).outcome, Outcome::outside);
    Query wide = query;
    wide.reach = 1e300;
    EXPECT_TRUE(find(s, wide).found());
  }
}

TEST(AStar, nearly_empty_worlds_have_an_answer) {
  EXPECT_EQ(ground(World(), Profile::euclid()).error(),
            "the world has no grid: build a face or a portal graph");
  const Ground lonely = on_portals(mesh_scene("."));
  EXPECT_TRUE(find(lonely, {.start = {0.1, 0.1}, .goal = {0.9, 0.9}}).found());
  const Ground walls = on_grid("# #");
  EXPECT_EQ(find(walls, {.start = {0.5, 0.5}, .goal = {1.5, 0.5}}).outcome, Outcome::outside);
}

TEST(AStar, values_that_do_not_belong_together_are_no_ground) {
  const Ground a = on_faces(mesh_scene(". . ."));
  const Ground b = on_faces(mesh_scene(". . . ."));
  EXPECT_EQ(Ground::of(b.world(), a.graph(), a.metric()).error(), "the graph is of another world");
  EXPECT_EQ(Ground::of(a.world(), a.graph(), b.metric()).error(), "the metric is of another graph");
  EXPECT_FALSE(Ground::of(a.world(), a.graph(), Metric()));
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
  Link link;
  link.from = {0.25f, 0.5f, 0};
  link.to = {0.75f, 0.5f, 0};
  link.length = 0.125f;
  const Ground s = on_portals(mesh_scene(". .", {link}));
  const Query query{
      .start = {0.125, 0.5}, .goal = {0.875, 0.5}, .node_budget = 1, .allow_partial = true};
  const Answer part = find(s, query);
  EXPECT_EQ(part.outcome, Outcome::over_budget);
  EXPECT_NEAR(part.price, 0.75, 1e-3);  // straight, not yet over the link
  EXPECT_EQ(part.points.back().vec(), (Vec3{0.875, 0.5, 0}));
}

TEST(AStar, profiles_keep_off_banned_ground) {
  const auto world = mesh_scene(". W .");
  EXPECT_TRUE(find(on_faces(world), {.start = {0.5, 0.5}, .goal = {2.5, 0.5}}).found());
  for (const Profile& p : {Profile::hiker(), Profile::vehicle()}) {
    for (const Ground& s : {on_faces(world, p), on_portals(world, p)}) {
      EXPECT_EQ(find(s, {.start = {0.5, 0.5}, .goal = {2.5, 0.5}}).outcome, Outcome::unreachable);
      EXPECT_EQ(find(s, {.start = {1.5, 0.5}, .goal = {2.5, 0.5}, .reach = 0.25}).outcome,
                Outcome::outside);
    }
  }
}

TEST(AStar, ends_are_found_on_open_ground_beside_or_below_banned_ground) {
  const World side = mesh_scene("W . .");  // the water has the lowest id
  for (const Ground& s : {on_faces(side, Profile::hiker()), on_portals(side, Profile::hiker())}) {
    const Answer edge = find(s, {.start = {1, 0.5}, .goal = {2.5, 0.5}, .reach = 0});
    ASSERT_TRUE(edge.found()) << edge.why();
    EXPECT_EQ(edge.points.front().face, FaceId(1));
    const Answer wet = find(s, {.start = {0.5, 0.5}, .goal = {2.5, 0.5}});
    ASSERT_TRUE(wet.found()) << wet.why();
    EXPECT_EQ(wet.points.front().vec(), (Vec3{1, 0.5, 0}));
  }
  MeshSoup soup;
  for (const float z : {0.0f, 5.0f}) {
    for (const Vec3f p : {Vec3f{0, 0, z}, {2, 0, z}, {0, 2, z}}) soup.vertices.push_back(p);
  }
  for (std::uint32_t c = 0; c < 6; ++c) soup.corners.push_back(VertexId(c));
  soup.face_area = {kGround, kWater};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const World floors = make_world(std::move(parts)).value();
  const Answer below = find(on_portals(floors, Profile::hiker()),
                            {.start = {0.5, 0.5}, .goal = {0.75, 0.5}, .reach = 0});
  ASSERT_TRUE(below.found()) << below.why();
  EXPECT_EQ(below.points.front().z, 0);
}

TEST(AStar, takes_links) {
  Link link;
  link.from = {0.5f, 0.25f, 0};
  link.to = {2.5f, 0.75f, 0};
  link.is_two_way = 1;
  link.length = 1;
  const World mesh = mesh_scene(". # .", {link});
  const World squares = scene(". # .", {.links = {link}});
  for (const Ground& s : {on_faces(mesh), on_portals(mesh),
                          ground(squares, Profile::euclid(), GraphSpec::grid()).value()}) {
    const Answer path = find(s, {.start = {0.25, 0.5}, .goal = {2.75, 0.5}});
    ASSERT_TRUE(path.found()) << path.why();
    ASSERT_EQ(path.points.size(), 4u);
    EXPECT_EQ(path.points[1].vec(), (Vec3{0.5, 0.25, 0}));
    EXPECT_EQ(path.points[2].vec(), (Vec3{2.5, 0.75, 0}));
    const Answer back = find(s, {.start = {2.75, 0.5}, .goal = {0.25, 0.5}});
    ASSERT_EQ(back.points.size(), 4u);
    EXPECT_EQ(back.points[1].vec(), (Vec3{2.5, 0.75, 0}));
    EXPECT_EQ(back.points[2].vec(), (Vec3{0.5, 0.25, 0}));
  }
}

TEST(AStar, ends_join_one_way_links_in_their_direction) {
  Link link;
  link.from = {0.5f, 0.25f, 0};
  link.to = {2.5f, 0.75f, 0};
  link.length = 1;
  const auto joined = [&](bool is_two_way, Vec3 start, Vec3 goal) {
    link.is_two_way = is_two_way ? 1 : 0;
    const Ground s = on_portals(mesh_scene(". # .", {link}));
    const EndFinder finder(s);
    const Ends ends = finder.join(finder.find(start, 0), finder.find(goal, 0));
    return std::pair(ends.sources.size(), ends.goals.size());
  };
  const Vec3 left{0.25, 0.5, 0};
  const Vec3 right{2.75, 0.5, 0};
  EXPECT_EQ(joined(false, left, right), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(joined(false, right, left), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(joined(true, right, left), std::pair(std::size_t{1}, std::size_t{1}));
}

TEST(AStar, an_enormous_least_cost_per_metre_is_no_trouble) {
  for (const Ground& s : on_every_graph(kRoom)) {
    MetricParts parts = s.metric().parts();
    parts.least_per_metre = 1e308;
    const Metric huge = Metric::from(parts, s.graph()).value();
    AStarPlanner planner(Ground::of(s.world(), s.graph(), huge).value());
    const Answer path =
        planner.find({.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G'), .weight = 1000});
    ASSERT_TRUE(path.found()) << path.why();
    EXPECT_LT(path.length(), 13);
  }
}

TEST(AStar, points_go_in_and_come_out_in_the_callers_axes) {
  const Ground s = on_portals(hills(8, {.corners = 12, .has_areas = false}));
  const Answer ours = find(s, {.start = {1, 2}, .goal = {8, 9}});
  const Answer theirs =
      find(s, {.start = {1, kNoHeight, -2}, .goal = {8, kNoHeight, -9}, .axes = Axes::y_up});
  ASSERT_TRUE(ours.found() && theirs.found());
  ASSERT_EQ(ours.points.size(), theirs.points.size());
  EXPECT_EQ(ours.cost, theirs.cost);
  for (std::size_t i = 0; i < ours.points.size(); ++i) {
    EXPECT_EQ(to_world(Axes::y_up, theirs.points[i].vec()), ours.points[i].vec());
  }
}

TEST(AStar, respects_the_origin_of_the_world) {
  World world = mesh_scene(". . .");
  world.origin = {1e6, 2e6, 100};
  const Ground s = on_portals(world);
  const Answer path = find(s, {.start = {1e6 + 0.5, 2e6 + 0.5}, .goal = {1e6 + 2.5, 2e6 + 0.5}});
  ASSERT_TRUE(path.found());
  EXPECT_EQ(path.points.back().vec(), (Vec3{1e6 + 2.5, 2e6 + 0.5, 100}));
}

TEST(AStar, an_answer_handed_back_gives_its_memory_again) {
  const Ground s = on_grid(kRoom);
  AStarPlanner planner(s);
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

}  // namespace
}  // namespace thalweg
