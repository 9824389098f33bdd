// Formations: points around another, on the same ground and apart from each other.
#include <gtest/gtest.h>

#include "crowd_scene.hpp"
#include "scope.hpp"
#include "thalweg/crowd/group.hpp"

namespace thalweg {
namespace {

TEST(Formation, lie_apart_on_the_same_ground) {
  for (const std::uint64_t seed : seeds(20)) {
    const World world = hills(seed);
    Random random(seed);
    const Point p = random_point_near(world, random);
    const Location at = locate(world.mesh, world.locator, {p.x, p.y, kNoHeight}, {.reach = 5});
    ASSERT_TRUE(at.found());
    const SurfacePoint surface_point = surface_point_on(world.mesh, at.face, at.point.xy());
    const auto surface_points =
        formation_around(world.mesh, surface_point, {.count = 30, .spacing = 0.7});
    ASSERT_FALSE(surface_points.empty());
    EXPECT_EQ(surface_points.front(), surface_point);
    for (std::size_t i = 0; i < surface_points.size(); ++i) {
      EXPECT_TRUE(contains(world.mesh, surface_points[i].face, surface_points[i].point.xy()));
      EXPECT_TRUE(is_walkable(world.mesh.area(surface_points[i].face)));
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_GE(length(surface_points[i].point.xy() - surface_points[k].point.xy()), 0.7 - 1e-9);
      }
    }
  }
}

TEST(Formation, fill_rings_in_the_open_and_what_there_is_in_a_closet) {
  const World world = mesh_scene(kHalls);
  const auto surface_point = [&](double x, double y) {
    const Location at = locate(world.mesh, world.locator, {x, y, kNoHeight});
    return SurfacePoint{at.face, at.point};
  };
  const auto open = formation_around(world.mesh, surface_point(13, 4), {.count = 19, .spacing = 1});
  ASSERT_EQ(open.size(), 19u);
  for (const SurfacePoint& at : open) {
    EXPECT_LE(length(at.point.xy() - Vec2{13, 4}), 2 + 1e-9);
  }
  const World closet = mesh_scene("# # #\n# . #\n# # #");
  const Location at = locate(closet.mesh, closet.locator, {1.5, 1.5, kNoHeight});
  EXPECT_EQ(formation_around(closet.mesh, {at.face, at.point}, {.count = 9, .spacing = 1}).size(),
            1u);
  EXPECT_TRUE(formation_around(world.mesh, {}, {.count = 3}).empty());
  EXPECT_TRUE(
      formation_around(world.mesh, surface_point(13, 4), {.count = 3, .spacing = kNan}).empty());
  EXPECT_TRUE(formation_around(world.mesh, surface_point(13, 4), {.count = 0}).empty());
}

}  // namespace
}  // namespace thalweg
