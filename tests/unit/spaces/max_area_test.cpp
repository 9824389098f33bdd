// Maximum-area faces: the decompositions of small scenes, and no ground gained or lost on random
// grids, jittered meshes and benchmark maps.
#include "thalweg/spaces/max_area.hpp"

#include <gtest/gtest.h>

#include "areas.hpp"
#include "data.hpp"
#include "lattice.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/movingai.hpp"

namespace thalweg {
namespace {

// Checks that the laws hold and that the ground of each area is as large as before.
void check(const World& in, const Result<World>& out, double tolerance) {
  ASSERT_TRUE(out.ok()) << out.error();
  ASSERT_EQ(broken_law(*out), std::nullopt);
  const auto before = in.mesh.empty() ? grid_areas(in.grid) : mesh_areas(in.mesh);
  const auto after = mesh_areas(out->mesh);
  for (std::size_t a = 0; a < before.size(); ++a) {
    ASSERT_NEAR(before[a], after[a], tolerance * (1 + before[a])) << "area " << a;
  }
}

struct Lattice {
  double jitter = 0;  // metres that each corner is moved along each axis, at most
  Vec2 shift = {};
  bool is_turned = false;  // rotated, so that no coordinate is a whole number
  double blocked = 0.2;    // part of the triangles
};

// A flat lattice of triangles, some blocked, some swamp.
World flat(std::uint64_t seed, std::uint32_t n, const Lattice& lattice) {
  Random random(seed);
  MeshSoup soup;
  for (std::uint32_t i = 0; i < n * n; ++i) {
    const double x = i % n + lattice.jitter * random.between(-1, 1);
    const double y = i / n + lattice.jitter * random.between(-1, 1);
    const Vec2 p = lattice.is_turned ? Vec2{0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y} : Vec2{x, y};
    soup.vertices.push_back(to_float({p.x + lattice.shift.x, p.y + lattice.shift.y, 0}));
  }
  soup.corners = lattice_triangles(n - 1, n - 1);
  for (std::size_t f = 0; f < soup.corners.size() / 3; ++f) {
    const double kind = random.unit();
    soup.face_area.push_back(kind < lattice.blocked ? kBlocked : kind > 0.95 ? kSwamp : kGround);
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

TEST(MaxArea, a_block_in_a_room_leaves_four_faces) {
  const World world = scene(R"(
      . . . . .
      . . . . .
      . . # . .
      . . . . .
      . . . . . )");
  const auto out = max_area(world);
  check(world, out, 0);
  EXPECT_EQ(out->mesh.face_count(), 4u);
}

TEST(MaxArea, the_nearest_corner_in_the_cone_is_taken_where_it_is_nearer) {
  const World world = scene(R"(
      # # . . . .
      # # . . . .
      . . . . . .
      . . . # # #
      . . . # # # )");
  const auto out = max_area(world);
  check(world, out, 0);
  EXPECT_EQ(out->mesh.face_count(), 2u);  // one boundary serves both corners
  bool is_there = false;
  for (const EdgeId e : out->mesh.edges()) {
    is_there |= out->mesh.start(e).xy() == Vec2{2, 2} && out->mesh.end(e).xy() == Vec2{3, 3};
  }
  EXPECT_TRUE(is_there);
}

TEST(MaxArea, an_edge_drawn_on_is_taken_where_it_is_shorter) {
  const World world = scene(R"(
      . . . .
      # # . .
      # # . . )");
  const auto out = max_area(world);
  check(world, out, 0);
  EXPECT_EQ(out->mesh.face_count(), 2u);
  bool is_there = false;
  for (const EdgeId e : out->mesh.edges()) {
    is_there |= out->mesh.start(e).xy() == Vec2{2, 1} && out->mesh.end(e).xy() == Vec2{2, 0};
  }
  EXPECT_TRUE(is_there);
}

TEST(MaxArea, one_kind_of_ground_without_obstacles_is_one_face) {
  const World world = mesh_scene(R"(
      . . . .
      . . . . )");
  const auto out = max_area(world);
  check(world, out, 0);
  EXPECT_EQ(out->mesh.face_count(), 1u);
  EXPECT_EQ(out->mesh.corner_count(FaceId(0)), 4u);
}

TEST(MaxArea, areas_bound_faces) {
  const World world = scene(R"(
      . . w w
      . . w w
      . . . . )");
  const auto out = max_area(world);
  check(world, out, 0);
  expect_same_ground(world, *out, 1);
}

TEST(MaxArea, random_grids_keep_their_ground) {
  for (const std::uint64_t seed : seeds(60)) {
    SCOPED_TRACE(seed);
    const World world = random_grid(seed, seed % 3 == 0   ? "......#wR"
                                          : seed % 3 == 1 ? "...........#"
                                                          : ".#");
    const auto out = max_area(world);
    check(world, out, 1e-6);
    if (HasFatalFailure()) return;
    expect_same_ground(world, *out, seed);
  }
}

TEST(MaxArea, meshes_of_no_whole_numbers_keep_their_ground) {
  const Lattice lattices[] = {{.is_turned = true},
                              {.jitter = 0.2},
                              {.jitter = 0.2, .is_turned = true, .blocked = 0.1},
                              {.shift = {1000, -700}, .is_turned = true},
                              {.jitter = 0.25, .shift = {1000, -700}, .blocked = 0.05}};
  for (const Lattice& lattice : lattices) {
    for (const std::uint64_t seed : seeds(20)) {
      SCOPED_TRACE(seed);
      const World world = flat(seed, static_cast<std::uint32_t>(6 + seed % 20), lattice);
      const auto out = max_area(world);
      check(world, out, 1e-3);
      if (HasFatalFailure()) return;
      EXPECT_LT(out->mesh.face_count(), world.mesh.face_count() / 2);
    }
  }
}

TEST(MaxArea, ground_too_fine_for_floats_breaks_no_law) {
  const Lattice lattices[] = {{.jitter = 1e-6},
                              {.jitter = 1e-6, .shift = {100, 100}, .is_turned = true},
                              {.jitter = 0.25, .shift = {30000, 20000}, .blocked = 0.3},
                              {.jitter = 0.2, .shift = {200000, 100000}}};
  for (const Lattice& lattice : lattices) {
    for (const std::uint64_t seed : seeds(20)) {
      SCOPED_TRACE(seed);
      const World world = flat(seed, static_cast<std::uint32_t>(6 + seed % 20), lattice);
      check(world, max_area(world), 0.1);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(MaxArea, ground_that_is_not_level_stays_as_it_is) {
  const World world = hills(3, {.corners = 10, .has_areas = false});
  const auto out = max_area(world);
  check(world, out, 1e-6);
  EXPECT_EQ(out->mesh.face_count(), world.mesh.face_count());
}

TEST(MaxArea, benchmark_maps_keep_their_ground) {
  THALWEG_NEEDS_DATA();
  for (const char* name : {"grids/wc3/blastedlands.map", "grids/bg512/AR0011SR.map"}) {
    SCOPED_TRACE(name);
    WorldParts parts;
    parts.grid = read_map(read_file((data_folder() / name).string()).value()).value();
    const World world = make_world(std::move(parts)).value();
    const auto out = max_area(world);
    check(world, out, 1e-6);
  }
}

}  // namespace
}  // namespace thalweg
