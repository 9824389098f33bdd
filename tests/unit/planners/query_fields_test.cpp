// What a query may ask for beyond its ends: a radius, obstacles, several starts. The laws over
// all planners and graphs are in laws/query_laws_test.cpp and laws/blocked_laws_test.cpp.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "new_operators.hpp"
#include "partitioner.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

// Two halls and a door of 2 squares.
constexpr std::string_view kDoor = R"(
    . . . . . . . # # . . . . . . .
    . . . . . . . # # . . . . . . .
    . . . . . . . # # . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . # # . . . . . . .
    . . . . . . . # # . . . . . . .
    . . . . . . . # # . . . . . . . )";

World door_world(const GraphSpec& spec) {
  const GraphForm* form = find_form(spec.kind);
  return form->facts().is_on_grid ? scene(kDoor) : mesh_scene(kDoor);
}

TEST(QueryRadius, a_wide_agent_does_not_pass_a_narrow_door_on_any_graph) {
  for (const NamedGraph& named : named_graphs()) {
    SCOPED_TRACE(named.name);
    const World world = door_world(named.spec);
    Profile profile = Profile::euclid();
    const Query query{.start = {3.5, 4}, .goal = {12.5, 4}};
    const auto outcome = [&](double radius) {
      profile.radius = radius;
      Planner planner = a_star_on(ground(world, profile, named.spec).value());
      return planner.find(query).outcome;
    };
    EXPECT_EQ(outcome(0), Outcome::found);
    EXPECT_EQ(outcome(0.49), Outcome::found);
    EXPECT_EQ(outcome(1.01), Outcome::unreachable);
    EXPECT_NE(outcome(3), Outcome::found);
  }
}

TEST(QueryRadius, counts_where_it_is_larger_than_the_profiles) {
  for (const NamedGraph& named : named_graphs()) {
    SCOPED_TRACE(named.name);
    const World world = door_world(named.spec);
    Profile profile = Profile::euclid();
    profile.radius = 0.3;
    Planner planner = a_star_on(ground(world, profile, named.spec).value());
    Query query{.start = {3.5, 4}, .goal = {12.5, 4}, .radius = 0.1};
    EXPECT_TRUE(planner.find(query).found());
    query.radius = 1.2;
    const Answer answer = planner.find(query);
    EXPECT_FALSE(answer.found());
    if (named.name == "visibility") {
      EXPECT_EQ(answer.outcome, Outcome::invalid);
      EXPECT_STREQ(
          answer.why(),
          "the graph serves smaller agents: make the ground with a profile of that radius");
    } else {
      EXPECT_EQ(answer.outcome, Outcome::unreachable);
    }
    query.radius = -1;
    EXPECT_STREQ(planner.find(query).why(), "the radius must be between 0 and 1000 metres");
  }
}

// How near a path comes to squares that nobody enters, or to the border.
double clearance_of(const Answer& answer, std::string_view text) {
  const Picture drawn = picture(text);
  double least = kNoLimit;
  const auto look_at = [&](Segment2 wall) {
    for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
      const Segment2 piece{answer.points[i].vec().xy(), answer.points[i + 1].vec().xy()};
      least = std::min(least, gap(piece, wall));
    }
  };
  for (std::uint32_t y = 0; y < drawn.height; ++y) {
    for (std::uint32_t x = 0; x < drawn.width; ++x) {
      if (drawn.letters[y * drawn.width + x] != '#') continue;
      const Vec2 low{double(x), double(y)};
      const Vec2 high = low + Vec2{1, 1};
      look_at({low, {high.x, low.y}});
      look_at({{high.x, low.y}, high});
      look_at({high, {low.x, high.y}});
      look_at({{low.x, high.y}, low});
    }
  }
  return least;
}

TEST(QueryRadius, paths_keep_the_distance_on_grids_corners_visibility_axes_and_terrain) {
  for (const char* name :
       {"grid", "grid4", "corners", "corners4", "visibility", "axes", "terrain"}) {
    SCOPED_TRACE(name);
    const GraphSpec spec = named_graph(name).value();
    for (const double radius : {0.3, 0.5}) {
      Profile profile = Profile::euclid();
      profile.radius = radius;
      Planner planner = a_star_on(ground(door_world(spec), profile, spec).value());
      const Answer answer = planner.find({.start = {2.5, 1.5}, .goal = {13.5, 6.5}});
      ASSERT_TRUE(answer.found()) << answer.why();
      EXPECT_GE(clearance_of(answer, kDoor), radius * (1 - 1e-5));
    }
  }
}

TEST(QueryRadius, visibility_nodes_stand_off_corners_and_stay_near_the_shortest) {
  const World world = mesh_scene(kDoor);
  const Query query{.start = {2.5, 1.5}, .goal = {13.5, 6.5}};
  const auto length_for = [&](double radius) {
    Profile profile = Profile::euclid();
    profile.radius = radius;
    Planner planner = a_star_on(ground(world, profile, GraphSpec::visibility()).value());
    return planner.find(query).length();
  };
  const double shortest = length_for(0);
  EXPECT_GT(length_for(0.5), shortest);
  EXPECT_LT(length_for(0.5), shortest * 1.1);
  EXPECT_NEAR(length_for(1e-3), shortest, 0.01);
}

TEST(QueryRadius, the_straight_walk_works_with_a_radius) {
  const World world = mesh_scene(kDoor);
  Profile profile = Profile::euclid();
  profile.radius = 0.5;
  Planner planner = a_star_on(ground(world, profile, GraphSpec::portals()).value());
  EXPECT_TRUE(planner.find({.start = {1.5, 4}, .goal = {14.5, 4}}).is_straight);
  EXPECT_FALSE(planner.find({.start = {1.5, 3.2}, .goal = {14.5, 3.2}}).is_straight);
  // Away from a wall that the start is too near to, and along it.
  EXPECT_TRUE(planner.find({.start = {1.5, 0.2}, .goal = {1.5, 6}}).is_straight);
  EXPECT_FALSE(planner.find({.start = {1.5, 0.2}, .goal = {5.5, 0.2}}).is_straight);
}

TEST(QueryBlocked, an_agent_in_the_door_closes_it_and_the_path_leads_past_others) {
  for (const NamedGraph& named : named_graphs()) {
    SCOPED_TRACE(named.name);
    Planner planner =
        a_star_on(ground(door_world(named.spec), Profile::euclid(), named.spec).value());
    Query query{.start = {3.5, 1.5}, .goal = {12.5, 6.5}};
    EXPECT_TRUE(planner.find(query).found());
    query.blocked.circles = {{.centre = {8, 4}, .radius = 1.01}};
    EXPECT_FALSE(planner.find(query).found());
    EXPECT_NE(planner.find(query).outcome, Outcome::invalid);
    query.blocked.circles = {{.centre = {8, 4}, .radius = 1.01}};
    query.blocked.circles[0].centre.z = 50;  // on another floor
    EXPECT_TRUE(planner.find(query).found());
  }
}

TEST(QueryBlocked, says_what_is_wrong) {
  Planner planner = a_star_on(on_grid(kDoor));
  Query query{.start = {3.5, 4.5}, .goal = {12.5, 4.5}};
  query.blocked.faces = {FaceId(0)};
  EXPECT_STREQ(planner.find(query).why(), "the world has no face of that number to block");
  query.blocked = {.squares = {SquareId(1000)}};
  EXPECT_STREQ(planner.find(query).why(), "the world has no square of that number to block");
  query.blocked = {.circles = {{.centre = {4, 4}, .radius = -1}}};
  EXPECT_STREQ(planner.find(query).why(),
               "the radius and height of a blocked circle must not be negative");
  query.blocked = {.circles = {{.centre = {12.5, 4.5}, .radius = 1}}};
  EXPECT_STREQ(planner.find(query).why(), "the goal lies on an obstacle");
  EXPECT_EQ(planner.find(query).outcome, Outcome::outside);
}

TEST(QueryBlocked, who_starts_in_a_circle_may_leave_it) {
  for (const NamedGraph& named : named_graphs()) {
    SCOPED_TRACE(named.name);
    Planner planner =
        a_star_on(ground(door_world(named.spec), Profile::euclid(), named.spec).value());
    Query query{.start = {3.5, 4.5}, .goal = {12.5, 4.5}};
    query.blocked.circles = {{.centre = {2.6, 4.5}, .radius = 1}};
    EXPECT_TRUE(planner.find(query).found()) << planner.find(query).why();
  }
}

TEST(QueryBlocked, squares_and_radius_together_close_what_lies_between) {
  Planner planner = a_star_on(on_grid(R"(
      . . . . .
      . . . . .
      . . . . .
      . . . . .
      . . . . . )"));
  Query query{.start = {0.5, 2.5}, .goal = {4.5, 2.5}, .try_straight = false};
  query.blocked.squares = {SquareId(7), SquareId(17)};  // above and below the middle
  EXPECT_EQ(planner.find(query).cost, planner.find({.start = {0.5, 2.5}, .goal = {4.5, 2.5}}).cost);
  query.radius = 0.5;
  EXPECT_TRUE(planner.find(query).found());
  query.blocked.squares.push_back(SquareId(12));
  EXPECT_TRUE(planner.find(query).found());
  query.blocked.squares.push_back(SquareId(2));
  query.blocked.squares.push_back(SquareId(22));
  EXPECT_FALSE(planner.find(query).found());
}

TEST(QueryStarts, the_answer_names_the_start_and_how_far_ends_were_moved) {
  Planner planner = a_star_on(on_grid(kDoor));
  Query query{.start = {0.5, 0.5}, .goal = {12.5, 4.5}};
  query.more_starts = {{11.5, 4.5}, {100, 100}};
  Answer answer = planner.find(query);
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.start_index, 1u);
  EXPECT_EQ(answer.start_moved, 0);
  query.more_starts = {};
  query.start = {-0.5, 4.5};
  query.goal = {15.5, 8.75};
  answer = planner.find(query);
  ASSERT_TRUE(answer.found());
  EXPECT_GT(answer.start_moved, 0.4);
  EXPECT_GT(answer.goal_moved, 0.7);
  query.start = {100, 100};
  EXPECT_EQ(planner.find(query).outcome, Outcome::outside);
}

// Between two bends a path is straight, and a hill is not.
TEST(QueryShape, every_crossing_follows_the_ground) {
  for (const std::uint64_t seed : seeds(10)) {
    const World world = hills(seed);
    Random random(seed);
    const Query plain{.start = random_point(world, random),
                      .goal = random_point(world, random),
                      .shape = Shape::funnel};
    Query crossing = plain;
    crossing.shape_options.every_crossing = true;
    for (const Ground& ground : {on_portals(world), on_faces(world)}) {
      Planner planner = a_star_on(ground);
      const Answer bends = planner.find(plain);
      const Answer answer = planner.find(crossing);
      ASSERT_EQ(answer.cost, bends.cost);
      ASSERT_EQ(broken_law(answer, crossing, ground), std::nullopt);
      if (!answer.found()) continue;
      EXPECT_GT(answer.points.size(), bends.points.size());
      for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
        const Vec3 middle = (answer.points[i].vec() + answer.points[i + 1].vec()) * 0.5;
        EXPECT_NEAR(world.mesh.height_at(answer.points[i].face, middle.xy()), middle.z, 1e-5);
      }
    }
  }
}

TEST(QueryShape, splines_have_the_spacing_asked_for) {
  Planner planner =
      a_star_on(on_grid(". . . . . . . .\n. # # # # # # .\n. # # # # # # .\n. . . . . . . ."));
  Query query{.start = {0.5, 0.5}, .goal = {7.5, 3.5}, .shape = Shape::spline};
  const std::size_t coarse = planner.find(query).points.size();
  query.shape_options.spline_spacing = 0.05;
  const std::size_t fine = planner.find(query).points.size();
  query.shape_options.prune = 0.05;
  const std::size_t pruned = planner.find(query).points.size();
  EXPECT_GT(fine, coarse);
  EXPECT_LT(pruned, fine);
}

TEST(QueryFields, allocate_nothing_once_warm) {
  for (const char* name : {"portals", "faces", "grid", "corners"}) {
    SCOPED_TRACE(name);
    const GraphSpec spec = named_graph(name).value();
    for (const PlannerDescriptor& info : planners()) {
      auto made = make_planner(
          info.name, any_input(ground(door_world(spec), Profile::euclid(), spec).value()));
      if (!made) continue;
      SCOPED_TRACE(info.name);
      Planner& planner = *made.value();
      Query query{.start = {3.5, 1.5}, .goal = {12.5, 6.5}, .radius = 0.4};
      query.more_starts = {{1.5, 1.5}};
      query.blocked.circles = {{.centre = {5, 2}, .radius = 0.2},
                               {.centre = {11, 5}, .radius = 0.2}};
      Answer answer;
      for (int i = 0; i < 3; ++i) answer = planner.find(query, std::move(answer));
      const std::uint64_t before = allocation_count();
      for (int i = 0; i < 3; ++i) answer = planner.find(query, std::move(answer));
      EXPECT_EQ(allocation_count(), before);
      EXPECT_TRUE(answer.found()) << answer.why();
    }
  }
}

}  // namespace
}  // namespace thalweg
