// Rays compared with a flood through the portals that a segment touches, for all pairs of
// special points and among thin walls.
#include "thalweg/world/ray.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "obstacle_worlds.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/import/merge.hpp"

namespace thalweg {
namespace {

// A slow, simple oracle: floods over faces through the portals that the segment touches.
bool sees_slowly(const Mesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                 const CrossRule& rule = {}) {
  const Segment2 sight{from.point.xy(), to.point.xy()};
  std::vector<bool> seen(mesh.face_count(), false);
  std::vector<FaceId> open = {from.face};
  seen[from.face.value] = true;
  while (!open.empty()) {
    const FaceId face = open.back();
    open.pop_back();
    if (face == to.face) return true;
    for (const EdgeId e : mesh.edges(face)) {
      if (!rule.allows(mesh, e) || seen[mesh.across(e).value]) continue;
      if (!meet(sight, {mesh.start(e).xy(), mesh.end(e).xy()})) continue;
      seen[mesh.across(e).value] = true;
      open.push_back(mesh.across(e));
    }
  }
  return false;
}

// What must hold for every ray.
void expect_lawful_ray(const Mesh& mesh, const SurfacePoint& from, Vec2 to) {
  std::vector<EdgeId> crossed;
  const auto note = [&](EdgeId edge) { crossed.push_back(edge); };
  const Ray ray = cast_ray(mesh, from, to, {}, note);
  FaceId face = from.face;
  for (const EdgeId e : crossed) {
    ASSERT_EQ(mesh.face(e), face);
    ASSERT_TRUE(CrossRule{}.allows(mesh, e));
    face = mesh.across(e);
  }
  ASSERT_EQ(ray.end.face, face);
  ASSERT_EQ(ray.wall.is_none(), ray.is_clear);
  ASSERT_TRUE(contains(mesh, ray.end.face, ray.end.point.xy()));
  ASSERT_EQ(ray.end.point.z, mesh.height_at(ray.end.face, ray.end.point.xy()));
  if (ray.is_clear) {
    ASSERT_EQ(ray.end.point.xy(), to);
  } else {
    ASSERT_EQ(mesh.face(ray.wall), ray.end.face);
    ASSERT_FALSE(CrossRule{}.allows(mesh, ray.wall));
    ASSERT_LT(distance(Segment2{from.point.xy(), to}, ray.end.point.xy()), 1e-9);
    ASSERT_LT(
        distance(Segment2{mesh.start(ray.wall).xy(), mesh.end(ray.wall).xy()}, ray.end.point.xy()),
        1e-9);
  }
}

void expect_right(const Mesh& mesh, const SurfacePoint& from, const SurfacePoint& to) {
  ASSERT_EQ(line_of_sight(mesh, from, to), sees_slowly(mesh, from, to))
      << to_string(from.face) << " " << from.point.x << "," << from.point.y << " to "
      << to_string(to.face) << " " << to.point.x << "," << to.point.y;
  expect_lawful_ray(mesh, from, to.point.xy());
}

// A picture of n x n letters, '#' once in `rarity`.
std::string random_picture(Random& random, std::uint32_t n, std::uint32_t rarity) {
  std::string text;
  for (std::uint32_t i = 0; i < n * n; ++i) {
    text += random.below(rarity) == 0 ? '#' : '.';
    if ((i + 1) % n == 0) text += '\n';
  }
  return text;
}

// `mesh` with thin walls: some portals blocked.
Mesh with_thin_walls(const Mesh& mesh, Random& random) {
  MeshArrays arrays = mesh.arrays();
  std::vector<AreaId> area(mesh.edge_count(), kGround);
  for (const EdgeId e : mesh.edges()) {
    if (mesh.twin(e).is_none() || mesh.twin(e) < e || random.below(4) != 0) continue;
    area[e.value] = area[mesh.twin(e).value] = kBlocked;
  }
  arrays.edge_area = area;
  return Mesh::from(std::move(arrays)).value();
}

// Every corner, edge midpoint and centre of every walkable face.
std::vector<SurfacePoint> special_surface_points(const Mesh& mesh) {
  std::vector<SurfacePoint> surface_points;
  for (const FaceId f : mesh.faces()) {
    if (!is_walkable(mesh.area(f))) continue;
    surface_points.push_back(surface_point_on(mesh, f, mesh.centre(f).xy()));
    for (const EdgeId e : mesh.edges(f)) {
      surface_points.push_back(surface_point_on(mesh, f, mesh.start(e).xy()));
      surface_points.push_back(surface_point_on(mesh, f, mesh.midpoint(e).xy()));
    }
  }
  return surface_points;
}

void expect_right_for_all_special_pairs(const Mesh& mesh) {
  const std::vector<SurfacePoint> surface_points = special_surface_points(mesh);
  for (const SurfacePoint& from : surface_points) {
    for (const SurfacePoint& to : surface_points) {
      expect_right(mesh, from, to);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// A surface point inside a random walkable face: a mix of its corners.
SurfacePoint random_inner_surface_point(const Mesh& mesh, Random& random) {
  FaceId face;
  do {
    face = FaceId(random.below(mesh.face_count()));
  } while (!is_walkable(mesh.area(face)));
  Vec2 sum;
  double weight = 0;
  for (const EdgeId e : mesh.edges(face)) {
    const double w = random.unit();
    sum = sum + mesh.start(e).xy() * w;
    weight += w;
  }
  return surface_point_on(mesh, face, sum * (1 / weight));
}

TEST(Ray, all_pairs_of_special_points_on_squares_agree_with_the_flood) {
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const World world = mesh_scene(random_picture(random, 4, 2 + random.below(5)));
    expect_right_for_all_special_pairs(world.mesh);
    if (HasFatalFailure()) return;
  }
}

TEST(Ray, all_pairs_of_special_points_among_thin_walls_agree_with_the_flood) {
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const World world = mesh_scene(random_picture(random, 4, 12));
    expect_right_for_all_special_pairs(with_thin_walls(world.mesh, random));
    if (HasFatalFailure()) return;
  }
}

TEST(Ray, all_pairs_of_special_points_on_merged_faces_agree_with_the_flood) {
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const World world = mesh_scene(random_picture(random, 6, 3 + random.below(6)));
    expect_right_for_all_special_pairs(merge_convex(world.mesh).value());
    if (HasFatalFailure()) return;
  }
}

TEST(Ray, all_pairs_of_special_points_on_hills_agree_with_the_flood) {
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(seed);
    expect_right_for_all_special_pairs(hills(seed, {.corners = 5}).mesh);
    if (HasFatalFailure()) return;
  }
}

TEST(Ray, random_pairs_on_hills_agree_with_the_flood) {
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Mesh mesh = hills(seed).mesh;
    for (int i = 0; i < 2000; ++i) {
      const SurfacePoint from = random_inner_surface_point(mesh, random);
      const SurfacePoint to = random_inner_surface_point(mesh, random);
      expect_right(mesh, from, to);
      if (HasFatalFailure()) return;
      ASSERT_EQ(line_of_sight(mesh, from, to), line_of_sight(mesh, to, from));
    }
  }
}

// Decides in the plane: the segment enters no blocked square and passes between no touching pair.
bool is_clear_on_squares(const Picture& picture, Vec2 a, Vec2 b) {
  const auto is_blocked = [&](int x, int y) {
    if (x < 0 || y < 0) return true;
    const auto column = static_cast<std::uint32_t>(x);
    const auto row = static_cast<std::uint32_t>(y);
    if (column >= picture.width || row >= picture.height) return true;
    return picture.letters[row * picture.width + column] == '#';
  };
  const auto side = [&](int x, int y) {
    return orientation(a, b, {static_cast<double>(x), static_cast<double>(y)});
  };
  const int width = static_cast<int>(picture.width);
  const int height = static_cast<int>(picture.height);
  for (int y = -1; y <= height; ++y) {
    for (int x = -1; x <= width; ++x) {
      if (!is_blocked(x, y)) continue;
      if (std::max(a.x, b.x) <= x || std::min(a.x, b.x) >= x + 1) continue;
      if (std::max(a.y, b.y) <= y || std::min(a.y, b.y) >= y + 1) continue;
      const int sides[] = {side(x, y), side(x + 1, y), side(x, y + 1), side(x + 1, y + 1)};
      if (std::ranges::any_of(sides, [](int s) { return s > 0; }) &&
          std::ranges::any_of(sides, [](int s) { return s < 0; })) {
        return false;
      }
    }
  }
  // A blocked square at a corner lies to the left if its centre does.
  for (int y = 0; y <= height; ++y) {
    for (int x = 0; x <= width; ++x) {
      const Vec2 v{static_cast<double>(x), static_cast<double>(y)};
      if (v == a || v == b || side(x, y) != 0 || !meet({a, b}, {v, v})) continue;
      bool left = false;
      bool right = false;
      for (const int dy : {-1, 0}) {
        for (const int dx : {-1, 0}) {
          if (!is_blocked(x + dx, y + dy)) continue;
          const int s = orientation(a, b, {x + dx + 0.5, y + dy + 0.5});
          left |= s > 0;
          right |= s < 0;
        }
      }
      if (left && right) return false;
    }
  }
  return true;
}

TEST(Ray, squares_judge_alike) {
  for (const std::uint64_t seed : seeds(60)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string text = random_picture(random, 8, 3 + random.below(8));
    const Picture drawn = picture(text);
    const World world = mesh_scene(text);
    const Mesh merged = merge_convex(world.mesh).value();
    const Locator locator = build_locator(merged);
    // Multiples of 1/8: lines through corners are common; ends on corners are excluded.
    const auto any_point = [&] {
      for (;;) {
        const Vec2 p{random.below(64) / 8.0, random.below(64) / 8.0};
        if (p.x == std::floor(p.x) || p.y == std::floor(p.y)) continue;
        if (locate(world.mesh, world.locator, {p.x, p.y, 0}).found()) return p;
      }
    };
    for (int i = 0; i < 1000; ++i) {
      const Vec2 a = any_point();
      const Vec2 b = any_point();
      const bool expected = is_clear_on_squares(drawn, a, b);
      const Location on_square = locate(world.mesh, world.locator, {a.x, a.y, 0});
      const Location on_merged = locate(merged, locator, {a.x, a.y, 0});
      const Ray ray = cast_ray(world.mesh, {on_square.face, on_square.point}, b);
      ASSERT_EQ(ray.is_clear, expected) << a.x << "," << a.y << " to " << b.x << "," << b.y;
      ASSERT_EQ(cast_ray(merged, {on_merged.face, on_merged.point}, b).is_clear, expected);
    }
  }
}

TEST(Ray, slips_past_one_corner_but_not_between_two) {
  const World one = mesh_scene(R"(
      . # .
      . . .
      . . . )");
  const SurfacePoint low{FaceId(0), {0.5, 0.5, 0}};
  EXPECT_TRUE(cast_ray(one.mesh, low, {1.5, 1.5}).is_clear);
  const World two = mesh_scene(R"(
      . # .
      # . .
      . . . )");
  const Ray ray = cast_ray(two.mesh, low, {1.5, 1.5});
  EXPECT_FALSE(ray.is_clear);
  EXPECT_EQ(ray.end, (SurfacePoint{FaceId(0), {1, 1, 0}}));
}

TEST(Ray, keeps_to_its_floor_on_a_bridge) {
  // A road along x below a bridge along y, both of two triangles.
  const World world = triangles(
      {{0, 4, 0}, {10, 4, 0}, {10, 6, 0}, {0, 6, 0}, {4, 0, 5}, {6, 0, 5}, {6, 10, 5}, {4, 10, 5}},
      {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7});
  const auto at = [&](double x, double y, double z) {
    const Location found = locate(world.mesh, world.locator, {x, y, z});
    return SurfacePoint{found.face, found.point};
  };
  EXPECT_TRUE(line_of_sight(world.mesh, at(1, 5, 0), at(9, 5, 0)));
  EXPECT_TRUE(line_of_sight(world.mesh, at(5, 1, 5), at(5, 9, 5)));
  EXPECT_FALSE(line_of_sight(world.mesh, at(1, 5, 0), at(5, 5, 5)));
  EXPECT_TRUE(line_of_sight(world.mesh, at(1, 5, 0), at(5, 5, 0)));
  const Ray ray = cast_ray(world.mesh, at(5, 5, 5), {9, 5});
  EXPECT_FALSE(ray.is_clear);
  EXPECT_EQ(ray.end.point, (Vec3{6, 5, 5}));
}

TEST(Ray, a_wall_without_thickness_is_passed_on_the_open_side) {
  // The seam y = 1 is walled from x = 1 to 3; a block touches it on one side.
  for (const bool blocks_above : {false, true}) {
    const World world = mesh_scene(blocks_above ? ". . . .\n. . # ." : ". . # .\n. . . .");
    MeshArrays arrays = world.mesh.arrays();
    std::vector<AreaId> area(world.mesh.edge_count(), kGround);
    for (const EdgeId e : world.mesh.edges()) {
      const Vec3 middle = world.mesh.midpoint(e);
      if (middle.y == 1 && middle.x > 1 && middle.x < 3) area[e.value] = kBlocked;
    }
    arrays.edge_area = area;
    const Mesh mesh = Mesh::from(std::move(arrays)).value();
    for (const FaceId f : {FaceId(0), FaceId(4)}) {
      expect_lawful_ray(mesh, surface_point_on(mesh, f, {0.5, 1}), {3.5, 1});
      EXPECT_TRUE(cast_ray(mesh, surface_point_on(mesh, f, {0.5, 1}), {3.5, 1}).is_clear);
    }
    for (const FaceId f : {FaceId(1), FaceId(5)}) {
      const bool is_open = (f == FaceId(1)) == blocks_above;
      EXPECT_EQ(line_of_sight(mesh, surface_point_on(mesh, FaceId(0), {0.5, 1}),
                              surface_point_on(mesh, f, {1.5, 1})),
                true);
      EXPECT_EQ(cast_ray(mesh, surface_point_on(mesh, f, {1.5, 1}), {3.5, 1}).is_clear, is_open);
    }
  }
}

// Faces lie over each other where corners were moved too far: from a corner the same line leads into another face.
TEST(Ray, neighbouring_corners_of_a_face_see_each_other) {
  for (const std::uint64_t seed : seeds(200)) {
    SCOPED_TRACE(seed);
    const World world = obstacle_field(seed, {.side = 6, .jitter = 0.5, .slits_in_16 = 2});
    const Mesh& mesh = world.mesh;
    for (const EdgeId edge : mesh.edges()) {
      const FaceId face = mesh.face(edge);
      const SurfacePoint from{face, mesh.point(mesh.origin(edge))};
      const SurfacePoint to{face, mesh.point(mesh.target(edge))};
      ASSERT_TRUE(line_of_sight(mesh, from, to)) << edge.value;
      ASSERT_TRUE(line_of_sight(mesh, to, from)) << edge.value;
    }
  }
}

TEST(Ray, a_rule_refuses_portals) {
  const World world = mesh_scene(". . .");
  const auto is_not_second = [&](EdgeId edge) { return world.mesh.midpoint(edge).x != 2; };
  const CrossRule rule{is_not_second};
  const SurfacePoint from{FaceId(0), {0.5, 0.5, 0}};
  EXPECT_TRUE(cast_ray(world.mesh, from, {1.5, 0.5}, rule).is_clear);
  EXPECT_TRUE(cast_ray(world.mesh, from, {2, 0.5}, rule).is_clear);
  const Ray ray = cast_ray(world.mesh, from, {2.5, 0.5}, rule);
  EXPECT_FALSE(ray.is_clear);
  EXPECT_EQ(ray.end, (SurfacePoint{FaceId(1), {2, 0.5, 0}}));
}

TEST(Ray, ends_even_where_faces_are_not_convex) {
  for (const std::uint64_t seed : seeds(20)) {
    Random random(seed);
    const World world = mesh_scene(random_picture(random, 6, 6));
    MeshArrays arrays = merge_convex(world.mesh).value().arrays();
    std::vector<Vec3f> vertices = arrays.vertices.to_vector();
    const double jolt = seed % 2 == 0 ? 1e-6 : 1.0;  // a few roundings; faces that fold over
    for (Vec3f& v : vertices) {
      v.x += static_cast<float>(random.between(-jolt, jolt));
      v.y += static_cast<float>(random.between(-jolt, jolt));
    }
    arrays.vertices = vertices;
    const Mesh mesh = Mesh::from(std::move(arrays)).value();
    for (int i = 0; i < 500; ++i) {
      const SurfacePoint from = random_inner_surface_point(mesh, random);
      const SurfacePoint to = random_inner_surface_point(mesh, random);
      const Ray ray = cast_ray(mesh, from, to.point.xy());
      ASSERT_LT(ray.end.face.value, mesh.face_count());
      line_of_sight(mesh, from, to);
      const VertexId corner(random.below(mesh.vertex_count()));
      cast_ray(mesh, from, mesh.point(corner).xy());
    }
  }
}

TEST(Ray, nonsense_stays_at_the_start) {
  const World world = mesh_scene(". .");
  const SurfacePoint from{FaceId(0), {0.5, 0.5, 0}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec2 to : {Vec2{nan, 0.5}, Vec2{0.5, nan}, Vec2{HUGE_VAL, 0.5}, Vec2{0, 1e80}}) {
    const Ray ray = cast_ray(world.mesh, from, to);
    EXPECT_FALSE(ray.is_clear);
    EXPECT_EQ(ray.end, from);
  }
  EXPECT_FALSE(cast_ray(world.mesh, SurfacePoint{}, {1, 1}).is_clear);
  EXPECT_FALSE(line_of_sight(world.mesh, from, SurfacePoint{}));
  EXPECT_TRUE(cast_ray(world.mesh, from, {0.5, 0.5}).is_clear);
  EXPECT_EQ(cast_ray(world.mesh, from, {1e60, 0.5}).end, (SurfacePoint{FaceId(1), {2, 0.5, 0}}));
}

}  // namespace
}  // namespace thalweg
