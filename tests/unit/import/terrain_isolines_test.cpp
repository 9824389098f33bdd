// Isolines: contour lines are edges of the mesh.
#include <gtest/gtest.h>

#ifdef THALWEG_HAS_CGAL

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "scope.hpp"
#include "terrain_fields.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/triangulate/triangulate.hpp"

namespace thalweg {
namespace {

using Key = std::tuple<float, float, float>;

Key key_of(Vec3f p) { return {p.x, p.y, p.z}; }

// The mesh's edges in both directions, as pairs of corners.
std::set<std::pair<Key, Key>> edges_of(const Mesh& mesh) {
  std::set<std::pair<Key, Key>> out;
  for (const EdgeId e : mesh.edges()) {
    const Key a = key_of(mesh.arrays().vertices[mesh.origin(e)]);
    const Key b = key_of(mesh.arrays().vertices[mesh.target(e)]);
    out.insert({a, b});
    out.insert({b, a});
  }
  return out;
}

// Where the level crosses a triangle's edges, as stored.
std::vector<Key> crossings(const std::array<Vec3, 3>& corners, float level) {
  std::vector<Key> out;
  for (std::size_t i = 0; i < 3; ++i) {
    Vec3 low = corners[i];
    Vec3 high = corners[(i + 1) % 3];
    if (low.z > high.z) std::swap(low, high);
    if (low.z >= level || high.z < level) continue;
    const double t = (level - low.z) / (high.z - low.z);
    const Vec2 p = high.z == level ? high.xy() : low.xy() + (high.xy() - low.xy()) * t;
    out.push_back(key_of(to_float({p.x, p.y, level})));
  }
  return out;
}

// The contour lines over every triangle of the uniform mesh must be edges of the isoline mesh.
// Counts them.
void expect_lines(const HeightField& field, double interval, int& lines) {
  const TerrainOptions options{.method = TerrainMethod::isolines,
                               .interval = interval,
                               .triangulator = constrained_delaunay};
  const auto parts = triangulate_heights(field, options);
  ASSERT_TRUE(parts) << parts.error();
  EXPECT_EQ(broken_law(parts->mesh), std::nullopt);
  EXPECT_NEAR(doubled_area(parts->mesh),
              2 * field.spacing_x * field.spacing_y * static_cast<double>(ground_squares(field)),
              1e-6);
  const TerrainError measured = measure_terrain(field, parts->mesh, options).value();
  EXPECT_EQ(measured.missed, 0u);
  EXPECT_LE(measured.worst, 1e-9);
  const auto edges = edges_of(parts->mesh);
  const Mesh plain = triangulate_heights(field, {}).value().mesh;
  for (const FaceId f : plain.faces()) {
    std::array<Vec3, 3> corners;
    for (std::size_t i = 0; const EdgeId e : plain.edges(f)) corners[i++] = plain.start(e);
    const auto [lowest, highest] = std::ranges::minmax(corners, {}, &Vec3::z);
    for (auto k = static_cast<int>(std::floor(lowest.z / interval));
         k <= static_cast<int>(std::ceil(highest.z / interval)); ++k) {
      const auto ends = crossings(corners, static_cast<float>(k * interval));
      ASSERT_TRUE(ends.empty() || ends.size() == 2);
      if (ends.empty() || ends[0] == ends[1]) continue;
      ++lines;
      ASSERT_TRUE(edges.contains({ends[0], ends[1]}));
    }
  }
}

TEST(Isolines, lines_are_edges) {
  int lines = 0;
  for (const std::uint64_t seed : seeds(30)) {
    HeightField field =
        random_field(3 + seed % 15, 4 + seed % 9, seed, 0.01 * static_cast<double>(seed % 4));
    field.spacing_x = 32;
    field.spacing_y = 64;
    if (ground_squares(field) == 0) continue;
    expect_lines(field, seed % 2 == 0 ? 5 : 17.3, lines);
  }
  EXPECT_GT(lines, 0);
}

TEST(Isolines, lines_through_samples_are_edges) {
  int lines = 0;
  for (const std::uint64_t seed : seeds(30)) {
    HeightField field =
        random_field(3 + seed % 15, 4 + seed % 9, seed, 0.01 * static_cast<double>(seed % 4));
    field.spacing_x = 32;
    field.spacing_y = 64;
    // Most samples lie on a level, with plateaus.
    for (float& z : field.z) z = std::round(z / 8) * 4;
    if (ground_squares(field) == 0) continue;
    expect_lines(field, 4, lines);
  }
  EXPECT_GT(lines, 0);
}

TEST(Isolines, a_sample_within_rounding_of_a_line_takes_its_height) {
  HeightField field = field_of(3, {0, 0, 0, 0, 10.000001f, 0, 0, 0, 0});
  field.spacing_x = field.spacing_y = 1000;
  const TerrainOptions options{
      .method = TerrainMethod::isolines, .interval = 10, .triangulator = constrained_delaunay};
  const auto parts = triangulate_heights(field, options);
  ASSERT_TRUE(parts) << parts.error();
  EXPECT_EQ(parts->mesh.vertex_count(), 9u);
  EXPECT_LT(measure_terrain(field, parts->mesh, options)->worst, 2e-6);
}

TEST(Isolines, too_many_are_refused) {
  const HeightField field = field_of(2, {0, 1e6, 0, 1e6});
  const auto error_of = [&](double interval) {
    const auto parts = triangulate_heights(field, {.method = TerrainMethod::isolines,
                                                   .interval = interval,
                                                   .triangulator = constrained_delaunay});
    return parts ? std::string("none") : parts.error();
  };
  const std::string close = "isolines at this interval come too close together to be told apart";
  EXPECT_EQ(error_of(1e-9), close);
  EXPECT_EQ(error_of(1e4), "none");
  EXPECT_EQ(error_of(0),
            "the interval of isolines must be above 0 and at most 1,000,000,000 metres");
}

TEST(Isolines, of_a_forgotten_scale_are_refused_before_they_are_made) {
  HeightField field{.width = 33, .height = 33};
  field.z.resize(33 * 33);
  for (std::size_t i = 0; i < field.z.size(); ++i) field.z[i] = i % 2 == 0 ? 0.0f : 65535.0f;
  TerrainOptions options{
      .method = TerrainMethod::isolines, .interval = 10, .triangulator = constrained_delaunay};
  const std::string why = triangulate_heights(field, options).error();
  EXPECT_NE(why.find("more than the limit of 1000000"), std::string::npos) << why;
  for (std::size_t i = 0; i < field.z.size(); ++i) field.z[i] = i == 16 * 33 + 16 ? 65535.0f : 0.0f;
  const std::string steep = triangulate_heights(field, options).error();
  EXPECT_EQ(steep,
            "up to 6553 isolines cross one triangle at this interval: check the interval and the "
            "scale of heights (--max-points raises the limit)");
  options.interval = 10'000;
  options.most_points = 10;
  EXPECT_FALSE(triangulate_heights(field, options));
  options.most_points = 100'000;
  EXPECT_TRUE(triangulate_heights(field, options));
}

}  // namespace
}  // namespace thalweg

#endif
