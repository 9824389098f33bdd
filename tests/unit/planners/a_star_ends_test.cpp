// The ends of A* queries: invalid points, reach, banned ground, links, axes, origin.
#include <gtest/gtest.h>

#include <limits>

#include "thalweg/planners/ends.hpp"
#include "unit/planners/a_star_scene.hpp"

namespace thalweg {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(AStarEnds, answers_every_senseless_question) {
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

TEST(AStarEnds, points_within_reach_are_moved_onto_the_ground) {
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

TEST(AStarEnds, nearly_empty_worlds_have_an_answer) {
  EXPECT_EQ(ground(World(), Profile::euclid()).error(),
            "the world has no grid: build a face or a portal graph");
  const Ground lonely = on_portals(mesh_scene("."));
  EXPECT_TRUE(find(lonely, {.start = {0.1, 0.1}, .goal = {0.9, 0.9}}).found());
  const Ground walls = on_grid("# #");
  EXPECT_EQ(find(walls, {.start = {0.5, 0.5}, .goal = {1.5, 0.5}}).outcome, Outcome::outside);
}

TEST(AStarEnds, profiles_keep_off_banned_ground) {
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

TEST(AStarEnds, ends_are_found_on_open_ground_beside_or_below_banned_ground) {
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

TEST(AStarEnds, takes_links) {
  const Link link =
      link_between({0.5f, 0.25f, 0}, {2.5f, 0.75f, 0}, {.length = 1, .is_two_way = true});
  const World mesh = mesh_scene(". # .", {link});
  const World squares = scene(". # .", {.links = {link}});
  for (const Ground& s : {on_faces(mesh), on_portals(mesh), on_grid(squares)}) {
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

TEST(AStarEnds, ends_join_one_way_links_in_their_direction) {
  Link link = link_between({0.5f, 0.25f, 0}, {2.5f, 0.75f, 0}, {.length = 1});
  const auto joined = [&](bool is_two_way, Vec3 start, Vec3 goal) {
    link.is_two_way = is_two_way ? 1 : 0;
    const Ground s = on_portals(mesh_scene(". # .", {link}));
    const EndFinder finder(s);
    const JoinedEnds ends = finder.join(finder.find(start, 0), finder.find(goal, 0));
    return std::pair(ends.sources.size(), ends.goals.size());
  };
  const Vec3 left{0.25, 0.5, 0};
  const Vec3 right{2.75, 0.5, 0};
  EXPECT_EQ(joined(false, left, right), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(joined(false, right, left), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(joined(true, right, left), std::pair(std::size_t{1}, std::size_t{1}));
}

TEST(AStarEnds, points_go_in_and_come_out_in_the_callers_axes) {
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

TEST(AStarEnds, respects_the_origin_of_the_world) {
  World world = mesh_scene(". . .");
  world.origin = {1e6, 2e6, 100};
  const Ground s = on_portals(world);
  const Answer path = find(s, {.start = {1e6 + 0.5, 2e6 + 0.5}, .goal = {1e6 + 2.5, 2e6 + 0.5}});
  ASSERT_TRUE(path.found());
  EXPECT_EQ(path.points.back().vec(), (Vec3{1e6 + 2.5, 2e6 + 0.5, 100}));
}

}  // namespace
}  // namespace thalweg
