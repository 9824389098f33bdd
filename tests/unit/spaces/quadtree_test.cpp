// Quadtrees: squares split by area and height within their limits, and
// join exactly where squares do.
#include "thalweg/spaces/quadtree.hpp"

#include <gtest/gtest.h>

#include "areas.hpp"
#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/graph/graph.hpp"

namespace thalweg {
namespace {

TEST(Quadtree, uniform_ground_of_a_power_of_two_is_one_face) {
  const auto out = quadtree(scene("....\n....\n....\n...."));
  ASSERT_TRUE(out.ok()) << out.error();
  EXPECT_EQ(out->mesh.face_count(), 1u);
  EXPECT_EQ(out->mesh.corner_count(FaceId(0)), 4u);
}

TEST(Quadtree, squares_split_until_each_is_of_one_area) {
  const auto out = quadtree(scene(R"(
      . . . .
      . . . .
      . . w .
      . . . # )"));
  ASSERT_TRUE(out.ok()) << out.error();
  EXPECT_EQ(broken_law(*out), std::nullopt);
  EXPECT_EQ(out->mesh.face_count(), 6u);  // three of side 2, three of side 1
  // The square above has a corner where two small squares touch it.
  EXPECT_EQ(out->mesh.corner_count(FaceId(1)), 5u);
}

TEST(Quadtree, each_area_covers_exactly_its_squares) {
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    const World world = random_grid(seed, seed % 2 == 0 ? "......#wRW" : "...#");
    const auto out = quadtree(world);
    ASSERT_TRUE(out.ok()) << out.error();
    ASSERT_EQ(broken_law(*out), std::nullopt);
    ASSERT_EQ(mesh_areas(out->mesh), grid_areas(world.grid));
    expect_same_ground(world, *out, seed);
  }
}

TEST(Quadtree, faces_join_exactly_where_squares_do) {
  for (const std::uint64_t seed : seeds(20)) {
    const World world = random_grid(seed, "..#");
    const auto out = quadtree(world);
    double shared = 0;  // metres of portal
    for (const EdgeId e : out->mesh.edges()) {
      if (out->mesh.is_portal(e)) shared += length(out->mesh.end(e) - out->mesh.start(e)) / 2;
    }
    double open = 0;  // sides between free squares, except those inside a face
    const Grid& grid = world.grid;
    for (const SquareId s : grid.squares()) {
      const auto face_of = [&](SquareId q) {
        return locate(out->mesh, out->locator, grid.centre(q)).face;
      };
      const auto count = [&](SquareId q) {
        if (grid.is_free(s) && grid.is_free(q) && face_of(s) != face_of(q)) ++open;
      };
      if (grid.x(s) + 1 < grid.width()) count(grid.at(grid.x(s) + 1, grid.y(s)));
      if (grid.y(s) + 1 < grid.height()) count(grid.at(grid.x(s), grid.y(s) + 1));
    }
    EXPECT_EQ(shared, open) << seed;
  }
}

TEST(Quadtree, mostly_uniform_squares_do_not_split) {
  const World world = scene(R"(
      . . . .
      . # . .
      . . . .
      . . . . )");
  EXPECT_EQ(quadtree(world)->mesh.face_count(), 6u);
  const auto out = quadtree(world, {.mostly = 0.9});
  EXPECT_EQ(out->mesh.face_count(), 1u);
  EXPECT_EQ(broken_law(*out), std::nullopt);
}

TEST(Quadtree, sides_keep_to_their_limits) {
  const World world = random_grid(7, "....#w");
  for (const FaceId f : quadtree(world, {.most_side = 2})->mesh.faces()) {
    const auto out = quadtree(world, {.most_side = 2});
    EXPECT_LE(out->mesh.doubled_area(f), 8);
  }
  const World even = scene("..#.\n....\n....\n....");
  for (const FaceId f : quadtree(even, {.least_side = 2})->mesh.faces()) {
    EXPECT_EQ(quadtree(even, {.least_side = 2})->mesh.doubled_area(f), 8);
  }
}

TEST(Quadtree, ground_that_differs_in_height_splits) {
  const World world = scene("0011\n0011\n4444\n4444");
  EXPECT_EQ(quadtree(world)->mesh.face_count(), 4u);
  EXPECT_EQ(quadtree(world, {.relief = 10})->mesh.face_count(), 1u);
  EXPECT_EQ(broken_law(*quadtree(world)), std::nullopt);
}

TEST(Quadtree, links_and_graphs_work_on_it) {
  const Link link = link_between({0.5f, 0.5f, 0}, {3.5f, 3.5f, 0});
  const World world = scene("..#.\n..#.\n..#.\n..#.", {.links = {link}});
  const auto out = quadtree(world);
  ASSERT_TRUE(out.ok()) << out.error();
  EXPECT_EQ(broken_law(*out), std::nullopt);
  EXPECT_FALSE(graph_of(*out, GraphSpec::faces()).empty());
  EXPECT_FALSE(graph_of(*out, GraphSpec::portals()).empty());
}

TEST(Quadtree, meshes_are_rasterised_first) {
  const World world = mesh_scene("..w\n.#w\n...");
  const auto out = quadtree(world, {.raster = {.spacing = 1}});
  ASSERT_TRUE(out.ok()) << out.error();
  EXPECT_EQ(mesh_areas(out->mesh), mesh_areas(world.mesh));
}

TEST(Quadtree, nonsense_is_refused) {
  const World world = scene("...");
  EXPECT_FALSE(quadtree(world, {.mostly = 0.4}).ok());
  EXPECT_FALSE(quadtree(world, {.mostly = 1.1}).ok());
  EXPECT_FALSE(quadtree(world, {.least_side = 3}).ok());
  EXPECT_FALSE(quadtree(world, {.least_side = 0}).ok());
  EXPECT_FALSE(quadtree(world, {.least_side = 4, .most_side = 2}).ok());
  EXPECT_FALSE(quadtree(world, {.relief = -1}).ok());
  EXPECT_FALSE(quadtree(scene("##")).ok());
  EXPECT_FALSE(quadtree(World{}).ok());
}

}  // namespace
}  // namespace thalweg
