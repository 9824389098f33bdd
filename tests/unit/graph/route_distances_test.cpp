// Distances of a route: what each one counts, and how they relate.
#include "thalweg/graph/route_distances.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

// A route of random passable arcs.
std::vector<ArcId> stroll(const Ground& ground, std::uint64_t seed) {
  const Graph& graph = ground.graph();
  Random random(seed);
  NodeId at(random.below(graph.node_count()));
  std::vector<ArcId> route;
  for (int step = 0; step < 60; ++step) {
    const auto arcs = graph.arcs(at);
    if (arcs.size() == 0) break;
    const ArcId arc(graph.arrays().targets.first(at) + random.below(arcs.size()));
    if (!ground.metric().is_passable(arc)) continue;
    route.push_back(arc);
    at = graph.target(arc);
  }
  return route;
}

Profile of_base(PriceBase base) {
  Profile profile = Profile::euclid();
  profile.base = base;
  profile.axes = {.east = 1.5, .west = 1, .north = 2, .south = 1, .up = 10, .down = 5};
  return profile;
}

// A tilted plane, four triangles a square.
World tilted(float slope) {
  constexpr std::uint32_t kSide = 8;
  std::vector<Vec3f> vertices;
  const auto add = [&](float x, float y) { vertices.push_back({x, y, slope * x}); };
  for (std::uint32_t i = 0; i < (kSide + 1) * (kSide + 1); ++i) {
    add(static_cast<float>(i % (kSide + 1)), static_cast<float>(i / (kSide + 1)));
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const std::uint32_t x = i % kSide;
    const std::uint32_t y = i / kSide;
    const std::uint32_t a = y * (kSide + 1) + x;
    const std::array<std::uint32_t, 4> ring = {a, a + 1, a + kSide + 2, a + kSide + 1};
    const auto middle = static_cast<std::uint32_t>(vertices.size());
    add(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    for (std::size_t c = 0; c < 4; ++c) {
      corners.insert(corners.end(), {ring[c], ring[(c + 1) % 4], middle});
    }
  }
  return triangles(std::move(vertices), std::move(corners));
}

TEST(RouteDistances, without_terms_the_path_costs_its_base) {
  for (const std::uint64_t seed : seeds(8)) {
    const World world = hills(seed, {.has_areas = false});
    for (const PriceBase base : {PriceBase::centre, PriceBase::box, PriceBase::edge_box}) {
      const Ground ground = on_faces(world, of_base(base));
      const auto route = stroll(ground, seed);
      const auto d = route_distances(ground, route);
      const double rounding = ground.metric().quantum() * static_cast<double>(route.size());
      EXPECT_GE(d.path, d.xyz - 1e-9);
      EXPECT_LE(d.path, d.xyz + rounding) << "seed " << seed;
    }
  }
}

TEST(RouteDistances, height_and_plane_make_the_whole) {
  for (const std::uint64_t seed : seeds(8)) {
    const World world = hills(seed);
    const Ground ground = on_faces(world, Profile::thesis());
    const auto route = stroll(ground, seed);
    double xyz = 0;
    for (const ArcId arc : route) {
      const auto one = route_distances(ground, {&arc, 1});
      EXPECT_NEAR(one.xyz, std::sqrt(one.xy * one.xy + one.z * one.z), 1e-9 + 1e-9 * one.xyz);
      EXPECT_GE(one.path, one.xyz - 1e-9) << "terms only add";
      xyz += one.xyz;
    }
    const auto all = route_distances(ground, route);
    EXPECT_NEAR(all.xyz, xyz, 1e-9 * xyz);
  }
}

TEST(RouteDistances, on_one_slope_the_path_is_the_same_multiple_of_its_base) {
  const World world = tilted(1);
  const Ground ground = on_faces(world, Profile::thesis());
  const double multiple = 2 - 1 / std::sqrt(2.0);  // 1 + steepness
  for (const std::uint64_t seed : seeds(8)) {
    const auto d = route_distances(ground, stroll(ground, seed));
    ASSERT_GT(d.xyz, 0);
    EXPECT_NEAR(d.path / d.xyz, multiple, 2e-3);
  }
}

TEST(RouteDistances, each_step_of_the_centre_triangulation_is_half_a_square) {
  const World world = tilted(0.25f);
  const Ground ground = on_faces(world, Profile::thesis());
  const auto route = stroll(ground, 5);
  ASSERT_FALSE(route.empty());
  const auto d = route_distances(ground, route);
  EXPECT_EQ(d.xy, 0.5 * static_cast<double>(route.size()));
}

TEST(RouteDistances, a_link_counts_as_the_line_between_its_ends) {
  const Link link{.from = {0.5f, 0.5f, 0}, .to = {3.5f, 4.5f, 0}, .length = 1};
  const World world = mesh_scene("....\n....\n....\n....\n....\n", {link});
  const Ground ground = on_faces(world, Profile::euclid());
  for (const ArcId arc : ground.graph().arcs()) {
    if (!ground.graph().label(arc).is_link()) continue;
    const auto d = route_distances(ground, {&arc, 1});
    EXPECT_EQ(d.xyz, 5);
    EXPECT_EQ(d.xy, 5);
    EXPECT_EQ(d.z, 0);
    EXPECT_NEAR(d.path, 1, 0.01) << "from centre to centre the walk to the link is nothing";
    return;
  }
  FAIL() << "no link";
}

TEST(RouteDistances, no_route_is_no_distance) {
  const World world = tilted(1);
  const auto d = route_distances(on_faces(world, Profile::thesis()), {});
  EXPECT_EQ(d.path + d.xyz + d.xy + d.z, 0);
}

}  // namespace
}  // namespace thalweg
