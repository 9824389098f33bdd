// Tiled meshes cover what one tile does, join at borders, follow the ground's heights, and are the
// same bytes on any number of threads.
#include <gtest/gtest.h>

#include <set>

#include "core/unions.hpp"
#include "height_errors.hpp"
#include "import/recast_tiles.hpp"
#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/thalweg.hpp"

namespace thalweg {
namespace {

TriangleSoup fort() {
  const auto bytes = read_file(std::string(THALWEG_SOURCE_DIR) + "/scenes/fort.obj");
  EXPECT_TRUE(bytes) << bytes.error();
  return read_obj(*bytes).value();
}

World tiled_world(const TriangleSoup& soup, const RecastOptions& options = {}) {
  const auto imported = recast_world(soup, options);
  EXPECT_TRUE(imported) << imported.error();
  auto world = make_world(imported->parts);
  EXPECT_TRUE(world) << world.error();
  EXPECT_EQ(broken_law(*world), std::nullopt);
  return std::move(world).value();
}

// A lattice of `count` x `count` squares of side `step`, with heights.
template <class Height>
TriangleSoup lattice_soup(std::uint32_t count, double step, Height height) {
  TriangleSoup soup;
  for (std::uint32_t j = 0; j <= count; ++j) {
    for (std::uint32_t i = 0; i <= count; ++i) {
      soup.vertices.push_back({i * step, j * step, height(i * step, j * step)});
    }
  }
  for (std::uint32_t j = 0; j < count; ++j) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = j * (count + 1) + i;
      soup.triangles.push_back({a, a + 1, a + count + 2});
      soup.triangles.push_back({a, a + count + 2, a + count + 1});
    }
  }
  return soup;
}

double hill_height(double x, double y) { return 2 * std::sin(x / 4) * std::cos(y / 5); }

// The area of the mesh in projection, the length of its walls, and its connected parts.
struct Extent {
  double area = 0;
  double walls = 0;
  std::size_t parts = 0;
};
Extent extent_of(const Mesh& mesh) {
  Extent out;
  Unions parts(mesh.face_count());
  for (const FaceId f : mesh.faces()) out.area += mesh.doubled_area(f) / 2;
  for (const EdgeId e : mesh.edges()) {
    if (mesh.twin(e).is_none()) {
      out.walls += length((mesh.end(e) - mesh.start(e)).xy());
    } else {
      parts.join(mesh.face(e).value, mesh.across(e).value);
    }
  }
  std::set<std::uint32_t> roots;
  for (const FaceId f : mesh.faces()) roots.insert(parts.root(f.value));
  out.parts = roots.size();
  return out;
}

// The area of the ground itself over its area in projection.
double steepness(const Mesh& mesh) {
  double ground = 0;
  for (const FaceId f : mesh.faces()) ground += mesh.doubled_area(f) / 2 / mesh.normal(f).z;
  return ground / extent_of(mesh).area;
}

TEST(RecastTiles, have_the_same_ground_as_one_piece) {
  const TriangleSoup soup = fort();
  const Extent whole = extent_of(tiled_world(soup, {.tile_size = 0}).mesh);
  EXPECT_GT(whole.area, 2500);
  for (const int size : {16, 24, 32, 50, 64, 128}) {
    const Extent tiled = extent_of(tiled_world(soup, {.tile_size = size}).mesh);
    EXPECT_NEAR(tiled.area, whole.area, whole.area * 0.015) << size;
    EXPECT_NEAR(tiled.walls, whole.walls, whole.walls * 0.02) << size;
    EXPECT_EQ(tiled.parts, whole.parts) << size;
  }
}

TEST(RecastTiles, are_joined_on_hills) {
  const TriangleSoup soup = lattice_soup(30, 2, hill_height);
  const Extent whole = extent_of(tiled_world(soup, {.tile_size = 0}).mesh);
  for (const int size : {16, 37, 64}) {
    const Extent tiled = extent_of(tiled_world(soup, {.tile_size = size}).mesh);
    EXPECT_NEAR(tiled.area, whole.area, whole.area * 0.01) << size;
    EXPECT_NEAR(tiled.walls, whole.walls, whole.walls * 0.02) << size;
    EXPECT_EQ(tiled.parts, 1u) << size;
  }
}

TEST(RecastTiles, leave_no_trace_on_level_ground) {
  const TriangleSoup soup = lattice_soup(1, 60, [](double, double) { return 0.0; });
  const World world = tiled_world(soup, {.tile_size = 32});
  const Extent tiled = extent_of(world.mesh);
  const Vec3 size = world.mesh.box().size();
  EXPECT_NEAR(tiled.area, size.x * size.y, 1e-3);
  EXPECT_NEAR(tiled.walls, 2 * (size.x + size.y), 1e-3);
  EXPECT_EQ(tiled.parts, 1u);
  for (const VertexId v : world.mesh.vertices()) EXPECT_EQ(world.mesh.point(v).z, 0);
}

// What Detour's builder takes: arrays of the right lengths, corners that exist, points in the box.
TEST(RecastTiles, give_the_polygons_that_Detour_is_built_from) {
  const TriangleSoup soup = fort();
  const RecastOptions options;
  const RecastPlan plan = plan_tiles(soup, options).value();
  std::size_t polygons = 0;
  for (std::uint32_t t = 0; t < plan.triangles.row_count(); ++t) {
    const RecastTileId tile(t);
    for (const RecastSlab& slab : slabs_of(plan, tile).value()) {
      const RecastPolygons part = recast_polygons(plan, tile, slab).value();
      const std::size_t count = part.polygons.size() / 12;
      polygons += count;
      EXPECT_EQ(part.detail_parts.size(), 4 * count);
      for (std::size_t i = 0; i < part.polygons.size(); ++i) {
        const std::uint16_t corner = part.polygons[i];
        if (i % 12 < 6 && corner != 0xFFFF) {
          EXPECT_LT(corner, part.vertices.size() / 3);
        }
      }
      for (std::size_t i = 0; i < part.detail_vertices.size(); i += 3) {
        const float* const p = part.detail_vertices.data() + i;
        const Box2 box = part.box.xy();
        const Vec2 rounding{1e-3, 1e-3};
        EXPECT_TRUE(Box2({box.low - rounding, box.high + rounding}).contains({p[0], p[2]}));
      }
    }
  }
  EXPECT_GT(polygons, 50u);
}

TEST(RecastTiles, give_the_same_bytes_for_every_number_of_threads) {
  const TriangleSoup soup = fort();
  set_thread_count(1);
  const std::uint64_t one = tiled_world(soup, {.tile_size = 32}).fingerprint();
  set_thread_count(2);
  EXPECT_EQ(tiled_world(soup, {.tile_size = 32}).fingerprint(), one);
  set_thread_count(0);
}

TEST(RecastTiles, report_each_tile) {
  std::vector<double> done;
  const Progress progress = [&](std::string_view stage, double part) {
    if (stage == "building tiles") done.push_back(part);
  };
  ASSERT_TRUE(recast_world(fort(), {.tile_size = 50}, progress));
  EXPECT_EQ(done.size(), 16u);  // 200 x 200 cells
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 1);
}

TEST(RecastTiles, have_no_limit_on_the_cells_of_a_level) {
  TriangleSoup soup;
  for (const double at : {0.0, 6000.0}) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec2 p : {Vec2{0, 0}, {10, 0}, {10, 10}, {0, 10}}) {
      soup.vertices.push_back({at + p.x, at + p.y, at});
    }
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.triangles.push_back({first, first + 2, first + 3});
  }
  const Extent extent = extent_of(tiled_world(soup).mesh);
  EXPECT_EQ(extent.parts, 2u);
  EXPECT_NEAR(extent.area, 2 * 8.8 * 8.8, 15);
}

TEST(RecastTiles, keep_the_floors_of_a_border_apart) {
  TriangleSoup soup = lattice_soup(1, 40, [](double, double) { return 0.0; });
  for (const Vec2 p : {Vec2{0, 0}, {40, 0}, {40, 40}, {0, 40}}) {
    soup.vertices.push_back({p.x, p.y, 2.5});
  }
  soup.triangles.push_back({4, 5, 6});
  soup.triangles.push_back({4, 6, 7});
  EXPECT_EQ(extent_of(tiled_world(soup, {.tile_size = 16}).mesh).parts, 2u);
}

TEST(RecastHeights, follow_the_triangles) {
  const TriangleSoup soup = fort();
  for (const int size : {0, 64, 128}) {
    const HeightErrors errors = height_errors(tiled_world(soup, {.tile_size = size}), soup, 20000);
    EXPECT_LT(errors.median, 0.05) << size;
    EXPECT_LT(errors.p99, 0.4) << size;
    EXPECT_LT(errors.uncovered, 0.001) << size;
  }
  const TriangleSoup rolling = lattice_soup(60, 1, hill_height);
  const HeightErrors errors = height_errors(tiled_world(rolling), rolling, 20000);
  EXPECT_LT(errors.median, 0.1);
  EXPECT_LT(errors.p99, 0.35);
}

TEST(RecastHeights, give_faces_the_slope_of_the_ground) {
  const TriangleSoup soup = lattice_soup(60, 1, hill_height);
  double ground = 0;
  for (const auto& t : soup.triangles) {
    const Vec3 a = soup.vertices[t[0]];
    ground += length(cross(soup.vertices[t[1]] - a, soup.vertices[t[2]] - a)) / 2;
  }
  EXPECT_NEAR(steepness(tiled_world(soup).mesh), ground / 3600, 0.01);
  // Without the detail mesh, hills inside a polygon are flat.
  const World flat = tiled_world(soup, {.detail_spacing = 0});
  EXPECT_GT(height_errors(flat, soup, 20000).median, 0.2);
}

TEST(RecastHeights, put_paths_on_the_ground) {
  const TriangleSoup soup = lattice_soup(60, 1, hill_height);
  const World world = tiled_world(soup);
  const auto hiking = ground(world, Profile::hiker());
  ASSERT_TRUE(hiking) << hiking.error();
  const auto planner = fastest_planner(*hiking);
  ASSERT_TRUE(planner) << planner.error();
  Random random(seed_of(5));
  std::vector<double> errors;
  for (int i = 0; i < 50; ++i) {
    const auto path = (*planner)->find({.start = {random.between(2, 58), random.between(2, 58)},
                                        .goal = {random.between(2, 58), random.between(2, 58)}});
    ASSERT_TRUE(path.found()) << path.why();
    for (const auto& p : path.points) errors.push_back(std::abs(p.z - hill_height(p.x, p.y)));
  }
  std::sort(errors.begin(), errors.end());
  EXPECT_LT(errors[errors.size() / 2], 0.15);
  EXPECT_LT(errors.back(), 0.6);
}

TEST(RecastHeights, leave_planes_whole) {
  const TriangleSoup ramp = lattice_soup(20, 2, [](double x, double) { return 0.3 * x; });
  EXPECT_LE(tiled_world(ramp, {.tile_size = 0}).mesh.face_count(), 6u);
  EXPECT_LE(tiled_world(ramp, {.tile_size = 64}).mesh.face_count(), 30u);
}

}  // namespace
}  // namespace thalweg
