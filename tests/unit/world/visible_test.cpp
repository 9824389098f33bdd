// Bends of obstacles, and viewers compared with rays: a bend is seen
// exactly where a ray reaches it.
#include "thalweg/world/visible.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "obstacle_worlds.hpp"
#include "scope.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

std::vector<Vec2> bend_points(const Mesh& mesh) {
  const Bends bends = find_bends(mesh);
  std::vector<Vec2> points;
  for (const BendId b : bends.ids()) points.push_back(mesh.point(bends[b].vertex).xy());
  std::ranges::sort(points, [](Vec2 a, Vec2 b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  return points;
}

TEST(Bends, are_the_corners_of_obstacles_that_stick_out) {
  const World world = mesh_scene(R"(
      . . . .
      . # # .
      . # . .
      . . . . )");
  const std::vector<Vec2> wanted = {{1, 1}, {3, 1}, {3, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(bend_points(world.mesh), wanted);
}

TEST(Bends, two_obstacles_that_touch_at_a_corner_make_two_bends) {
  const World world = mesh_scene(R"(
      . # .
      # . .
      . . . )");
  // At (1, 1) the two obstacles touch: both fans are under half a turn.
  const std::vector<Vec2> wanted = {{2, 1}, {1, 2}};
  EXPECT_EQ(bend_points(world.mesh), wanted);
  // Three obstacles arranged like the sails of a mill leave a narrow fan and a wide one.
  const World mill =
      triangles({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 2, 0}, {-2, 1, 0}, {-2, -2, 0}, {2, -2, 0}},
                {0, 2, 3, 0, 4, 5, 0, 5, 6, 0, 6, 1});
  const Bends bends = find_bends(mill.mesh);
  ASSERT_EQ(bends.count(), 1u);
  EXPECT_EQ(bends[BendId(0)].vertex, VertexId(0));
  EXPECT_EQ(bends[BendId(0)].right, VertexId(4));
  EXPECT_EQ(bends[BendId(0)].left, VertexId(1));
  EXPECT_TRUE(bends.at(EdgeId(0)).is_none());
}

TEST(Bends, the_end_of_a_wall_without_thickness_is_a_full_turn) {
  MeshArrays arrays = mesh_scene(R"(
      . . .
      . . . )")
                          .mesh.arrays();
  std::vector<AreaId> edge_area(arrays.origin.size(), kGround);
  const Mesh plain = Mesh::from(arrays).value();
  for (const EdgeId e : plain.edges()) {
    if (plain.midpoint(e).xy() == Vec2{1, 0.5}) edge_area[e.value] = kBlocked;
  }
  arrays.edge_area = edge_area;
  const Mesh mesh = Mesh::from(arrays).value();
  const Bends bends = find_bends(mesh);
  ASSERT_EQ(bends.count(), 1u);
  const BendCorner& bend = bends[BendId(0)];
  EXPECT_TRUE(bend.is_full_turn);
  EXPECT_EQ(bend.left, bend.right);
  EXPECT_TRUE(is_taut(mesh, bend, {0.3, 1.9}));
}

TEST(Bends, a_taut_line_has_the_obstacle_on_one_side) {
  const World world = mesh_scene(R"(
      . . .
      . # .
      . . . )");
  const Bends bends = find_bends(world.mesh);
  for (const BendId b : bends.ids()) {
    if (world.mesh.point(bends[b].vertex).xy() != Vec2{1, 1}) continue;
    EXPECT_TRUE(is_taut(world.mesh, bends[b], {0.5, 2}));
    EXPECT_TRUE(is_taut(world.mesh, bends[b], {2, 0.5}));
    EXPECT_TRUE(is_taut(world.mesh, bends[b], {1, 2}));
    EXPECT_TRUE(is_taut(world.mesh, bends[b], {0, 1}));
    EXPECT_FALSE(is_taut(world.mesh, bends[b], {0.5, 0.5}));
  }
}

// A bend is seen exactly when a ray to it is clear.
void check_sight(const Mesh& mesh, std::uint64_t seed, int looks, int& seen) {
  const Bends bends = find_bends(mesh);
  const Viewer viewer(mesh, bends);
  Random random(seed);
  Sight sight;
  for (int i = 0; i < looks; ++i) {
    const SurfacePoint from = random_surface_point(mesh, random);
    if (!from.is_found()) continue;
    sight = viewer.look(from, std::move(sight));
    ASSERT_TRUE(sight.is_whole());
    std::vector<int> times(bends.count(), 0);
    for (const BendId b : sight.bends()) ++times[b.value];
    for (const BendId b : bends.ids()) {
      const SurfacePoint at = surface_point_of(mesh, bends[b]);
      if (at.point.xy() == from.point.xy()) continue;
      ASSERT_EQ(times[b.value], line_of_sight(mesh, from, at) ? 1 : 0)
          << "look " << i << " from " << from.point.x << "," << from.point.y << " on "
          << to_string(from.face) << " to " << at.point.x << "," << at.point.y;
      seen += times[b.value];
    }
  }
}

// Four words of a valid mesh changed: the same faces, between other corners.
Mesh broken_mesh(std::uint64_t seed) {
  MeshArrays arrays = obstacle_field(seed, {.blocked_in_16 = 1, .slits_in_16 = 0}).mesh.arrays();
  Random random(seed);
  std::vector<VertexId> origin = arrays.origin.to_vector();
  for (int i = 0; i < 4; ++i) {
    origin[random.below(static_cast<std::uint32_t>(origin.size()))] =
        VertexId(random.below(static_cast<std::uint32_t>(arrays.vertices.size())));
  }
  arrays.origin = std::move(origin);
  return Mesh::from(std::move(arrays)).value();
}

// Cones may then turn back to where they were, and part again and again.
TEST(Viewer, leaves_a_mesh_that_breaks_its_laws) {
  int left = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const Mesh mesh = broken_mesh(seed);
    EXPECT_NE(broken_face_law(mesh), std::nullopt);
    const Bends bends = find_bends(mesh);
    const Viewer viewer(mesh, bends);
    Random random(seed);
    Sight sight;
    for (int i = 0; i < 20; ++i) {
      const SurfacePoint from = random_surface_point(mesh, random);
      if (!from.is_found()) continue;
      sight = viewer.look(from, std::move(sight));
      left += sight.is_whole() ? 0 : 1;
    }
  }
  EXPECT_GT(left, 0);
}

TEST(Viewer, sees_what_a_ray_reaches_in_fields_of_obstacles) {
  int seen = 0;
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    check_sight(obstacle_field(seed).mesh, seed, 40, seen);
    check_sight(obstacle_field(seed, {.blocked_in_16 = 2, .slits_in_16 = 3}).mesh, seed, 40, seen);
    check_sight(obstacle_field(seed, {.jitter = 0}).mesh, seed, 40, seen);
    check_sight(obstacle_field(seed, {.jitter = 0, .blocked_in_16 = 1, .slits_in_16 = 4}).mesh,
                seed, 40, seen);
    check_sight(obstacle_field(seed, {.jitter = 0, .blocked_in_16 = 0, .slits_in_16 = 6}).mesh,
                seed, 40, seen);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen, static_cast<int>(500 * seeds_to_try(40)));
}

TEST(Viewer, sees_what_a_ray_reaches_between_squares) {
  int seen = 0;
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    check_sight(random_squares(seed, "...#").mesh, seed, 60, seen);
    check_sight(random_squares(seed, "....wT#").mesh, seed, 60, seen);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen, static_cast<int>(125 * seeds_to_try(40)));
}

TEST(Viewer, passes_between_corners_on_one_line_but_not_where_they_touch) {
  // From (0.5, 1) along y = 1: first an obstacle below it, then one above, then one below.
  const World world = mesh_scene(R"(
      . # . . . #
      . . . # . .
      . . . . . . )");
  const Bends bends = find_bends(world.mesh);
  const Sight sight = Viewer(world.mesh, bends).look({FaceId(0), {0.5, 1, 0}});
  int on_line = 0;
  for (const BendId b : sight.bends()) {
    on_line += world.mesh.point(bends[b].vertex).y == 1 ? 1 : 0;
  }
  EXPECT_EQ(on_line, 5);
  const World shut = mesh_scene(R"(
      . # . .
      . . # .
      . . . . )");
  const Bends few = find_bends(shut.mesh);
  const Sight less = Viewer(shut.mesh, few).look({FaceId(0), {0.5, 1, 0}});
  for (const BendId b : less.bends()) EXPECT_LE(shut.mesh.point(few[b].vertex).x, 2);
}

TEST(Viewer, keeps_floors_apart) {
  // A floor with an obstacle below a bridge with another.
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  for (const float z : {0.0f, 5.0f}) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    for (const Vec2 p : {Vec2{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}}) {
      vertices.push_back(to_float({p.x, p.y, z}));
    }
    for (const std::uint32_t c :
         {0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7}) {
      corners.push_back(base + c);
    }
  }
  const World world = triangles(vertices, corners);
  const Bends bends = find_bends(world.mesh);
  ASSERT_EQ(bends.count(), 8u);
  const Sight sight = Viewer(world.mesh, bends).look({FaceId(0), {2, 0.2, 0}});
  ASSERT_EQ(sight.bends().size(), 2u);
  for (const BendId b : sight.bends()) EXPECT_EQ(world.mesh.point(bends[b].vertex).z, 0);
}

TEST(Viewer, sees_nothing_from_nowhere) {
  const World world = random_squares(1, "..#");
  const Bends bends = find_bends(world.mesh);
  const Viewer viewer(world.mesh, bends);
  EXPECT_TRUE(viewer.look({}).bends().empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const FaceId f : world.mesh.faces()) {
    EXPECT_TRUE(viewer.look({f, {nan, 0, 0}}).bends().empty());
    if (is_walkable(world.mesh.area(f))) continue;
    EXPECT_TRUE(viewer.look({f, world.mesh.centre(f)}).bends().empty());
  }
  EXPECT_EQ(find_bends({}).count(), 0u);
}

}  // namespace
}  // namespace thalweg
