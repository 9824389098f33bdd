// Paths over priced ground: the band search, the efforts, the oracle.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "graph/ground_walks.hpp"
#include "grounds.hpp"
#include "path/cheapest.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/ground_oracle.hpp"

namespace thalweg {
namespace {

bool is_whole(const Mesh& mesh, const EdgePath& edge_path) {
  FaceId at = edge_path.start.face;
  for (const EdgePoint& c : edge_path.crossings) {
    if (mesh.face(c.edge) != at || !(c.share >= 0 && c.share <= 1)) return false;
    at = mesh.across(c.edge);
  }
  return at == edge_path.goal.face;
}

struct Trip {
  EdgePath edge_path;
  double price = 0;  // of the route
  Query query;
};

// Routes on a portal graph between random points of the world.
std::vector<Trip> trips(const Ground& ground, std::uint64_t seed, int count) {
  Planner planner = a_star_on(ground);
  Random random(seed);
  std::vector<Trip> all;
  for (int i = 0; i < count; ++i) {
    const Query query{.start = random_point(ground.world(), random),
                      .goal = random_point(ground.world(), random),
                      .try_straight = false,
                      .shape = Shape::midpoints};
    Answer answer = planner.find(query);
    if (!answer.found()) continue;
    for (PathPoint& point : answer.points) {
      const Vec3 local = ground.world().frame().to_local({point.x, point.y, point.z});
      point.x = local.x;
      point.y = local.y;
      point.z = local.z;
    }
    Trip trip{{}, answer.price, query};
    if (find_edge_path({ground.world(), ground.pricer(), nullptr}, answer.points, trip.edge_path)) {
      all.push_back(trip);
    }
  }
  return all;
}

TEST(BandSearch, paths_are_whole_and_the_whole_mesh_is_at_least_as_good) {
  BandSearch band;
  EdgePathDescent descent;
  int compared = 0;
  for (const std::uint64_t seed : seeds(8)) {
    const World world = hills(seed);
    for (const NamedProfile& named : named_profiles()) {
      const Ground ground = on_portals(world, named.make());
      const EdgePathPricer pricer({world, ground.pricer(), nullptr});
      descent.use(pricer);
      for (const Trip& trip : trips(ground, seed, 4)) {
        EdgePath narrow;
        EdgePath wide;
        ASSERT_TRUE(band.find(pricer, trip.edge_path, {1, 8}, narrow)) << named.name;
        ASSERT_TRUE(band.find(pricer, trip.edge_path, {BandOptions::kWholeMesh, 8}, wide));
        ASSERT_TRUE(is_whole(world.mesh, narrow));
        ASSERT_TRUE(is_whole(world.mesh, wide));
        EXPECT_LE(pricer.price(wide), pricer.price(narrow) * (1 + 1e-4)) << named.name;
        EdgePath again;
        ASSERT_TRUE(band.find(pricer, trip.edge_path, {1, 8}, again));
        EXPECT_EQ(again.crossings, narrow.crossings);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10);
}

TEST(BandSearch, gentle_ground_needs_fewer_points) {
  const World level = mesh_scene(". . . . . .\n. . . . . .\n. . . . . .");
  const Ground even = on_portals(level);
  const EdgePathPricer pricer({level, even.pricer(), nullptr});
  BandSearch band;
  for (const Trip& trip : trips(even, 1, 10)) {
    EXPECT_TRUE(band.is_gentle(pricer, trip.edge_path, 0.04));
    EdgePath found;
    ASSERT_TRUE(band.find(pricer, trip.edge_path, {BandOptions::kWholeMesh, 16}, found));
    const auto all = band.stats().generated;
    ASSERT_TRUE(band.find(pricer, trip.edge_path, {BandOptions::kWholeMesh, 16, 0.04}, found));
    EXPECT_LE(band.stats().generated, all);
  }
  const World world = hills(3);
  const Ground steep = on_portals(world, Profile::thesis());
  const EdgePathPricer by_thesis({world, steep.pricer(), nullptr});
  for (const Trip& trip : trips(steep, 1, 10)) {
    if (trip.edge_path.crossings.size() < 8) continue;
    EXPECT_FALSE(band.is_gentle(by_thesis, trip.edge_path, 0.04));
  }
}

TEST(CheapestShaper, more_effort_gives_cheaper_paths_and_the_oracle_the_cheapest) {
  for (const NamedProfile& named : named_profiles()) {
    std::array<double, CheapestShaper::kMostEffort + 1> sums = {};
    double count = 0;
    for (const std::uint64_t seed : seeds(6)) {
      const World world = hills(seed);
      const Ground ground = on_portals(world, named.make());
      const EdgePathPricer pricer({world, ground.pricer(), nullptr});
      CheapestShaper shaper;
      GroundOracle oracle(ground);
      for (const Trip& trip : trips(ground, seed, 4)) {
        const auto best = oracle.find(trip.edge_path.start, trip.edge_path.goal);
        ASSERT_TRUE(best.is_found);
        EXPECT_NEAR(walks_over(ground, nullptr).path_price(best.points), best.price,
                    1e-6 * best.price);
        for (std::uint32_t effort = 0; effort < sums.size(); ++effort) {
          EdgePath edge_path = trip.edge_path;
          const double price = shaper.shape(pricer, edge_path, effort);
          ASSERT_LE(price, pricer.price(trip.edge_path) * (1 + 1e-12));
          ASSERT_NEAR(price, pricer.price(edge_path), 1e-9 * price);
          // Past vertices at walls, which the oracle does not stop at, no terms between faces count.
          const bool has_terms = named.name == "thesis";
          EXPECT_GE(price, best.price * (has_terms ? 0.9 : 1 - 2e-3))
              << named.name << ", effort " << effort;
          sums[effort] += price / best.price;
        }
        count += 1;
      }
    }
    if (count < 8) continue;  // too steep, or too few for a mean
    std::printf("%-10s", named.name.data());
    for (const double sum : sums) std::printf(" %.4f", sum / count);
    std::printf(" of the optimum with effort 0 to 3\n");
    for (std::size_t i = 1; i < sums.size(); ++i) {
      EXPECT_LE(sums[i], sums[i - 1] + 1e-3 * count) << named.name << ", effort " << i;
    }
    EXPECT_LE(sums[3], 1.03 * count) << named.name;
  }
}

// The price along the portals that a funnel crossed is the price that rays find.
TEST(GroundPaths, taut_prices_are_those_of_rays) {
  int compared = 0;
  for (const Profile& profile : {Profile::euclid(), Profile::hiker()}) {
    const Ground ground = on_portals(hills(5, {.corners = 24}), profile);
    const Walks walks = walks_over(ground, nullptr);
    Planner planner = a_star_on(ground);
    Shaper shaper;
    Random random(seed_of(3));
    for (int i = 0; i < 150; ++i) {
      Query query{.try_straight = false, .shape = Shape::funnel};
      query.start = random_point(ground.world(), random);
      query.goal = random_point(ground.world(), random);
      const Answer answer = planner.find(query);
      if (!answer.found() || answer.corridor.steps.empty()) continue;
      const ShapeOptions options{.pull_again = i % 2 == 0};
      const auto points = shaper.shape(ground.world(), answer.corridor, options, {}, walks.rules());
      const double taut = EdgePathPricer(walks.faces()).price(shaper.string());
      const double cast = walks.path_price(points);
      if (!(taut < kNoLimit)) continue;
      ++compared;
      ASSERT_GE(taut, cast * (1 - 1e-9)) << i;
      ASSERT_LE(taut, cast * 1.001 + 1e-6) << i;
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace thalweg
