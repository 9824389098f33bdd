// Obstacles: joined walls, several floors noticed, and sweeps that see at least
// the corners that a viewer sees.
#include "thalweg/world/obstacles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "obstacle_worlds.hpp"
#include "scope.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

Obstacles obstacles_of(const World& world) {
  return find_obstacles(world.mesh, find_bends(world.mesh));
}

TEST(Obstacles, walls_that_go_on_straight_are_joined) {
  const Obstacles found = obstacles_of(mesh_scene(R"(
      . . . . .
      . # # # .
      . . . . . )"));
  EXPECT_EQ(found.screen.walls().size(), 8u);  // four of the obstacle, four around all
  EXPECT_EQ(found.screen.ends().size(), 8u);
  EXPECT_EQ(found.corners.size(), 4u);
  EXPECT_TRUE(found.is_one_floor);
}

TEST(Obstacles, two_floors_are_noticed) {
  const std::vector<Vec3f> corners = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 5}, {2, 1, 5},
                                      {1, 2, 5}, {9, 9, 0}, {9, 8, 0}, {8, 8, 0}};
  EXPECT_FALSE(obstacles_of(triangles(corners, {0, 1, 2, 3, 4, 5})).is_one_floor);
  EXPECT_TRUE(obstacles_of(triangles(corners, {0, 1, 2, 6, 8, 7})).is_one_floor);
}

// True when the surface point lies on no edge of its face.
bool is_inside(const Mesh& mesh, const SurfacePoint& surface_point) {
  for (const EdgeId e : mesh.edges(surface_point.face)) {
    if (orientation(mesh.start(e).xy(), mesh.end(e).xy(), surface_point.point.xy()) <= 0)
      return false;
  }
  return true;
}

// What the rotating ray sees is what a look from face to face sees. Where several obstacles touch
// at one corner, and from corners themselves, the ray may see more, never less.
TEST(SightSweep, sees_the_corners_that_a_viewer_sees) {
  std::size_t seen_by_viewers = 0;
  std::size_t seen_from_within = 0;
  std::size_t seen_besides = 0;
  std::size_t crossed = 0;
  SightSweep sweep;
  for (const std::uint64_t seed : seeds(200)) {
    const auto number = static_cast<std::uint32_t>(seed);
    const World world = obstacle_field(seed, {.jitter = seed % 2 == 0 ? 0.3 : 0,
                                              .blocked_in_16 = number % 5,
                                              .slits_in_16 = number % 3});
    const Bends bends = find_bends(world.mesh);
    const Obstacles obstacles = find_obstacles(world.mesh, bends);
    if (!obstacles.is_one_floor) {  // one world in 200: rounding makes joined walls cross
      ++crossed;
      continue;
    }
    const Viewer viewer(world.mesh, bends);
    Random random(seed);
    for (int i = 0; i < 10; ++i) {
      const SurfacePoint from = random_surface_point(world.mesh, random);
      if (from.face.is_none()) continue;
      const auto seen = sweep.look(obstacles.screen, obstacles.corners, from.point.xy());
      const Sight sight = viewer.look(from);
      seen_by_viewers += sight.bends().size();
      for (const BendId bend : sight.bends()) {
        if (obstacles.corners[bend.value] == from.point.xy()) continue;
        ASSERT_NE(std::ranges::find(seen, bend.value), seen.end()) << "seed " << seed;
      }
      const bool is_within = seed % 2 == 0 && is_inside(world.mesh, from);
      if (!is_within) continue;
      seen_from_within += sight.bends().size();
      seen_besides += seen.size() - std::min(seen.size(), sight.bends().size());
    }
  }
  EXPECT_LE(crossed, 6u);
  EXPECT_GT(seen_by_viewers, 3000u);
  EXPECT_GT(seen_from_within, 500u);
  EXPECT_LT(seen_besides, seen_from_within / 20);
}

}  // namespace
}  // namespace thalweg
