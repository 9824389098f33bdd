// Triangulations of height fields: uniform, centre, contour and adaptive.
#include "thalweg/import/terrain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "scope.hpp"
#include "terrain_fields.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

Mesh terrain_mesh(const HeightField& field, const TerrainOptions& options) {
  return triangulate_heights(field, options).value().mesh;
}

// True when an edge of the mesh joins the two points.
bool has_edge(const Mesh& mesh, Vec2 a, Vec2 b) {
  for (const EdgeId e : mesh.edges()) {
    if (mesh.start(e).xy() == a && mesh.end(e).xy() == b) return true;
  }
  return false;
}

const TerrainMethod kPlain[] = {TerrainMethod::uniform, TerrainMethod::centre,
                                TerrainMethod::contour, TerrainMethod::adaptive};

TEST(Terrain, uniform_cuts_from_top_left_to_bottom_right) {
  // Row 0 is the top: the largest y.
  const Mesh mesh = terrain_mesh(field_of(2, {1, 2, 3, 4}), {});
  EXPECT_EQ(mesh.face_count(), 2u);
  EXPECT_EQ(mesh.vertex_count(), 4u);
  EXPECT_TRUE(has_edge(mesh, {0, 1}, {1, 0}));
  const auto height_at = [&](double x, double y) {
    for (const VertexId v : mesh.vertices()) {
      if (mesh.point(v).xy() == Vec2{x, y}) return mesh.point(v).z;
    }
    return -1.0;
  };
  EXPECT_EQ(height_at(0, 1), 1);
  EXPECT_EQ(height_at(1, 1), 2);
  EXPECT_EQ(height_at(0, 0), 3);
  EXPECT_EQ(height_at(1, 0), 4);
}

TEST(Terrain, centre_adds_the_mean) {
  const Mesh mesh = terrain_mesh(field_of(2, {1, 2, 3, 6}), {.method = TerrainMethod::centre});
  EXPECT_EQ(mesh.face_count(), 4u);
  EXPECT_EQ(mesh.vertex_count(), 5u);
  EXPECT_EQ(mesh.point(VertexId(4)), (Vec3{0.5, 0.5, 3}));
}

TEST(Terrain, contour_cuts_along_the_contour_line) {
  const TerrainOptions options{.method = TerrainMethod::contour};
  // Low left and top right are alike.
  EXPECT_TRUE(has_edge(terrain_mesh(field_of(2, {9, 5, 5, 0}), options), {0, 0}, {1, 1}));
  // Top left and low right are alike.
  EXPECT_TRUE(has_edge(terrain_mesh(field_of(2, {5, 9, 0, 5}), options), {0, 1}, {1, 0}));
  // In a tie the cut is that of uniform.
  EXPECT_TRUE(has_edge(terrain_mesh(field_of(2, {5, 5, 5, 5}), options), {0, 1}, {1, 0}));
}

TEST(Terrain, meshes_cover_the_squares_without_voids_exactly) {
  for (const std::uint64_t seed : seeds(60)) {
    HeightField field =
        random_field(3 + seed % 17, 3 + seed % 11, seed, 0.02 * static_cast<double>(seed % 6));
    field.spacing_x = 0.5;
    field.spacing_y = 4;
    const std::size_t squares = ground_squares(field);
    for (const TerrainMethod method : kPlain) {
      const TerrainOptions options{.method = method, .error = 3};
      if (squares == 0) continue;
      const Mesh mesh = terrain_mesh(field, options);
      EXPECT_EQ(broken_law(mesh), std::nullopt);
      EXPECT_EQ(doubled_area(mesh), 2 * 2.0 * static_cast<double>(squares));
      if (method == TerrainMethod::uniform || method == TerrainMethod::contour) {
        EXPECT_EQ(mesh.face_count(), 2 * squares);
      }
      if (method == TerrainMethod::centre) {
        EXPECT_EQ(mesh.face_count(), 4 * squares);
      }
      std::vector<bool> is_used(mesh.vertex_count());
      for (const EdgeId e : mesh.edges()) is_used[mesh.origin(e).value] = true;
      EXPECT_EQ(std::ranges::count(is_used, false), 0);
    }
  }
}

TEST(Terrain, adaptive_keeps_its_bound) {
  for (const std::uint64_t seed : seeds(80)) {
    HeightField field = random_field(2 + seed % 41, 2 + seed % 37, seed,
                                     seed % 3 == 0 ? 0 : 0.01 * static_cast<double>(seed % 9));
    field.spacing_x = 63.855;
    field.spacing_y = 92.767;
    if (ground_squares(field) == 0) continue;
    for (const double error : {0.0, 0.5, 5.0, 40.0, 1e6}) {
      const TerrainOptions options{.method = TerrainMethod::adaptive, .error = error};
      const Mesh mesh = terrain_mesh(field, options);
      ASSERT_EQ(broken_law(mesh), std::nullopt) << seed;
      const TerrainError measured = measure_terrain(field, mesh, options).value();
      // At a bound of 0 only the rounding of the measurement is left.
      ASSERT_LE(measured.worst, std::max(error, 1e-9)) << seed;
      ASSERT_EQ(measured.missed, 0u) << seed;
    }
  }
}

TEST(Terrain, adaptive_needs_two_triangles_for_a_plane) {
  std::vector<float> z;
  for (int i = 0; i < 33 * 65; ++i) z.push_back(static_cast<float>(2 * (i % 33) + 3 * (i / 33)));
  const Mesh mesh =
      terrain_mesh(field_of(33, z), {.method = TerrainMethod::adaptive, .error = 0.01});
  EXPECT_EQ(mesh.face_count(), 2u);
}

TEST(Terrain, adaptive_refines_with_the_bound) {
  const HeightField field = random_field(60, 60, 5, 0);
  std::uint32_t before = 0;
  for (const double error : {100.0, 30.0, 10.0, 3.0, 1.0}) {
    const Mesh mesh = terrain_mesh(field, {.method = TerrainMethod::adaptive, .error = error});
    EXPECT_GT(mesh.face_count(), before);
    before = mesh.face_count();
  }
}

TEST(Terrain, measuring_finds_what_is_wrong) {
  const HeightField field = random_field(20, 20, 3, 0);
  const Mesh mesh = terrain_mesh(field, {});
  EXPECT_EQ(measure_terrain(field, mesh, {}).value().worst, 0);
  HeightField other = field;
  other.z[205] += 7.25f;
  EXPECT_NEAR(measure_terrain(other, mesh, {}).value().worst, 7.25, 1e-4);
  other = field;
  other.z[205] = kVoid;
  EXPECT_EQ(measure_terrain(other, mesh, {}).value().worst,
            std::numeric_limits<double>::infinity());
  HeightField with_hole = field;
  with_hole.z[0] = kVoid;
  EXPECT_EQ(measure_terrain(field, terrain_mesh(with_hole, {}), {}).value().missed, 1u);
}

TEST(Terrain, spacing_and_scale_apply) {
  HeightField field = field_of(2, {1, 2, 3, 4});
  field.origin = {1000, 2000, 5};
  const auto parts = triangulate_heights(field, {.vertical_scale = 0.5, .spacing = Vec2{10, 20}});
  EXPECT_EQ(parts->origin, (Vec3{1000, 2000, 5}));
  EXPECT_EQ(parts->mesh.box(), (Box3{{0, 0, 0.5}, {10, 20, 2}}));
  EXPECT_TRUE(make_world(std::move(parts).value()));
}

TEST(Terrain, a_box_is_filled_tightly) {
  // Heights used only by the void square do not count.
  const HeightField field = field_of(3, {-50, kVoid, 9, 10, 20, 40, 30, 20, 10});
  const Box3 box{{-1, -2, -3}, {7, 2, 9}};
  for (const TerrainMethod method : kPlain) {
    const auto parts =
        triangulate_heights(field, {.method = method, .vertical_scale = 7, .box = box}).value();
    EXPECT_EQ(parts.origin, box.low);
    EXPECT_EQ(parts.mesh.box().low, Vec3{});
    EXPECT_EQ(parts.mesh.box().high.x, 8);
    EXPECT_EQ(parts.mesh.box().high.z, 12);
  }
  const auto flat = triangulate_heights(field_of(2, {4, 4, 4, 4}), {.box = box}).value();
  EXPECT_EQ(flat.mesh.box().high.z, 0);
}

TEST(Terrain, difficulty_is_the_mean_of_a_faces_samples) {
  const HeightField field = field_of(2, {0, 0, 0, 0});
  const Image image{.width = 2,
                    .height = 2,
                    .channels = 1,
                    .bits = 8,
                    .samples = {255, 0, 0, 51}};  // top left is white
  TerrainOptions options{.difficulty = &image};
  const Mesh mesh = terrain_mesh(field, options);
  EXPECT_FLOAT_EQ(mesh.difficulty(FaceId(0)), (1.0f + 0 + 0.2f) / 3);  // low left
  EXPECT_FLOAT_EQ(mesh.difficulty(FaceId(1)), (1.0f + 0 + 0.2f) / 3);  // top right
  const Image wide{.width = 2,
                   .height = 2,
                   .channels = 2,
                   .bits = 16,
                   .samples = {65535, 9, 65535, 9, 65535, 9, 65535, 9}};
  options.difficulty = &wide;
  options.method = TerrainMethod::adaptive;
  EXPECT_EQ(terrain_mesh(field, options).difficulty(FaceId(0)), 1);
}

TEST(Terrain, what_makes_no_mesh_is_refused) {
  const auto error_of = [](const HeightField& field, const TerrainOptions& options) {
    const auto parts = triangulate_heights(field, options);
    return parts ? std::string("none") : parts.error();
  };
  const HeightField good = field_of(2, {1, 2, 3, 4});
  EXPECT_EQ(error_of({}, {}), "the height map has no samples");
  EXPECT_EQ(error_of(field_of(1, {1, 2}), {}), "a height map needs two rows and columns");
  EXPECT_EQ(error_of(field_of(2, {1, 2, 3, kVoid}), {}),
            "every square of the height map has a void at a corner");
  EXPECT_EQ(error_of(field_of(2, {1, 2, 3, 3e38f}), {}),
            "a height lies beyond 1,000,000,000 metres; if it means that there is none, name it as "
            "a void");
  EXPECT_EQ(error_of(good, {.vertical_scale = -1}),
            "the vertical scale must be above 0 and at most 1,000,000,000");
  EXPECT_EQ(error_of(good, {.spacing = Vec2{0, 1}}),
            "the spacing must be above 0 and at most 1,000,000,000 metres");
  EXPECT_EQ(
      error_of(good, {.box = Box3{}}),
      "the box must have a width and a depth above 0 and be at most 1,000,000,000 metres large");
  EXPECT_EQ(error_of(good, {.method = TerrainMethod::adaptive, .error = -1}),
            "the error bound must be 0 or more metres");
  EXPECT_EQ(error_of(good, {.method = TerrainMethod::isolines}), no_triangulator().message);
  const Image image{.width = 3, .height = 2, .samples = std::vector<std::uint16_t>(6)};
  EXPECT_EQ(error_of(good, {.difficulty = &image}),
            "the difficulty image is 3 x 2 and the height map 2 x 2");
}

TEST(Terrain, methods_have_names) {
  EXPECT_EQ(terrain_method("uniform"), TerrainMethod::uniform);
  EXPECT_EQ(terrain_method("adaptive"), TerrainMethod::adaptive);
  EXPECT_EQ(terrain_method("best"), std::nullopt);
}

TEST(Terrain, threads_do_not_matter) {
  const HeightField field = random_field(150, 130, 11, 0.01);
  Image image{.width = 150, .height = 130, .samples = std::vector<std::uint16_t>(150 * 130)};
  for (std::size_t i = 0; i < image.samples.size(); ++i) image.samples[i] = (i * 37) % 256;
  for (const TerrainMethod method : kPlain) {
    const TerrainOptions options{.method = method, .error = 4, .difficulty = &image};
    set_thread_count(1);
    const auto one = terrain_mesh(field, options).fingerprint();
    set_thread_count(2);
    EXPECT_EQ(terrain_mesh(field, options).fingerprint(), one);
    set_thread_count(0);
  }
}

}  // namespace
}  // namespace thalweg
