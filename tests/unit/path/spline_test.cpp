// Catmull-Rom pieces against the printed formula; curves meet their points, stay on the
// ground, and pruning keeps near them.
#include "thalweg/path/spline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/shape.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

CurvePoints random_points(Random& random) {
  CurvePoints points;
  for (Vec2& p : points) p = {random.between(-9, 9), random.between(-9, 9)};
  return points;
}

// Rabin's formula, as printed.
Vec2 as_printed(const CurvePoints& p, double u) {
  return p[0] * (-0.5 * u * u * u + u * u - 0.5 * u) +
         p[1] * (1.5 * u * u * u - 2.5 * u * u + 1.0) +
         p[2] * (-1.5 * u * u * u + 2.0 * u * u + 0.5 * u) + p[3] * (0.5 * u * u * u - 0.5 * u * u);
}

TEST(CatmullRom, meets_the_inner_points) {
  Random random(seed_of(1));
  for (int i = 0; i < 1000; ++i) {
    const CurvePoints points = random_points(random);
    const CurvePiece piece = catmull_rom(points);
    EXPECT_EQ(point_at(piece, 0), points[1]);
    EXPECT_EQ(point_at(piece, 1), points[2]);
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
      EXPECT_EQ(point_at_quarter(piece, quarter),
                point_at(piece, 0.25 * static_cast<double>(quarter)));
    }
  }
}

TEST(CatmullRom, is_the_printed_formula_where_points_are_evenly_spaced) {
  Random random(seed_of(2));
  for (int i = 0; i < 1000; ++i) {
    CurvePoints points;
    Vec2 at = random_points(random)[0];
    Vec2 step{3, 0};
    for (Vec2& p : points) {
      p = at;
      // Turned by less than a right angle.
      const double sine = random.between(-0.9, 0.9);
      const double cosine = std::sqrt(1 - sine * sine);
      step = {cosine * step.x - sine * step.y, sine * step.x + cosine * step.y};
      at = at + step;
    }
    const double u = random.unit();
    EXPECT_NEAR(length(point_at(catmull_rom(points), u) - as_printed(points, u)), 0, 1e-13);
  }
}

TEST(CatmullRom, has_the_same_direction_on_both_sides_of_a_point) {
  Random random(seed_of(3));
  for (int i = 0; i < 1000; ++i) {
    const CurvePoints points = random_points(random);
    const Vec2 last = random_points(random)[0];
    const Vec2 arriving = catmull_rom(points).arriving;
    const Vec2 leaving = catmull_rom({points[1], points[2], points[3], last}).leaving;
    EXPECT_NEAR(cross(arriving, leaving), 0, 1e-9);
    EXPECT_GE(dot(arriving, leaving), 0);
  }
}

TEST(CatmullRom, no_tangent_is_longer_than_the_line) {
  Random random(seed_of(4));
  for (int i = 0; i < 1000; ++i) {
    const CurvePiece piece = catmull_rom(random_points(random));
    const double most = length(piece.to - piece.from) * (1 + 1e-12);
    EXPECT_LE(length(piece.leaving), most);
    EXPECT_LE(length(piece.arriving), most);
  }
}

TEST(Spline, two_points_stay_two) {
  const World world = mesh_scene(". . . .");
  Random random(seed_of(3));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(3), random);
  corridor.start = {FaceId(0), {0.5, 0.5, 0}};
  corridor.goal = {FaceId(3), {3.5, 0.75, 0}};
  EXPECT_EQ(shape_corridor(world, corridor, {.shape = Shape::spline}).size(), 2u);
}

TEST(Spline, meets_the_bends_it_runs_through_and_stays_on_the_ground) {
  std::size_t curved = 0;
  for (const std::uint64_t seed : seeds(12)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 50, seed)) {
        for (const Shape base : {Shape::funnel, Shape::sight, Shape::midpoints}) {
          const auto bends = shape_corridor(world, corridor, {.shape = base});
          for (const bool by_quarters : {true, false}) {
            const auto points = shape_corridor(world, corridor,
                                               {.shape = Shape::spline,
                                                .spline_of = base,
                                                .spline_pieces = 7,
                                                .spline_by_quarters = by_quarters});
            ASSERT_EQ(broken_local_law(points, world), std::nullopt) << name << " seed " << seed;
            curved += points.size() > bends.size();
            // A bend may be dropped only if the curve runs straight through it.
            for (const PathPoint& bend : bends) {
              double least = 1e9;
              for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                const Segment2 walk{points[i].vec().xy(), points[i + 1].vec().xy()};
                least = std::min(least, distance(walk, bend.vec().xy()));
              }
              ASSERT_LE(least, 1e-9);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(curved, 200u);
}

// Degrees that a path turns in all; a bend straight back counts 180.
double turning_of(std::span<const PathPoint> points) {
  double sum = 0;
  for (std::size_t i = 2; i < points.size(); ++i) {
    const Vec2 a = points[i - 1].vec().xy() - points[i - 2].vec().xy();
    const Vec2 b = points[i].vec().xy() - points[i - 1].vec().xy();
    if (a == Vec2{} || b == Vec2{}) continue;
    sum += std::abs(std::atan2(cross(a, b), dot(a, b))) * (180 / 3.141592653589793);
  }
  return sum;
}

TEST(Spline, turns_and_walks_little_more_than_what_it_runs_through) {
  double most_turn = 0;
  double most_length = 0;
  for (const std::uint64_t seed : seeds(12)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 60, seed)) {
        const auto bends = shape_corridor(world, corridor, {.shape = Shape::funnel});
        for (const std::uint32_t pieces : {4u, 8u, 40u}) {
          const auto points =
              shape_corridor(world, corridor, {.shape = Shape::spline, .spline_pieces = pieces});
          if (bends.size() == 2) continue;
          most_turn = std::max(most_turn, turning_of(points) / (turning_of(bends) + 1));
          most_length = std::max(most_length, plan_length(points) / plan_length(bends));
        }
      }
    }
  }
  std::printf("at most %.3f times the turning and %.4f times the length\n", most_turn, most_length);
  EXPECT_LE(most_turn, 2);
  EXPECT_LE(most_length, 1.1);
}

TEST(Spline, pruning_keeps_near_and_drops_points) {
  std::size_t before = 0;
  std::size_t after = 0;
  for (const std::uint64_t seed : seeds(5)) {
    const World world = crooked(seed);
    for (const Corridor& corridor : random_corridors(world, 60, seed)) {
      const auto all = shape_corridor(world, corridor, {.shape = Shape::spline});
      const auto few = shape_corridor(world, corridor, {.shape = Shape::spline, .prune = 0.05});
      ASSERT_EQ(broken_local_law(few, world), std::nullopt);
      before += all.size();
      after += few.size();
      for (const PathPoint& point : all) {
        double least = 1e9;
        for (std::size_t i = 0; i + 1 < few.size(); ++i) {
          const Segment2 walk{few[i].vec().xy(), few[i + 1].vec().xy()};
          least = std::min(least, distance(walk, point.vec().xy()));
        }
        EXPECT_LE(least, 0.05);
      }
    }
  }
  EXPECT_LT(after * 10, before * 9);
}

TEST(Spline, nothing_on_a_line_is_left_to_prune) {
  for (const std::uint64_t seed : seeds(5)) {
    const World world = holes(seed);
    for (const Corridor& corridor : random_corridors(world, 60, seed)) {
      const auto points =
          shape_corridor(world, corridor, {.shape = Shape::spline, .spline_of = Shape::midpoints});
      for (std::size_t i = 2; i < points.size(); ++i) {
        const Vec2 a = points[i - 2].vec().xy();
        const Vec2 b = points[i - 1].vec().xy();
        const Vec2 c = points[i].vec().xy();
        const bool is_on_line = meet({a, c}, {b, b}) && a != c;
        EXPECT_FALSE(is_on_line) << seed << " point " << i;
      }
    }
  }
}

TEST(Spline, a_curve_that_would_leave_the_ground_is_straight) {
  // The curve into the passage overshoots its side walls: the middle leg stays straight.
  const World world = mesh_scene(R"(
      . . # # # # # #
      # . . . . . . .
      # # # # # # # # )");
  Random random(seed_of(4));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(15), random);
  corridor.start = {FaceId(0), {0.5, 0.5, 0}};
  corridor.goal = {FaceId(15), {7.5, 1, 0}};
  const auto bends = shape_corridor(world, corridor, {});
  ASSERT_EQ(bends.size(), 3u);  // along the wall, which the curve would cut
  const auto points = shape_corridor(world, corridor, {.shape = Shape::spline});
  EXPECT_EQ(broken_local_law(points, world), std::nullopt);
  std::size_t beyond = 0;
  for (const PathPoint& p : points) beyond += p.x > 2;
  EXPECT_LE(beyond, 9u);
}

}  // namespace
}  // namespace thalweg
