// Routes over terrain graphs: nearly as cheap as over many points of portals, and found wherever those
// are; they keep to areas, obstacles and links.
#include <gtest/gtest.h>

#include <cstdio>

#include "planners.hpp"
#include "scope.hpp"
#include "terrain_worlds.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

// The price of points as they are laid: each walked on its own face.
double laid_price(const Ground& ground, const std::vector<PathPoint>& points) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PathPoint& at = points[i];
    sum += at.link.is_none() ? ground.pricer().norm(points[i + 1].vec() - at.vec()) *
                                   ground.pricer().factor(at.face, {})
                             : ground.pricer().portal_link(at.link);
  }
  return sum;
}

TEST(TerrainGraph, answers_keep_the_laws_and_cost_what_their_points_do) {
  for (const std::uint64_t seed : seeds(5)) {
    for (const World& world : some_worlds(seed)) {
      for (const Profile& profile : {Profile::euclid(), Profile::hiker(), Profile::vehicle()}) {
        const Ground ground = on_terrain(world, profile);
        Planner planner = a_star_on(ground);
        Random random(seed);
        for (int i = 0; i < 20; ++i) {
          const Query query = random_walk(world, random);
          const Answer answer = planner.find(query);
          ASSERT_EQ(broken_law(answer, query, ground), std::nullopt);
          if (!answer.found()) continue;
          const double rounding =
              static_cast<double>(answer.route.nodes.size() + 2) * ground.metric().quantum();
          ASSERT_NEAR(laid_price(ground, answer.points), answer.price,
                      rounding + 1e-6 * answer.price);
        }
      }
    }
  }
}

struct Ratios {
  double sum = 0;
  double worst = 0;
  int count = 0;

  void add(double ratio) {
    sum += ratio;
    worst = std::max(worst, ratio);
    ++count;
  }
  double mean() const { return sum / count; }
};

TEST(TerrainGraph, routes_are_nearly_as_cheap_as_over_many_points_of_portals) {
  for (const double relief : {40.0, 400.0}) {
    for (const Profile& profile : {Profile::euclid(), Profile::hiker()}) {
      Ratios to_midpoints;
      Ratios to_fine;
      for (const std::uint64_t seed : seeds(3)) {
        const World world =
            hills(seed, {.corners = 20, .spacing = 30, .relief = relief, .has_areas = false});
        Planner terrain = a_star_on(on_terrain(world, profile));
        Planner midpoints = a_star_on(on_portals(world, profile));
        Planner fine = a_star_on(ground_of(world, GraphSpec::portals(16, 0.1f), profile));
        Random random(seed);
        for (int i = 0; i < 10; ++i) {
          const Query query = random_walk(world, random);
          const double price = terrain.find(query).price;
          to_midpoints.add(price / midpoints.find(query).price);
          to_fine.add(price / fine.find(query).price);
        }
      }
      std::printf("relief %.0f, %s: of portals %.4f (worst %.4f), of 16 points %.4f (worst %.4f)\n",
                  relief, profile.name.c_str(), to_midpoints.mean(), to_midpoints.worst,
                  to_fine.mean(), to_fine.worst);
      EXPECT_LT(to_midpoints.worst, 1.3);  // 1.14 was seen
      EXPECT_LT(to_midpoints.mean(), 1);
      EXPECT_LT(to_fine.mean(), 1.2);  // 1.13 was seen
    }
  }
}

TEST(TerrainGraph, finds_what_portals_find_between_walls) {
  for (const std::uint64_t seed : seeds(20)) {
    for (const World& world : some_worlds(seed)) {
      Planner terrain = a_star_on(on_terrain(world));
      Planner portals = a_star_on(on_portals(world));
      Random random(seed);
      for (int i = 0; i < 20; ++i) {
        const Query query = random_walk(world, random);
        ASSERT_EQ(terrain.find(query).outcome, portals.find(query).outcome) << seed << " " << i;
      }
    }
  }
}

// What a profile bans may part a vertex; then only one part is open, which may lose a passage.
TEST(TerrainGraph, finds_nearly_all_between_banned_ground_and_nothing_else) {
  Profile dry = Profile::euclid();
  dry.areas.push_back({.area = "water", .is_banned = true});
  int found = 0;
  int lost = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const World world = random_squares(seed, "..W", 12);
    Planner terrain = a_star_on(on_terrain(world, dry));
    Planner portals = a_star_on(on_portals(world, dry));
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
      const Query query = random_walk(world, random);
      const bool is_found = portals.find(query).found();
      const bool is_found_here = terrain.find(query).found();
      ASSERT_LE(is_found_here, is_found);
      found += is_found ? 1 : 0;
      lost += is_found && !is_found_here ? 1 : 0;
    }
  }
  std::printf("%d found over portals, %d of them lost at parted vertices\n", found, lost);
  EXPECT_LE(lost * 10, found);
}

TEST(TerrainGraph, nobody_slips_through_between_two_corners) {
  Profile dry = Profile::euclid();
  dry.areas.push_back({.area = "water", .is_banned = true});
  for (const char* text : {". #\n# .", ". W\nW ."}) {
    Planner planner = a_star_on(on_terrain(mesh_scene(text), dry));
    EXPECT_EQ(planner.find(query_between({0.5, 0.5}, {1.5, 1.5})).outcome, Outcome::unreachable);
  }
  EXPECT_EQ(graph_of(mesh_scene(". #\n# ."), GraphSpec::terrain()).node_count(), 8u);
  EXPECT_EQ(graph_of(mesh_scene(". W\nW ."), GraphSpec::terrain()).node_count(), 9u);
}

TEST(TerrainGraph, counts_areas_and_difficulty_and_avoids_what_is_expensive) {
  const World world = mesh_scene(R"(
      . . . . .
      . w w w .
      . w w w .
      . . . . . )");
  Profile wader = Profile::euclid();
  Planner straight = a_star_on(on_terrain(world, wader));
  wader.areas.push_back({.area = "swamp", .multiplier = 10});
  Planner around = a_star_on(on_terrain(world, wader));
  const Query query = query_between({0.5, 2}, {4.5, 2});
  EXPECT_NEAR(straight.find(query).price, 4, 1e-3);
  EXPECT_GT(around.find(query).price, 4.2);
  EXPECT_LT(around.find(query).price, 5.5);
  auto filter = std::make_shared<AreaFilter>();
  filter->avoid(kSwamp, 10);
  Query avoiding = query;
  avoiding.filter = filter;
  EXPECT_NEAR(straight.find(avoiding).price, around.find(query).price, 0.3);
}

TEST(TerrainGraph, blocked_faces_and_circles_are_walked_round) {
  const World world = hills(2, {.corners = 12, .has_areas = false});
  const Ground ground = on_terrain(world);
  Planner planner = a_star_on(ground);
  Random random(seed_of(5));
  int more_expensive = 0;
  for (int i = 0; i < 60; ++i) {
    Query query = random_walk(world, random);
    const Answer free = planner.find(query);
    query.blocked.circles.push_back({.centre = {5.5, 5.5}, .radius = 1.2});
    query.blocked.faces.push_back(FaceId(random.below(world.mesh.face_count())));
    const Answer answer = planner.find(query);
    ASSERT_EQ(broken_law(answer, query, ground), std::nullopt);
    if (!answer.found() || answer.start_moved > 0 || answer.goal_moved > 0) continue;
    ASSERT_GE(answer.cost, free.cost);
    more_expensive += answer.cost > free.cost ? 1 : 0;
  }
  EXPECT_GT(more_expensive, 5);
}

TEST(TerrainGraph, links_are_taken_and_one_way_links_stay_one_way) {
  const Link link = link_between({0.5f, 0.5f, 0}, {4.5f, 0.5f, 0});
  const World world = mesh_scene(R"(
      . . # . .
      . . # . .
      . . # . . )",
                                 {link});
  const Ground ground = on_terrain(world);
  Planner planner = a_star_on(ground);
  const Query there = query_between({0.5, 2.5}, {4.5, 2.5});
  const Answer answer = planner.find(there);
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(broken_law(answer, there, ground), std::nullopt);
  EXPECT_EQ(std::ranges::count_if(answer.points, [](const auto& p) { return !p.link.is_none(); }),
            1);
  EXPECT_EQ(planner.find(query_between({4.5, 2.5}, {0.5, 2.5})).outcome, Outcome::unreachable);
  const Query near = query_between({0.5, 0.6}, {4.5, 0.6});
  EXPECT_EQ(broken_law(planner.find(near), near, ground), std::nullopt);
}

}  // namespace
}  // namespace thalweg
