#include "thalweg/spaces/max_area.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "areas.hpp"
#include "data.hpp"
#include "scene.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/movingai.hpp"

namespace thalweg {
namespace {

// The laws hold, and the ground of each area is as large as before.
void check(const World& in, const Result<World>& out, double tolerance) {
  ASSERT_TRUE(out.ok()) << out.error();
  ASSERT_EQ(broken_law(*out), std::nullopt);
  const auto before = in.mesh.empty() ? grid_areas(in.grid) : mesh_areas(in.mesh);
  const auto after = mesh_areas(out->mesh);
  for (std::size_t a = 0; a < before.size(); ++a) {
    ASSERT_NEAR(before[a], after[a], tolerance * (1 + before[a])) << "area " << a;
  }
}

// A flat mesh turned by an odd angle, so that nothing is a whole number.
World turned(const World& world) {
  MeshSoup soup;
  for (const VertexId v : world.mesh.vertices()) {
    const Vec3 p = world.mesh.point(v);
    soup.vertices.push_back(to_float({0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, 0}));
  }
  soup.first_corner.push_back(0);
  for (const FaceId f : world.mesh.faces()) {
    for (const EdgeId e : world.mesh.edges(f)) soup.corners.push_back(world.mesh.origin(e));
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    soup.face_area.push_back(world.mesh.area(f));
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
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
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
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const World hill = hills(seed, {.corners = 14, .relief = 0});
    const World world = turned(hill);
    check(world, max_area(world), 1e-5);
    if (HasFatalFailure()) return;
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
