#include "thalweg/world/locate.hpp"

#include <gtest/gtest.h>

#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

// An n x n field of unit squares, each cut in two, at a height.
MeshSoup field(std::uint32_t n, float height) {
  MeshSoup soup = samples::triangles(n);
  for (Vec3f& v : soup.vertices) v.z = height;
  return soup;
}

// Two fields, one above the other.
Mesh two_floors(std::uint32_t n) {
  MeshSoup low = field(n, 0);
  const MeshSoup high = field(n, 3);
  const auto shift = static_cast<std::uint32_t>(low.vertices.size());
  low.vertices.insert(low.vertices.end(), high.vertices.begin(), high.vertices.end());
  for (const VertexId v : high.corners) low.corners.push_back(VertexId(v.value + shift));
  return build_mesh(std::move(low)).value().mesh;
}

TEST(Locate, agrees_with_the_slow_method) {
  const Mesh mesh = two_floors(9);
  ASSERT_EQ(broken_law(mesh), std::nullopt);
  const Locator locator = build_locator(mesh);
  Random random(7);
  for (int i = 0; i < 4000; ++i) {
    Vec3 p{random.between(-4, 13), random.between(-4, 13), random.between(-1, 5)};
    if (i % 3 == 0) p.z = kNoHeight;
    if (i % 5 == 0) p = {std::floor(p.x), std::floor(p.y), p.z};
    const LocateOptions options{.reach = i % 2 == 0 ? 0.0 : 2.5};
    const Location fast = locate(mesh, locator, p, options);
    const Location slow = locate_slowly(mesh, p, options);
    ASSERT_EQ(fast.face, slow.face) << p.x << " " << p.y << " " << p.z;
    ASSERT_EQ(fast.point, slow.point);
    ASSERT_EQ(fast.distance, slow.distance);
  }
}

TEST(Locate, leaves_out_the_faces_that_are_refused) {
  const Mesh mesh = two_floors(9);
  const Locator locator = build_locator(mesh);
  const std::uint32_t upper = mesh.face_count() / 2;
  const auto is_third = [&](FaceId face) { return face.value < upper || face.value % 3 == 0; };
  Random random(8);
  int upstairs = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p{random.between(-2, 11), random.between(-2, 11), i % 2 == 0 ? kNoHeight : 3.0};
    const LocateOptions options{.reach = 2.5, .accepts = is_third};
    const Location fast = locate(mesh, locator, p, options);
    const Location slow = locate_slowly(mesh, p, options);
    ASSERT_EQ(fast.face, slow.face) << p.x << " " << p.y << " " << p.z;
    ASSERT_EQ(fast.point, slow.point);
    if (!fast.found()) continue;
    ASSERT_TRUE(is_third(fast.face));
    upstairs += fast.face.value >= upper ? 1 : 0;
  }
  EXPECT_GT(upstairs, 100);
  const auto nothing = [](FaceId) { return false; };
  EXPECT_FALSE(locate(mesh, locator, {1, 1, 0}, {.reach = 1e300, .accepts = nothing}).found());
}

TEST(Locate, takes_the_topmost_floor_without_a_height) {
  const Mesh mesh = two_floors(2);
  const Locator locator = build_locator(mesh);
  EXPECT_EQ(locate(mesh, locator, {0.7, 0.3, kNoHeight}).point.z, 3);
  EXPECT_EQ(locate(mesh, locator, {0.7, 0.3, 0.5}).point.z, 0);
  EXPECT_EQ(locate(mesh, locator, {0.7, 0.3, 2.5}).point.z, 3);
}

TEST(Locate, answers_odd_points) {
  const Mesh mesh = two_floors(2);
  const Locator locator = build_locator(mesh);
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const LocateOptions far{.reach = 1e300};
  EXPECT_FALSE(locate(mesh, locator, {nan, 0, 0}, far).found());
  EXPECT_FALSE(locate(mesh, locator, {inf, 0, 0}, far).found());
  EXPECT_FALSE(locate(mesh, locator, {0, 0, -inf}, far).found());
  EXPECT_FALSE(locate(mesh, locator, {1e9, 0, 0}).found());
  EXPECT_TRUE(locate(mesh, locator, {1e9, 0, 0}, far).found());
  EXPECT_TRUE(locate(mesh, locator, {-1e60, 1e60, 0}, far).found());
  EXPECT_FALSE(locate(mesh, locator, {-1e300, 1e300, 0}, far).found());
  EXPECT_FALSE(locate(mesh, locator, {1e200, 1e200, 0}).found());
  EXPECT_FALSE(locate(Mesh(), Locator(), {0, 0, 0}, far).found());
}

}  // namespace
}  // namespace thalweg
