// Nearest walls, circles and random points keep to their floor: compared with all walls, on a
// spiral ramp; points are uniform by area.
#include "thalweg/path/around.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/random_point.hpp"
#include "thalweg/world/ray.hpp"
#include "unit/path/segment_of.hpp"

namespace thalweg {
namespace {

// A ramp of eight squares per turn that winds up around an open square: the second turn lies above
// the first.
World spiral() {
  constexpr int kRing[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  MeshSoup soup;
  soup.first_corner.push_back(0);
  std::vector<std::uint32_t> last;
  for (int i = 0; i < 16; ++i) {
    const auto x = static_cast<float>(kRing[i % 8][0]);
    const auto y = static_cast<float>(kRing[i % 8][1]);
    std::vector<VertexId> face;
    std::vector<std::uint32_t> made;
    for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      const Vec3f p{x + static_cast<float>(dx), y + static_cast<float>(dy),
                    static_cast<float>(i) * 0.5f};
      // The vertices of the shared edge are those of the square before.
      std::uint32_t id = static_cast<std::uint32_t>(soup.vertices.size());
      for (const std::uint32_t v : last) {
        if (soup.vertices[v].x == p.x && soup.vertices[v].y == p.y) id = v;
      }
      if (id == soup.vertices.size()) soup.vertices.push_back(p);
      face.push_back(VertexId(id));
      made.push_back(id);
    }
    soup.corners.insert(soup.corners.end(), face.begin(), face.end());
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    last = made;
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

TEST(NearWall, is_the_nearest_of_all_walls_on_one_floor) {
  FloodScratch scratch;
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(seed);
    const Mesh mesh = hills(seed, {.corners = 12}).mesh;
    Random random(seed);
    const PointSampler sampler(mesh);
    for (int i = 0; i < 500; ++i) {
      const SurfacePoint surface_point = sampler.draw(random);
      // On one floor the nearest wall of the free ground is always in sight. Two faces without a
      // portal between them have a wall; so do blocked faces on the side of free ones.
      double least = HUGE_VAL;
      for (const EdgeId e : mesh.edges()) {
        if (!is_walkable(mesh.area(mesh.face(e))) || CrossRule{}.allows(mesh, e)) continue;
        least = std::min(least, distance(segment_of(mesh, e), surface_point.point.xy()));
      }
      const NearWall wall = distance_to_wall(mesh, surface_point, {}, scratch);
      ASSERT_TRUE(wall.found());
      ASSERT_EQ(wall.distance, least);
      ASSERT_NEAR(length(wall.point.xy() - surface_point.point.xy()), least, 1e-12);
      ASSERT_FALSE(
          distance_to_wall(mesh, surface_point, {.radius = least * 0.999}, scratch).found());
      ASSERT_TRUE(distance_to_wall(mesh, surface_point, {.radius = least}, scratch).found());
    }
  }
}

TEST(NearWall, of_another_layer_does_not_count) {
  // A wide deck, and a narrow gallery above it that is not connected to it.
  const World world = triangles({{0, 0, 0},
                                 {20, 0, 0},
                                 {20, 20, 0},
                                 {0, 20, 0},
                                 {9, 0, 5},
                                 {11, 0, 5},
                                 {11, 20, 5},
                                 {9, 20, 5}},
                                {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7});
  FloodScratch scratch;
  const auto surface_point = [&](double z) {
    const Location found = locate(world.mesh, world.locator, {10, 8, z});
    return SurfacePoint{found.face, found.point};
  };
  EXPECT_EQ(distance_to_wall(world.mesh, surface_point(0), {}, scratch).distance, 8);
  EXPECT_EQ(distance_to_wall(world.mesh, surface_point(5), {}, scratch).distance, 1);
}

TEST(NearWall, nonsense_finds_nothing) {
  FloodScratch scratch;
  const World world = mesh_scene(". .");
  const double nan = std::nan("");
  EXPECT_FALSE(distance_to_wall(world.mesh, {}, {}, scratch).found());
  EXPECT_FALSE(distance_to_wall(world.mesh, {FaceId(0), {nan, 0, 0}}, {}, scratch).found());
  EXPECT_FALSE(
      distance_to_wall(world.mesh, {FaceId(0), {0.5, 0.5, 0}}, {.radius = nan}, scratch).found());
  EXPECT_TRUE(faces_in_circle(world.mesh, {}, {}, scratch).empty());
}

TEST(Circle, holds_the_faces_it_touches) {
  FloodScratch scratch;
  std::vector<FaceId> faces;
  const World world = hills(3, {.has_areas = false});
  Random random(seed_of(4));
  const PointSampler sampler(world.mesh);
  for (int i = 0; i < 300; ++i) {
    const SurfacePoint surface_point = sampler.draw(random);
    const double radius = random.between(0, 6);
    faces =
        faces_in_circle(world.mesh, surface_point, {.radius = radius}, scratch, std::move(faces));
    ASSERT_EQ(faces.front(), surface_point.face);
    std::vector<FaceId> expected;
    for (const FaceId f : world.mesh.faces()) {
      const Vec2 near = nearest_point(world.mesh, f, surface_point.point.xy());
      if (length(near - surface_point.point.xy()) <= radius) expected.push_back(f);
    }
    std::vector<FaceId> sorted = faces;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, expected);
  }
}

TEST(Circle, reaches_other_floors_only_where_they_are_joined_inside_it) {
  const World world = spiral();
  FloodScratch scratch;
  const SurfacePoint low{FaceId(0), world.mesh.centre(FaceId(0))};
  EXPECT_EQ(faces_in_circle(world.mesh, low, {.radius = 0.2}, scratch).size(), 1u);
  EXPECT_EQ(faces_in_circle(world.mesh, low, {.radius = 0.6}, scratch).size(), 2u);
  // The square above the first one is the ninth; in the plane it lies within the small circles.
  EXPECT_EQ(world.mesh.centre(FaceId(8)).xy(), low.point.xy());
  EXPECT_EQ(faces_in_circle(world.mesh, low, {.radius = 1.6}, scratch).size(), 4u);
  EXPECT_EQ(faces_in_circle(world.mesh, low, {}, scratch).size(), 16u);
}

TEST(Circle, stops_at_walls) {
  const World world = mesh_scene(". # .");
  FloodScratch scratch;
  const SurfacePoint surface_point{FaceId(0), {0.5, 0.5, 0}};
  EXPECT_EQ(faces_in_circle(world.mesh, surface_point, {}, scratch), std::vector{FaceId(0)});
}

TEST(RandomPoint, is_uniform_by_area) {
  // One face is three times as large as the other.
  const World world = triangles({{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {-1, 0, 0}}, {0, 1, 2, 0, 2, 3});
  Random random(seed_of(11));
  const PointSampler sampler(world.mesh);
  EXPECT_EQ(sampler.area(), 4);
  constexpr int kDraws = 40'000;
  int large = 0;
  int left_half = 0;  // of the large face: x < 1.5 holds three quarters of it
  for (int i = 0; i < kDraws; ++i) {
    const SurfacePoint surface_point = sampler.draw(random);
    ASSERT_TRUE(contains(world.mesh, surface_point.face, surface_point.point.xy()));
    large += surface_point.face == FaceId(0);
    left_half += surface_point.face == FaceId(0) && surface_point.point.x < 1.5;
  }
  const auto expect_share = [](int count, double share) {
    const double sigma = std::sqrt(kDraws * share * (1 - share));
    EXPECT_NEAR(count, kDraws * share, 3 * sigma);
  };
  expect_share(large, 0.75);
  expect_share(left_half, 0.75 * 0.75);
}

TEST(RandomPoint, keeps_to_the_rule_and_to_what_can_be_reached) {
  const World world = mesh_scene(R"(
      . . # . .
      . . # . . )");
  Random random(seed_of(2));
  FloodScratch scratch;
  const SurfacePoint surface_point{FaceId(0), {0.5, 0.5, 0}};
  const PointSampler reachable(world.mesh, surface_point, {}, scratch);
  EXPECT_EQ(reachable.area(), 4);
  EXPECT_EQ(PointSampler(world.mesh).area(), 8);
  for (int i = 0; i < 1000; ++i) ASSERT_LE(reachable.draw(random).point.x, 2);
  const auto is_third = [](FaceId f) { return f == FaceId(3); };
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(random_point(world.mesh, random, {is_third}).face, FaceId(3));
    ASSERT_LE(random_reachable_point(world.mesh, surface_point, random).point.x, 2);
  }
  const auto never = [](FaceId) { return false; };
  EXPECT_FALSE(random_point(world.mesh, random, {never}).is_found());
  EXPECT_FALSE(random_reachable_point(world.mesh, {}, random).is_found());
  EXPECT_FALSE(PointSampler().draw(random).is_found());
}

TEST(RandomPoint, in_a_circle_is_uniform_over_the_circle) {
  const World world = mesh_scene(". . . .\n. . . .\n. . . .\n. . . .");
  Random random(seed_of(3));
  FloodScratch scratch;
  const SurfacePoint centre{FaceId(5), {1.75, 1.75, 0}};
  const PointSampler sampler(world.mesh, centre, {.radius = 1.5}, scratch);
  constexpr int kDraws = 40'000;
  int inner = 0;
  int right = 0;
  for (int i = 0; i < kDraws; ++i) {
    const SurfacePoint surface_point = sampler.draw(random);
    const double distance = length(surface_point.point.xy() - centre.point.xy());
    ASSERT_LE(distance, 1.5);
    ASSERT_TRUE(contains(world.mesh, surface_point.face, surface_point.point.xy()));
    inner += distance < 0.75;
    right += surface_point.point.x > 1.75;
  }
  // Five standard deviations: one seed in a million is further off.
  EXPECT_NEAR(inner, kDraws * 0.25, 5 * std::sqrt(kDraws * 0.25 * 0.75));
  EXPECT_NEAR(right, kDraws * 0.5, 5 * std::sqrt(kDraws * 0.25));
}

}  // namespace
}  // namespace thalweg
