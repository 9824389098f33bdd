// Point location compared with a slow method, on overlapping floors, wheels and shards; stored
// locators with any changed word are refused or safe.
#include "thalweg/world/locate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "scope.hpp"
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

// A wheel of faces around a regular polygon with many corners, which are rounded to floats.
Mesh wheel(std::uint32_t corners, Vec2 centre) {
  MeshSoup soup;
  soup.first_corner = {0};
  for (std::uint32_t ring = 0; ring < 2; ++ring) {
    for (std::uint32_t i = 0; i < corners; ++i) {
      const double turn = 6.283185307179586 * i / corners;
      const double r = ring == 0 ? 4 : 7;
      soup.vertices.push_back(
          to_float({centre.x + r * std::cos(turn), centre.y + r * std::sin(turn), 0.25 * i}));
    }
  }
  const auto end_face = [&] {
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  };
  for (std::uint32_t i = 0; i < corners; ++i) soup.corners.push_back(VertexId(i));
  end_face();
  for (std::uint32_t i = 0; i < corners; ++i) {
    const std::uint32_t next = (i + 1) % corners;
    for (const std::uint32_t v : {i, corners + i, corners + next, next}) {
      soup.corners.push_back(VertexId(v));
    }
    end_face();
  }
  return build_mesh(std::move(soup)).value().mesh;
}

// Triangles of all shapes and heights at random positions: most overlap others.
Mesh shards(std::uint32_t count, std::uint64_t seed) {
  Random random(seed);
  MeshSoup soup;
  while (soup.corners.size() < std::size_t{3} * count) {
    const Vec2 middle{random.between(0, 40), random.between(0, 40)};
    const double size = random.below(10) == 0 ? 20 : 2;
    std::array<Vec3, 3> corner;
    for (Vec3& c : corner) {
      c = {middle.x + random.between(-size, size), middle.y + random.between(-size, size),
           random.between(0, 9)};
    }
    if (cross(corner[1].xy() - corner[0].xy(), corner[2].xy() - corner[0].xy()) < 0.01) continue;
    for (const Vec3& c : corner) {
      soup.corners.push_back(VertexId(static_cast<std::uint32_t>(soup.vertices.size())));
      soup.vertices.push_back(to_float(c));
    }
  }
  return build_mesh(std::move(soup)).value().mesh;
}

// Random points in and around the mesh, its corners, points of its edges, and points beside them.
Vec3 some_point(const Mesh& mesh, Random& random) {
  const Box3 box = mesh.box();
  const EdgeId edge(random.below(mesh.edge_count()));
  const Vec3 a = mesh.start(edge);
  const Vec3 b = mesh.end(edge);
  Vec3 p;
  switch (random.below(5)) {
    case 0: p = a; break;
    case 1: p = a + (b - a) * random.between(0, 1); break;
    case 2: p = {std::nextafter(a.x, random.between(-1e9, 1e9)), a.y, a.z}; break;
    case 3: p = {a.x, b.y, a.z}; break;
    default:
      p = {random.between(box.low.x - 3, box.high.x + 3),
           random.between(box.low.y - 3, box.high.y + 3), random.between(box.low.z, box.high.z)};
  }
  if (random.below(3) == 0) p.z = kNoHeight;
  return p;
}

void expect_same(const Mesh& mesh, const Locator& locator, Vec3 p, const LocateOptions& options) {
  const Location fast = locate(mesh, locator, p, options);
  const Location slow = locate_slowly(mesh, p, options);
  ASSERT_EQ(fast.face, slow.face) << p.x << " " << p.y << " " << p.z;
  ASSERT_EQ(fast.point, slow.point);
  ASSERT_EQ(fast.distance, slow.distance);
}

void expect_same_at_points(const Mesh& mesh, int count, std::uint64_t seed) {
  const Locator locator = build_locator(mesh);
  Random random(seed);
  const auto is_odd = [](FaceId face) { return face.value % 2 == 1; };
  for (int i = 0; i < count; ++i) {
    const Vec3 p = some_point(mesh, random);
    const std::array reaches = {0.0, 2.5, 1e300};
    LocateOptions options{.reach = reaches[random.below(3)]};
    if (random.below(3) == 0) options.accepts = is_odd;
    ASSERT_NO_FATAL_FAILURE(expect_same(mesh, locator, p, options)) << "seed " << seed;
  }
}

TEST(Locate, agrees_with_the_slow_method) {
  const Mesh mesh = two_floors(9);
  ASSERT_EQ(broken_law(mesh), std::nullopt);
  const Locator locator = build_locator(mesh);
  Random random(seed_of(7));
  for (int i = 0; i < 4000; ++i) {
    Vec3 p{random.between(-4, 13), random.between(-4, 13), random.between(-1, 5)};
    if (i % 3 == 0) p.z = kNoHeight;
    if (i % 5 == 0) p = {std::floor(p.x), std::floor(p.y), p.z};
    ASSERT_NO_FATAL_FAILURE(expect_same(mesh, locator, p, {.reach = i % 2 == 0 ? 0.0 : 2.5}));
  }
}

TEST(Locate, agrees_on_meshes_of_all_shapes) {
  expect_same_at_points(two_floors(7), 3000, 1);
  expect_same_at_points(samples::mesh_of(samples::triangles(12)), 3000, 2);
  expect_same_at_points(samples::mesh_of(samples::polygons(12)), 3000, 3);
  expect_same_at_points(samples::mesh_of(samples::triangles(1)), 500, 4);
  for (const std::uint32_t corners : {3u, 8u, 40u, 300u}) {
    expect_same_at_points(wheel(corners, {0, 0}), 2000, corners);
    expect_same_at_points(wheel(corners, {123456, -98765}), 500, corners);
  }
  for (const std::uint64_t seed : seeds(8)) {
    const auto eighth = static_cast<std::uint32_t>(seed % 8);
    expect_same_at_points(shards(eighth == 0 ? 400 : 30 * eighth, seed), 1000, seed);
  }
}

// Larger meshes are listed without coordinates.
TEST(Locate, agrees_on_a_large_mesh) {
  const Mesh mesh = samples::mesh_of(samples::triangles(258));
  ASSERT_GT(mesh.face_count(), 1u << 17);
  const Locator locator = build_locator(mesh);
  EXPECT_LT(locator.bytes(), std::size_t{20} * mesh.face_count());
  Random random(seed_of(5));
  for (int i = 0; i < 60; ++i) {
    const Vec3 p = some_point(mesh, random);
    ASSERT_NO_FATAL_FAILURE(expect_same(mesh, locator, p, {.reach = i % 2 == 0 ? 0.0 : 5.0}));
  }
}

TEST(Locate, what_is_stored_is_checked) {
  const Mesh mesh = two_floors(4);
  const Locator good = build_locator(mesh);
  const std::uint32_t faces = mesh.face_count();
  const auto lists = good.lists().to_vector();
  const auto words = good.words().to_vector();
  ASSERT_TRUE(Locator::from(good.layout(), lists, words, faces).ok());
  EXPECT_FALSE(Locator::from(good.layout(), lists, words, faces - 1).ok());
  EXPECT_FALSE(Locator::from(good.layout(), lists, {}, faces).ok());
  // Any change of a word is refused or can be read safely.
  Random random(seed_of(6));
  for (int i = 0; i < 3000; ++i) {
    auto damaged_lists = lists;
    auto damaged = words;
    if (i % 4 == 0)
      damaged_lists[random.below(static_cast<std::uint32_t>(damaged_lists.size()))] =
          random.below(1u << 12);
    damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] ^= 1u << random.below(32);
    if (i % 8 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    const auto read = Locator::from(good.layout(), damaged_lists, damaged, faces);
    if (!read) continue;
    for (int j = 0; j < 4; ++j) {
      static_cast<void>(locate(mesh, *read, some_point(mesh, random), {.reach = 1}));
    }
  }
}

TEST(Locate, leaves_out_the_faces_that_are_refused) {
  const Mesh mesh = two_floors(9);
  const Locator locator = build_locator(mesh);
  const std::uint32_t upper = mesh.face_count() / 2;
  const auto is_third = [&](FaceId face) { return face.value < upper || face.value % 3 == 0; };
  Random random(seed_of(8));
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
