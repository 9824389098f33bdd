// The smallest cases of answers that were once wrong.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "partitioner.hpp"
#include "planners.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/bidirectional.hpp"
#include "thalweg/planners/turning.hpp"

namespace thalweg {
namespace {

// Two faces, with a notch between (3,0) and (1.3,3.3) whose walls are no whole numbers.
World notch() {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {3, 0, 0}, {3.1f, 1.7f, 0}, {1, 1, 0}, {1.3f, 3.3f, 0}, {0, 3, 0}};
  for (const std::uint32_t v : {0u, 1u, 2u, 3u, 0u, 3u, 4u, 5u}) soup.corners.emplace_back(v);
  soup.first_corner = {0, 4, 8};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

std::shared_ptr<const AreaFilter> without(AreaId area) {
  auto filter = std::make_shared<AreaFilter>();
  filter->exclude(area);
  return filter;
}

TEST(SmallestCases, a_goal_moved_onto_the_ground_is_reached_round_the_corner) {
  const World world = notch();
  Planner sight = a_star_on(ground_of(world, GraphSpec::visibility()));
  AnyAngleOracle oracle{world};
  const Answer one = sight.find({.start = {1.1, 2.8}, .goal = {1.5, 1.6}});
  ASSERT_TRUE(one.found()) << one.why();
  EXPECT_NEAR(one.length(), 2.467, 0.001);
  for (int i = 0; i < 100; ++i) {  // goals just beyond the wall from (1,1) to (3.1,1.7)
    const double share = 0.15 + 0.85 * (i + 0.5) / 100;
    const Point goal{1 + 2.1 * share - 0.03, 1 + 0.7 * share + 0.09};
    const Answer answer = sight.find({.start = {1.1, 2.8}, .goal = goal});
    const auto path = oracle.find({1.1, 2.8}, goal);
    ASSERT_TRUE(answer.found()) << i << ": " << answer.why();
    ASSERT_TRUE(path.found) << i;
    const Vec2 end = answer.points.back().vec().xy();
    const double wanted = length(Vec2{1.1, 2.8} - Vec2{1, 1}) + length(end - Vec2{1, 1});
    EXPECT_NEAR(answer.length(), wanted, 1e-6) << i;
    EXPECT_NEAR(path.length, wanted, 1e-6) << i;
  }
}

TEST(SmallestCases, a_straight_answer_names_its_goal) {
  Planner planner = a_star_on(on_portals(mesh_scene(". . . #")));
  const Answer answer =
      planner.find({.start = {0.5, 0.5}, .goal = {50, 50}, .more_goals = {{2.5, 0.5}}, .reach = 0});
  ASSERT_TRUE(answer.found());
  EXPECT_TRUE(answer.is_straight);
  EXPECT_EQ(answer.goal_index, 1u);
}

TEST(SmallestCases, points_on_sight_graphs_name_the_ground_walked_on) {
  const World world = mesh_scene(R"(
      w w R
      # # R
      w w R )");
  for (const GraphSpec& spec : {GraphSpec::visibility(), GraphSpec::axes()}) {
    Planner planner = a_star_on(ground_of(world, spec));
    const Answer answer =
        planner.find({.start = {0.5, 0.5}, .goal = {0.5, 2.5}, .try_straight = false});
    ASSERT_TRUE(answer.found());
    ASSERT_GE(answer.points.size(), 3u);
    EXPECT_EQ(answer.points.front().area, kSwamp);
    EXPECT_EQ(answer.points.back().area, kSwamp);
    for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
      const Vec2 here = answer.points[i].vec().xy();
      const Vec2 next = answer.points[i + 1].vec().xy();
      const Vec2 ahead = here + (next - here) * 1e-6;
      EXPECT_TRUE(contains(world.mesh, answer.points[i].face, ahead)) << i;
      EXPECT_EQ(answer.points[i].area, world.mesh.area(answer.points[i].face)) << i;
    }
  }
}

TEST(SmallestCases, points_on_a_corner_graph_never_name_an_excluded_area) {
  Planner planner = a_star_on(ground_of(scene(R"(
      . . . .
      w w w w
      . . . . )"),
                                        GraphSpec::corners()));
  for (const double y : {0.9, 2.1}) {
    const Answer answer = planner.find(
        {.start = {0.1, y}, .goal = {3.9, y}, .try_straight = false, .filter = without(kSwamp)});
    ASSERT_TRUE(answer.found()) << answer.why();
    for (const PathPoint& point : answer.points) EXPECT_EQ(point.area, kGround);
  }
}

TEST(SmallestCases, along_the_border_of_an_excluded_road_the_ground_beside_it_is_paid) {
  const World world = scene(R"(
      R R R R
      . . . . )");
  Profile profile = Profile::euclid();
  profile.areas.push_back({.area = "road", .multiplier = 0.25});
  Profile banning = profile;
  banning.areas.back().is_banned = true;
  const Ground open = ground_of(world, GraphSpec::corners(), profile);
  const Ground banned =
      ground_of(world, GraphSpec::corners(), banning, {.quantum = open.metric().quantum()});
  Query query{.start = {0.5, 1.5}, .goal = {3.5, 1.5}, .try_straight = false};
  const Answer wanted = a_star_on(banned).find(query);
  query.filter = without(kRoad);
  EXPECT_EQ(a_star_on(open).find(query).cost, wanted.cost);
}

TEST(SmallestCases, no_link_leads_into_an_excluded_area) {
  const std::vector<Link> links = {
      link_between({1.5f, 2.5f, 0}, {0.5f, 1.5f, 0}, {.length = 1, .kind = LinkKind::teleport})};
  constexpr std::string_view kPicture = R"(
      . . .
      w . .
      . . w )";
  for (const GraphSpec& spec :
       {GraphSpec::faces(), GraphSpec::portals(), GraphSpec::grid(), GraphSpec::corners()}) {
    const bool is_grid = spec == GraphSpec::grid() || spec == GraphSpec::corners();
    const World world = is_grid ? scene(kPicture, {.links = links}) : mesh_scene(kPicture, links);
    const Ground ground = ground_of(world, spec);
    const auto turning = planner_by(ground, TurningSearch::make(ground));
    Planner a_star = a_star_on(ground);
    for (Planner* planner :
         {static_cast<Planner*>(&a_star), static_cast<Planner*>(turning.get())}) {
      for (const Point goal : {Point{0.5, 0.5}, Point{0.5, 1.5}, Point{2.5, 0.5}}) {
        const Answer answer = planner->find({.start = {1.5, 2.5},
                                             .goal = goal,
                                             .reach = 0.6,
                                             .allow_partial = true,
                                             .try_straight = false,
                                             .filter = without(kSwamp)});
        for (const PathPoint& point : answer.points) {
          EXPECT_TRUE(point.link.is_none());
          EXPECT_NE(point.area, kSwamp);
        }
      }
    }
  }
}

TEST(SmallestCases, a_link_between_diagonal_squares_passes_excluded_ones) {
  const World world = scene(R"(
      . w
      w . )",
                            {.links = {link_between({0.5f, 0.5f, 0}, {1.5f, 1.5f, 0})}});
  Planner planner = a_star_on(on_grid(world));
  const Answer answer =
      planner.find({.start = {0.5, 0.5}, .goal = {1.5, 1.5}, .filter = without(kSwamp)});
  EXPECT_TRUE(answer.found()) << answer.why();
}

TEST(SmallestCases, a_partial_answer_on_hexagons_leads_no_farther_from_the_goal) {
  Planner planner = a_star_on(on_grid(scene(". # .", {.shape = GridShape::hex})));
  const Answer answer =
      planner.find({.start = {0.95, 0.433}, .goal = {2.5, 0.433}, .allow_partial = true});
  ASSERT_EQ(answer.outcome, Outcome::partial);
  EXPECT_EQ(answer.points.back().x, 0.95);
}

TEST(SmallestCases, the_node_budget_is_spent_once) {
  const Ground ground = on_grid(random_grid(3, "........#", {.spacing = 1}));
  for (const char* name :
       {"bidirectional", "a_star:backward=1", "hpa_star:near=0", "hpa_star", "dijkstra",
        "hna_star:level=2:connect=a_star", "hna_star:level=2:connect=parallel"}) {
    const auto planner = make_planner(name, any_input(ground)).value();
    for (const std::uint64_t budget : {0, 1, 20, 60}) {
      const Answer answer = planner->find({.start = {0.5, 0.5},
                                           .goal = {18.5, 16.5},
                                           .node_budget = budget,
                                           .allow_partial = true,
                                           .use_islands = false,
                                           .try_straight = false});
      EXPECT_LE(answer.stats.expanded, budget) << name;
      EXPECT_NE(answer.outcome, Outcome::invalid) << name;
    }
  }
}

TEST(SmallestCases, a_search_from_both_ends_leads_to_what_it_has_seen) {
  const Ground ground = on_grid(scene(std::string(400, '.')));
  Planner planner(ground, std::make_unique<BidirectionalSearch>(ground));
  const Answer answer = planner.find({.start = {0.5, 0.5},
                                      .goal = {399.5, 0.5},
                                      .node_budget = 100,
                                      .allow_partial = true,
                                      .try_straight = false});
  EXPECT_EQ(answer.outcome, Outcome::over_budget);
  EXPECT_EQ(answer.stats.expanded, 100u);
  EXPECT_GT(answer.points.back().x, 40);
}

}  // namespace
}  // namespace thalweg
