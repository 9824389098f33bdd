// Funnels for discs: distance from wall corners, turns within the limit,
// and continuity in the radius.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/shape.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

// The corners along the sides of the corridor that a wall touches, and whether all of them leave
// room: between each pair, to the walls of the corridor's faces, and to the ends.
struct WallCorners {
  std::vector<Vec2> corners;
  bool is_roomy = true;
};

bool touches_wall_slowly(const Mesh& mesh, VertexId v) {
  for (const EdgeId e : mesh.edges()) {
    if (mesh.origin(e) != v && mesh.target(e) != v) continue;
    if (!CrossRule{}.allows(mesh, e) || !is_walkable(mesh.area(mesh.face(e)))) return true;
  }
  return false;
}

WallCorners wall_corners(const World& world, const Corridor& corridor, double radius) {
  const Mesh& mesh = world.mesh;
  WallCorners result;
  std::vector<VertexId> vertices;
  std::vector<FaceId> faces{corridor.goal.face};
  for (const CorridorStep& step : corridor.steps) {
    faces.push_back(step.face);
    vertices.push_back(mesh.origin(step.portal));
    vertices.push_back(mesh.target(step.portal));
  }
  for (std::size_t i = 0; i + 1 < corridor.steps.size(); ++i) {
    for (const EdgeId e : mesh.edges(corridor.steps[i + 1].face))
      vertices.push_back(mesh.origin(e));
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  // Slightly over two radii, because the polygons extend beyond their circles.
  const double room = 2.1 * radius;
  for (const VertexId v : vertices) {
    const Vec2 p = mesh.point(v).xy();
    for (const VertexId w : vertices) {
      if (w != v && length(mesh.point(w).xy() - p) < room) result.is_roomy = false;
    }
    for (const FaceId face : faces) {
      for (const EdgeId e : mesh.edges(face)) {
        if (CrossRule{}.allows(mesh, e) || mesh.origin(e) == v || mesh.target(e) == v) continue;
        const Segment2 wall{mesh.start(e).xy(), mesh.end(e).xy()};
        if (distance(wall, p) < room) result.is_roomy = false;
      }
    }
    if (!touches_wall_slowly(mesh, v)) continue;
    result.corners.push_back(p);
    for (const SurfacePoint& end : {corridor.start, corridor.goal}) {
      if (length(end.point.xy() - p) < radius) result.is_roomy = false;
    }
  }
  return result;
}

TEST(RoundFunnel, keeps_its_distance_from_wall_corners) {
  std::size_t checked = 0;
  Shaper shaper;
  for (const std::uint64_t seed : seeds(12)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      if (name == "linked hills") continue;
      for (const Corridor& corridor : random_corridors(world, 60, seed)) {
        for (const double radius : {0.05, 0.2, 0.4}) {
          const auto [corners, is_roomy] = wall_corners(world, corridor, radius);
          const auto points = shaper.shape(world, corridor, {.radius = radius});
          ASSERT_EQ(broken_local_law(points, world), std::nullopt) << name << " seed " << seed;
          if (!is_roomy) continue;
          ++checked;
          for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const Segment2 walk{points[i].vec().xy(), points[i + 1].vec().xy()};
            for (const Vec2 corner : corners) {
              ASSERT_GE(distance(walk, corner), radius - 1e-6)
                  << name << " seed " << seed << " radius " << radius;
            }
          }
          const double plain = plan_length(shape_corridor(world, corridor));
          EXPECT_GE(plan_length(points), plain - 1e-9) << name << " seed " << seed << " radius "
                                                       << radius << " to " << corridor.goal.point.x;
        }
      }
    }
  }
  EXPECT_GT(checked, 500u);
}

TEST(RoundFunnel, a_small_radius_changes_little_and_none_nothing) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 50, seed)) {
        const auto plain = shape_corridor(world, corridor, {});
        EXPECT_EQ(shape_corridor(world, corridor, {.radius = 0}), plain);
        EXPECT_EQ(shape_corridor(world, corridor, {.radius = -1}), plain);
        const auto close = shape_corridor(world, corridor, {.radius = 1e-7});
        EXPECT_NEAR(plan_length(close), plan_length(plain),
                    1e-6 * static_cast<double>(plain.size()));
      }
    }
  }
}

TEST(RoundFunnel, grows_with_the_radius_and_stays_near_the_midpoint_line) {
  for (const std::uint64_t seed : seeds(10)) {
    const World world = crooked(seed);
    for (const Corridor& corridor : random_corridors(world, 60, seed)) {
      if (!wall_corners(world, corridor, 0.15).is_roomy) continue;
      double last = 0;
      for (const double radius : {0.0, 0.03, 0.06, 0.1, 0.15}) {
        const auto points = shape_corridor(world, corridor, {.radius = radius, .arc_degrees = 1});
        const double metres = plan_length(points);
        EXPECT_GE(metres, last - 1e-4);
        last = metres;
      }
      EXPECT_LE(
          last,
          plan_length(shape_corridor(world, corridor, {.shape = Shape::midpoints})) * 1.01 + 0.2);
    }
  }
}

TEST(RoundFunnel, a_narrow_portal_is_crossed_in_its_middle) {
  const World world = mesh_scene(R"(
      . . . . .
      # # . # #
      . . . . . )");
  Random random(seed_of(2));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(14), random);
  corridor.start = {FaceId(0), {0.25, 0.5, 0}};
  corridor.goal = {FaceId(14), {4.75, 2.5, 0}};
  const auto points = shape_corridor(world, corridor, {.radius = 3, .every_crossing = true});
  int crossings = 0;
  for (const PathPoint& p : points) {
    if (p.y == 1 || p.y == 2) {
      EXPECT_NEAR(p.x, 2.5, 1e-9);
      ++crossings;
    }
  }
  EXPECT_EQ(crossings, 2);
}

TEST(RoundFunnel, turns_at_most_so_much_at_one_point) {
  const World world = mesh_scene(R"(
      . . . .
      . # # #
      . . . . )");
  Random random(seed_of(2));
  Corridor corridor = FaceTree(world, FaceId(3), false, random).to(world, FaceId(11), random);
  corridor.start = {FaceId(3), {3.5, 0.5, 0}};
  corridor.goal = {FaceId(11), {3.5, 2.5, 0}};
  for (const double degrees : {5.0, 30.0, 90.0}) {
    const auto points = shape_corridor(world, corridor, {.radius = 0.25, .arc_degrees = degrees});
    for (std::size_t i = 2; i < points.size(); ++i) {
      const Vec2 in = points[i - 1].vec().xy() - points[i - 2].vec().xy();
      const Vec2 out = points[i].vec().xy() - points[i - 1].vec().xy();
      const double cosine = dot(in, out) / (length(in) * length(out));
      EXPECT_LE(std::acos(cosine) * 57.29578, degrees + 1e-6);
    }
  }
}

}  // namespace
}  // namespace thalweg
