// Rasters: squares and grids come back as they were, majority and ties, heights,
// origins, links; compared with samples.
#include "thalweg/spaces/raster.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "areas.hpp"
#include "data.hpp"
#include "scene.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/trace.hpp"
#ifdef THALWEG_HAS_CGAL
#include "scope.hpp"
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {
namespace {

World flat_mesh(std::vector<Vec3f> vertices, std::vector<std::uint32_t> corners) {
  return triangles(std::move(vertices), std::move(corners));
}

// Each square of `map` has the same area in the raster at its world position; squares outside the
// raster are not walkable.
void expect_squares(const World& map, const World& raster) {
  const Vec3 shift = raster.origin - map.origin;
  for (const SquareId s : map.grid.squares()) {
    const AreaId wanted = map.grid.is_free(s) ? map.grid.area(s) : kBlocked;
    const Vec3 centre = map.grid.centre(s);
    const SquareId there = raster.grid.square_at((centre - shift).xy());
    const AreaId found =
        there.is_none() || !raster.grid.is_free(there) ? kBlocked : raster.grid.area(there);
    ASSERT_EQ(found, wanted) << to_string(s);
  }
}

TEST(Raster, a_mesh_of_squares_gives_its_squares_back) {
  const char* const pictures[] = {R"(
      . . . # . . .
      # # . # . w .
      . R . . . # W
      . # # # W W .
      . . . . . . . )",
                                  "w", R"(
      # # # #
      # . R #
      # T w # )"};
  for (const char* const text : pictures) {
    const auto raster = rasterise(mesh_scene(text), {.spacing = 1});
    ASSERT_TRUE(raster.ok()) << raster.error();
    EXPECT_EQ(broken_law(*raster), std::nullopt);
    expect_squares(scene(text), *raster);
    EXPECT_TRUE(raster->mesh.empty());
    EXPECT_EQ(raster->origin, Vec3{});
    EXPECT_FALSE(raster->grid.has_ground());
  }
}

#ifdef THALWEG_HAS_CGAL
TEST(Raster, the_mesh_of_a_grid_gives_the_grid_back) {
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    World map = random_grid(seed, seed % 2 == 0 ? "....#wR" : ".#");
    GridArrays bare = map.grid.arrays();
    bare.ground = {};
    map.grid = Grid::from(bare).value();
    WorldParts parts;
    parts.mesh = grid_to_mesh(map.grid, {.triangulate = constrained_delaunay}).value();
    const auto raster = rasterise(make_world(std::move(parts)).value(), {.spacing = 1});
    ASSERT_TRUE(raster.ok()) << raster.error();
    expect_squares(map, *raster);
  }
}

TEST(Raster, the_meshes_of_benchmark_maps_give_the_maps_back) {
  THALWEG_NEEDS_DATA();
  for (const char* name : {"grids/wc3/duskwood.map", "grids/bg512/AR0205SR.map"}) {
    SCOPED_TRACE(name);
    WorldParts parts;
    parts.grid = read_map(read_file((data_folder() / name).string()).value()).value();
    const World map = make_world(std::move(parts)).value();
    WorldParts traced;
    traced.mesh = grid_to_mesh(map.grid, {.triangulate = constrained_delaunay}).value();
    const World mesh = make_world(std::move(traced)).value();
    expect_squares(map, rasterise(mesh, {.spacing = 1}).value());
    EXPECT_EQ(rasterise(mesh)->grid.spacing(), 1);  // the default finds it
  }
}
#endif

TEST(Raster, a_world_keeps_the_grid_it_has) {
  const World world = scene("..#\n.w.");
  const auto raster = rasterise(world);
  EXPECT_EQ(raster->fingerprint(), world.fingerprint());
  EXPECT_EQ(rasterise(world, {.spacing = 1})->fingerprint(), world.fingerprint());
}

TEST(Raster, the_area_with_most_of_a_square_wins_and_the_lower_id_a_tie) {
  const World world = scene(R"(
      . w . w w R
      . . w w # # )");
  const auto coarse = rasterise(world, {.spacing = 2});
  ASSERT_TRUE(coarse.ok());
  ASSERT_EQ(coarse->grid.size(), 3u);
  EXPECT_EQ(coarse->grid.area(SquareId(0)), kGround);
  EXPECT_EQ(coarse->grid.area(SquareId(1)), kSwamp);
  EXPECT_EQ(coarse->grid.area(SquareId(2)), kBlocked);
  EXPECT_EQ(rasterise(scene(".w\nw."), {.spacing = 2})->grid.area(SquareId(0)), kGround);
}

TEST(Raster, what_nothing_covers_counts_as_blocked) {
  const auto most =
      rasterise(flat_mesh({{0, 0, 0}, {2, 0, 0}, {0, 1.5f, 0}}, {0, 1, 2}), {.spacing = 1});
  ASSERT_EQ(most->grid.size(), 4u);
  EXPECT_TRUE(most->grid.is_free(SquareId(0)));   // 7/8 and more
  EXPECT_FALSE(most->grid.is_free(SquareId(1)));  // under a half
  EXPECT_FALSE(most->grid.is_free(SquareId(3)));  // touched at most
}

TEST(Raster, half_a_square_of_ground_is_a_tie_for_ground) {
  const auto half =
      rasterise(flat_mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {0, 1, 2}), {.spacing = 1});
  EXPECT_TRUE(half->grid.is_free(SquareId(0)));
}

TEST(Raster, heights_are_the_mean_over_the_square) {
  const World slope = flat_mesh({{0, 0, 0}, {4, 0, 8}, {4, 2, 8}, {0, 2, 0}}, {0, 1, 2, 0, 2, 3});
  const auto raster = rasterise(slope, {.spacing = 1});
  ASSERT_EQ(raster->grid.width(), 4u);
  for (const SquareId s : raster->grid.squares()) {
    EXPECT_FLOAT_EQ(raster->grid.ground(s), 2 * static_cast<float>(raster->grid.x(s)) + 1);
  }
}

TEST(Raster, the_origin_moves_by_whole_squares_and_points_stay) {
  World world = flat_mesh({{-7.5f, 100, 0}, {-2.5f, 100, 0}, {-2.5f, 104, 0}, {-7.5f, 104, 0}},
                          {0, 1, 2, 0, 2, 3});
  world.origin = {10, 20, 30};
  const auto raster = rasterise(world, {.spacing = 2});
  EXPECT_EQ(raster->origin, (Vec3{2, 120, 30}));
  EXPECT_EQ(area_at(*raster, {5, 121}), kGround);
}

TEST(Raster, several_floors_are_refused) {
  const World bridge = flat_mesh({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 0, 5}, {4, 0, 5}, {4, 4, 5}},
                                 {0, 1, 2, 3, 4, 5});
  const auto raster = rasterise(bridge, {.spacing = 1});
  ASSERT_FALSE(raster.ok());
  EXPECT_NE(raster.error().find("several floors"), std::string::npos);
}

TEST(Raster, nonsense_is_refused_before_memory_is_taken) {
  const World world = flat_mesh({{0, 0, 0}, {1e6f, 0, 0}, {1e6f, 1e6f, 0}}, {0, 1, 2});
  EXPECT_FALSE(rasterise(world, {.spacing = 0.001}).ok());
  EXPECT_FALSE(rasterise(world, {.spacing = -1}).ok());
  EXPECT_FALSE(rasterise(world, {.spacing = std::numeric_limits<double>::quiet_NaN()}).ok());
  EXPECT_FALSE(rasterise(world, {.spacing = 1e300}).ok());
  EXPECT_FALSE(rasterise(world, {.spacing = 1e-300}).ok());
  EXPECT_FALSE(rasterise(World{}).ok());
  EXPECT_TRUE(rasterise(world).ok());
  EXPECT_LE(rasterise(world)->grid.size(), 1u << 18);
}

TEST(Raster, hexagons_become_squares_of_the_same_ground) {
  const World hex = random_grid(5, ".....#w", {.shape = GridShape::hex, .spacing = 4});
  const auto raster = rasterise(hex, {.spacing = 0.25});
  ASSERT_TRUE(raster.ok()) << raster.error();
  EXPECT_EQ(broken_law(*raster), std::nullopt);
  const auto before = grid_areas(hex.grid);
  const auto after = grid_areas(raster->grid);
  for (const AreaId a : {kGround, kSwamp}) {
    EXPECT_NEAR(after[a], before[a] * 0.8660254, 0.03 * before[a]);
  }
}

TEST(Raster, links_keep_their_ends_or_move_to_a_free_square_beside) {
  const Link link = link_between({0.5f, 0.5f, 0}, {4.5f, 0.5f, 0}, {.length = 3});
  const World world = mesh_scene(R"(
      . . . # .
      . . . # . )",
                                 {link});
  const auto same = rasterise(world, {.spacing = 1});
  ASSERT_TRUE(same.ok()) << same.error();
  EXPECT_EQ(same->links[LinkId(0)].to, link.to);
  EXPECT_EQ(same->links[LinkId(0)].to_square, same->grid.at(4, 0));
  EXPECT_EQ(broken_law(*same), std::nullopt);
  const auto coarse = rasterise(world, {.spacing = 2});
  ASSERT_TRUE(coarse.ok()) << coarse.error();
  EXPECT_EQ(broken_law(*coarse), std::nullopt);
}

TEST(Raster, the_same_bytes_on_any_number_of_threads) {
  const World world = hills(4, {.corners = 60});
  set_thread_count(1);
  const auto one = rasterise(world, {.spacing = 0.3})->fingerprint();
  set_thread_count(0);
  EXPECT_EQ(rasterise(world, {.spacing = 0.3})->fingerprint(), one);
}

// Compared with a slow, simple method: many samples per square.
TEST(Raster, majority_agrees_with_samples) {
  const World world = hills(8, {.corners = 12});
  const auto raster = rasterise(world, {.spacing = 0.8});
  constexpr int kSide = 60;
  for (const SquareId s : raster->grid.squares()) {
    std::array<int, 256> counts{};
    const Vec2 low{raster->grid.x(s) * 0.8, raster->grid.y(s) * 0.8};
    for (int i = 0; i < kSide * kSide; ++i) {
      const Vec2 p = low + Vec2{(i % kSide + 0.5) / kSide, (i / kSide + 0.5) / kSide} * 0.8;
      const Location at =
          locate(world.mesh, world.locator, {p.x, p.y, kNoHeight}, {.skip_blocked = false});
      ++counts[at.found() ? world.mesh.area(at.face) : kBlocked];
    }
    const int most = *std::ranges::max_element(counts);
    EXPECT_GE(counts[raster->grid.area(s)], most - kSide) << to_string(s);
  }
}

}  // namespace
}  // namespace thalweg
