// Triangulated polygons: full coverage, every inner point used, points on the border left
// out, self-intersection refused.
#include "import/polygon_triangles.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

double doubled_area_of(std::span<const Vec2> points, std::span<const IndexTriangle> triangles) {
  double sum = 0;
  for (const IndexTriangle& t : triangles) {
    EXPECT_GT(orientation(points[t[0]], points[t[1]], points[t[2]]), 0);
    sum += cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
  }
  return sum;
}

TEST(PolygonTriangles, cover_a_square_with_points_on_its_sides_and_inside) {
  std::vector<Vec2> points = {{0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 1},
                              {4, 4}, {3, 4}, {0, 4}, {0, 2}};
  const std::size_t loop = points.size();
  for (double x = 1; x < 4; ++x) {
    for (double y = 1; y < 4; ++y) points.push_back({x, y});
  }
  const auto triangles = triangulate_polygon(points, loop);
  EXPECT_EQ(triangles.size(), loop - 2 + 2 * 9);
  EXPECT_EQ(doubled_area_of(points, triangles), 32);
}

TEST(PolygonTriangles, leave_out_points_on_the_border_and_outside) {
  const std::vector<Vec2> points = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 0}, {9, 9}, {4, 4}, {2, 2}};
  const auto triangles = triangulate_polygon(points, 4);
  EXPECT_EQ(triangles.size(), 4u);
  EXPECT_EQ(doubled_area_of(points, triangles), 32);
}

TEST(PolygonTriangles, cover_polygons_that_are_not_convex) {
  const std::vector<Vec2> points = {{0, 0}, {6, 0}, {6, 6}, {3, 1}, {0, 6}, {1, 1}, {5, 2}};
  const auto triangles = triangulate_polygon(points, 5);
  EXPECT_EQ(triangles.size(), 3u + 4);
  EXPECT_EQ(doubled_area_of(points, triangles), 72 - 30);
}

TEST(PolygonTriangles, refuse_polygons_that_cross_themselves) {
  const std::vector<Vec2> points = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
  EXPECT_TRUE(triangulate_polygon(points, 4).empty());
  const std::vector<Vec2> line = {{0, 0}, {1, 0}, {2, 0}};
  EXPECT_TRUE(triangulate_polygon(line, 3).empty());
}

TEST(PolygonTriangles, use_every_point_inside_random_polygons) {
  Random random(seed_of(3));
  for (int run = 0; run < 200; ++run) {
    const auto loop = static_cast<std::size_t>(3 + random.below(9));
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < loop; ++i) {
      const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(loop);
      points.push_back({10 * std::cos(angle), 10 * std::sin(angle)});
    }
    double doubled = 0;
    for (std::size_t i = 0; i < loop; ++i) doubled += cross(points[i], points[(i + 1) % loop]);
    const auto inner = static_cast<std::size_t>(random.below(40));
    for (std::size_t i = 0; i < inner; ++i) {
      points.push_back({random.between(-3, 3), random.between(-3, 3)});
    }
    const auto triangles = triangulate_polygon(points, loop);
    EXPECT_EQ(triangles.size(), loop - 2 + 2 * inner);
    EXPECT_NEAR(doubled_area_of(points, triangles), doubled, 1e-9);
  }
}

}  // namespace
}  // namespace thalweg
