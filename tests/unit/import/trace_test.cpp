// Meshes traced around a grid's areas: exact in area for each kind of ground, also where
// holes and squares touch at corners.
#include "thalweg/import/trace.hpp"

#include <gtest/gtest.h>

#include <map>

#include "unit/import/map_scene.hpp"

#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {
namespace {

TEST(Trace, needs_a_triangulator) {
  EXPECT_EQ(grid_to_mesh(map_scene(". ."), {}).error(), no_triangulator().message);
}

#ifdef THALWEG_HAS_CGAL

// Doubled area by kind of ground: of the mesh, and of the grid's walkable squares.
std::map<int, double> doubled_areas(const Mesh& mesh) {
  std::map<int, double> sum;
  for (const FaceId f : mesh.faces()) sum[mesh.area(f)] += mesh.doubled_area(f);
  return sum;
}
std::map<int, double> doubled_areas(const Grid& grid) {
  std::map<int, double> sum;
  for (const SquareId s : grid.squares()) {
    if (grid.is_free(s)) sum[grid.area(s)] += 2;
  }
  return sum;
}

// The mesh of a picture, checked: lawful, exact in area, unchanged in area by merging.
Mesh traced(std::string_view picture) {
  const Grid grid = map_scene(picture);
  const auto triangles = grid_to_mesh(grid, {.triangulate = constrained_delaunay, .convex = false});
  const auto mesh = grid_to_mesh(grid, {.triangulate = constrained_delaunay});
  EXPECT_TRUE(triangles.ok() && mesh.ok());
  EXPECT_EQ(broken_law(*triangles), std::nullopt);
  EXPECT_EQ(broken_law(*mesh), std::nullopt);
  EXPECT_EQ(doubled_areas(*triangles), doubled_areas(grid));
  EXPECT_EQ(doubled_areas(*mesh), doubled_areas(grid));
  return *mesh;
}

std::uint32_t portals(const Mesh& mesh) {
  std::uint32_t sides = 0;
  for (const EdgeId e : mesh.edges()) sides += mesh.is_portal(e);
  return sides / 2;
}

TEST(Trace, one_square) {
  const Mesh mesh = traced(".");
  EXPECT_EQ(mesh.face_count(), 1u);
  EXPECT_EQ(mesh.vertex_count(), 4u);
}

TEST(Trace, nothing_free_gives_an_empty_mesh) { EXPECT_TRUE(traced("# T\nT #").empty()); }

TEST(Trace, straight_borders_have_no_corners_between) {
  EXPECT_EQ(traced(". . . . .\n. . . . .").vertex_count(), 4u);
}

TEST(Trace, squares_that_touch_at_a_corner_do_not_join) {
  const Mesh mesh = traced(R"(
      . #
      # . )");
  EXPECT_EQ(mesh.face_count(), 2u);
  EXPECT_EQ(mesh.vertex_count(), 7u);
  EXPECT_EQ(portals(mesh), 0u);
}

TEST(Trace, a_ring_goes_around) {
  const Mesh mesh = traced(R"(
      . . . .
      . # # .
      . . . . )");
  EXPECT_EQ(mesh.face_count(), 4u);
  EXPECT_EQ(portals(mesh), 4u);
}

TEST(Trace, holes_that_touch_at_corners) {
  const Mesh mesh = traced(R"(
      . . . . .
      . # . # .
      . . # . .
      . # . # .
      . . . . . )");
  EXPECT_GT(mesh.face_count(), 3u);
}

TEST(Trace, islands_of_water_and_swamp_keep_their_borders) {
  const Mesh mesh = traced(R"(
      . . . . . .
      . W W S S .
      . W . . S .
      . W W S S #
      . . . . . # )");
  EXPECT_EQ(doubled_areas(mesh).size(), 3u);
  for (const EdgeId e : mesh.edges()) {
    // Water and ground are neighbours: the border between them can be crossed.
    if (mesh.area(mesh.face(e)) == kWater) {
      EXPECT_TRUE(mesh.is_portal(e));
    }
  }
}

TEST(Trace, areas_can_be_made_one) {
  const Grid grid = map_scene(". W S\nW . S");
  const auto mesh =
      grid_to_mesh(grid, {.triangulate = constrained_delaunay, .keep_areas = false}).value();
  EXPECT_EQ(mesh.face_count(), 1u);
  EXPECT_EQ(mesh.area(FaceId(0)), kGround);
  EXPECT_EQ(doubled_areas(mesh), (std::map<int, double>{{kGround, 12}}));
}

TEST(Trace, corners_are_limited_and_scaled) {
  auto arrays = map_scene(". . .\n. # .\n. . .").arrays();
  arrays.spacing = 0.5f;
  const Grid grid = Grid::from(arrays).value();
  const auto mesh =
      grid_to_mesh(grid, {.triangulate = constrained_delaunay, .max_corners = 4}).value();
  for (const FaceId f : mesh.faces()) EXPECT_LE(mesh.corner_count(f), 4u);
  EXPECT_EQ(mesh.box().high.x, 1.5);
  EXPECT_EQ(doubled_areas(mesh)[kGround], 8 * 2 * 0.25);
}

TEST(Trace, refuses_what_has_no_flat_squares) {
  auto arrays = map_scene(". .").arrays();
  arrays.ground = std::vector<float>{1, 2};
  EXPECT_EQ(grid_to_mesh(Grid::from(arrays).value(), {.triangulate = constrained_delaunay}).error(),
            "a grid with heights cannot become a flat mesh");
  arrays = map_scene(". .").arrays();
  arrays.shape = GridShape::hex;
  EXPECT_EQ(grid_to_mesh(Grid::from(arrays).value(), {.triangulate = constrained_delaunay}).error(),
            "a grid of hexagons cannot become a mesh");
}

#endif

}  // namespace
}  // namespace thalweg
