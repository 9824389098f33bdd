// Constrained Delaunay triangulation by CGAL: coverage, independence of order,
// crossing segments, degenerate input.
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "thalweg/core/random.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

std::set<Edge> edges_of(const PlanarTriangles& out) {
  std::set<Edge> edges;
  for (const auto& t : out.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      edges.insert(std::minmax(t[i], t[(i + 1) % 3]));
    }
  }
  return edges;
}

double total_doubled_area(const PlanarTriangles& out) {
  double sum = 0;
  for (const auto& t : out.triangles) {
    const Vec2 a = out.points[t[0]];
    sum += cross(out.points[t[1]] - a, out.points[t[2]] - a);
  }
  return sum;
}

// Distinct points of a 40 x 40 grid, the corners of it first.
PlanarInput random_points(std::uint64_t seed, std::uint32_t count) {
  PlanarInput input;
  input.points = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
  Random random(seed);
  while (input.points.size() < count) {
    const Vec2 p{static_cast<double>(random.below(41)), static_cast<double>(random.below(41))};
    if (std::ranges::find(input.points, p) == input.points.end()) input.points.push_back(p);
  }
  return input;
}

TEST(Triangulate, covers_the_hull_with_delaunay_triangles) {
  const PlanarInput input = random_points(1, 300);
  const PlanarTriangles out = constrained_delaunay(input).value();
  EXPECT_EQ(out.points, input.points);
  EXPECT_EQ(total_doubled_area(out), 3200);
  EXPECT_TRUE(std::ranges::is_sorted(out.triangles));
  for (const auto& t : out.triangles) {
    const Vec2 a = out.points[t[0]];
    const Vec2 b = out.points[t[1]];
    const Vec2 c = out.points[t[2]];
    ASSERT_GT(orientation(a, b, c), 0);
    for (const Vec2 p : out.points) ASSERT_LE(in_circle(a, b, c, p), 0);
  }
}

TEST(Triangulate, the_order_of_segments_and_runs_changes_nothing) {
  PlanarInput input = random_points(2, 200);
  for (std::uint32_t i = 4; i + 1 < 24; i += 2) input.segments.push_back({0, i});
  const auto once = constrained_delaunay(input).value();
  EXPECT_EQ(constrained_delaunay(input)->triangles, once.triangles);
  const auto edges = edges_of(once);
  for (const auto& [a, b] : input.segments) {
    // A segment is a single edge, or several through points on it.
    bool has_point_between = false;
    for (const Vec2 p : input.points) {
      const Vec2 u = input.points[a];
      const Vec2 v = input.points[b];
      has_point_between |= orientation(u, v, p) == 0 && dot(p - u, p - v) < 0;
    }
    EXPECT_TRUE(has_point_between || edges.contains(std::minmax(a, b)));
  }
}

TEST(Triangulate, crossing_segments_get_a_point) {
  const PlanarInput input{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {{0, 2}, {3, 1}}};
  const PlanarTriangles out = constrained_delaunay(input).value();
  ASSERT_EQ(out.points.size(), 5u);
  EXPECT_EQ(out.points[4], (Vec2{1, 1}));
  EXPECT_EQ(out.triangles.size(), 4u);
}

TEST(Triangulate, points_on_a_line_give_nothing) {
  EXPECT_TRUE(constrained_delaunay({})->triangles.empty());
  EXPECT_TRUE(constrained_delaunay({{{0, 0}}, {}})->triangles.empty());
  EXPECT_TRUE(constrained_delaunay({{{0, 0}, {1, 1}, {2, 2}}, {{0, 2}}})->triangles.empty());
}

TEST(Triangulate, odd_input_has_an_answer) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(constrained_delaunay({{{0, nan}, {1, 0}, {0, 1}}, {}}).ok());
  EXPECT_FALSE(constrained_delaunay({{{0, 0}, {1, 0}, {0, 1}}, {{0, 3}}}).ok());
  // The same point twice, and a segment of no length: counted once.
  const auto out = constrained_delaunay({{{0, 0}, {1, 0}, {0, 1}, {0, 0}}, {{0, 3}, {1, 1}}});
  ASSERT_TRUE(out.ok()) << out.error();
  EXPECT_EQ(out->triangles.size(), 1u);
}

}  // namespace
}  // namespace thalweg
#endif
