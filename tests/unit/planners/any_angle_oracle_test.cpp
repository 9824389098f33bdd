// The any-angle oracle compared with a slow one over all corners and rays.
#include "thalweg/planners/any_angle_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "obstacle_worlds.hpp"
#include "scope.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// A slow, simple oracle: every corner of every face is a node, connected to all that a ray reaches.
class SlowOracle {
 public:
  explicit SlowOracle(const Mesh& mesh) : mesh_(mesh) {
    for (const EdgeId e : mesh.edges()) {
      if (is_walkable(mesh.area(mesh.face(e))))
        surface_points_.push_back({mesh.face(e), mesh.start(e)});
    }
    const std::size_t n = surface_points_.size();
    sees_.assign(n * n, false);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        sees_[i * n + j] = line_of_sight(mesh, surface_points_[i], surface_points_[j]);
    }
  }

  double length_between(const SurfacePoint& a, const SurfacePoint& b) const {
    const std::size_t n = surface_points_.size();
    std::vector<double> least(n, kFar);
    std::vector<bool> is_done(n, false);
    for (std::size_t i = 0; i < n; ++i) {
      if (line_of_sight(mesh_, a, surface_points_[i])) least[i] = between(a, surface_points_[i]);
    }
    for (;;) {
      std::size_t at = n;
      for (std::size_t i = 0; i < n; ++i) {
        if (!is_done[i] && least[i] < (at == n ? kFar : least[at])) at = i;
      }
      if (at == n) break;
      is_done[at] = true;
      for (std::size_t i = 0; i < n; ++i) {
        if (sees_[at * n + i])
          least[i] =
              std::min(least[i], least[at] + between(surface_points_[at], surface_points_[i]));
      }
    }
    double best = line_of_sight(mesh_, a, b) ? between(a, b) : kFar;
    for (std::size_t i = 0; i < n; ++i) {
      if (least[i] < kFar && line_of_sight(mesh_, b, surface_points_[i])) {
        best = std::min(best, least[i] + between(surface_points_[i], b));
      }
    }
    return best;
  }

 private:
  static double between(const SurfacePoint& a, const SurfacePoint& b) {
    return length(a.point.xy() - b.point.xy());
  }

  const Mesh& mesh_;
  std::vector<SurfacePoint> surface_points_;
  std::vector<bool> sees_;  // [i * n + j]
};

struct OracleTally {
  int bent = 0;
  int shut = 0;
};

void check_world(const World& world, std::uint64_t seed, OracleTally& tally) {
  const SlowOracle slow(world.mesh);
  AnyAngleOracle oracle(world);
  Random random(seed);
  AnyAnglePath path;
  for (int i = 0; i < 25; ++i) {
    const SurfacePoint a = random_surface_point(world.mesh, random);
    const SurfacePoint b = random_surface_point(world.mesh, random);
    if (!a.is_found() || !b.is_found()) continue;
    path = oracle.find(a, b, std::move(path));
    const double wanted = slow.length_between(a, b);
    ASSERT_EQ(path.found, wanted < kFar) << i;
    if (!path.found) {
      ++tally.shut;
      ASSERT_TRUE(path.points.empty());
      continue;
    }
    ASSERT_NEAR(path.length, wanted, 1e-9) << i;
    ASSERT_EQ(path.points.front(), a);
    ASSERT_EQ(path.points.back(), b);
    for (std::size_t k = 1; k < path.points.size(); ++k) {
      ASSERT_TRUE(line_of_sight(world.mesh, path.points[k - 1], path.points[k]));
    }
    tally.bent += path.points.size() > 2 ? 1 : 0;
    ASSERT_NEAR(oracle.find(b, a).length, wanted, 1e-9);
  }
}

TEST(AnyAngleOracle, length_equals_that_of_the_slow_oracle) {
  OracleTally tally;
  for (const std::uint64_t seed : seeds(30)) {
    SCOPED_TRACE(seed);
    check_world(obstacle_field(seed, {.side = 5}), seed, tally);
    check_world(obstacle_field(seed, {.side = 5, .blocked_in_16 = 2, .slits_in_16 = 4}), seed,
                tally);
    check_world(obstacle_field(seed, {.side = 4, .jitter = 0}), seed, tally);
    check_world(
        obstacle_field(seed, {.side = 4, .jitter = 0, .blocked_in_16 = 1, .slits_in_16 = 5}), seed,
        tally);
    check_world(random_squares(seed, "...#", 6), seed, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.bent, 100);
  EXPECT_GT(tally.shut, 20);
}

TEST(AnyAngleOracle, bends_round_the_corner) {
  constexpr std::string_view kText = R"(
      S . . .
      # # # .
      G . . . )";
  const World world = mesh_scene(kText);
  AnyAngleOracle oracle(world);
  const auto path = oracle.find(mark(kText, 'S'), mark(kText, 'G'));
  ASSERT_TRUE(path.found);
  ASSERT_EQ(path.points.size(), 4u);
  EXPECT_DOUBLE_EQ(path.length, 2 * std::sqrt(6.5) + 1);
  EXPECT_EQ(path.points[1].point.xy(), (Vec2{3, 1}));
  EXPECT_EQ(path.points[2].point.xy(), (Vec2{3, 2}));
  const std::size_t once = oracle.bytes();
  EXPECT_EQ(oracle.find(mark(kText, 'S'), mark(kText, 'G')).length, path.length);
  EXPECT_EQ(oracle.bytes(), once);
}

TEST(AnyAngleOracle, bad_ends_find_nothing) {
  const World world = mesh_scene(". . #");
  AnyAngleOracle oracle(world);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(oracle.find(SurfacePoint{}, SurfacePoint{FaceId(0), {0.5, 0.5, 0}}).found);
  EXPECT_FALSE(
      oracle.find(SurfacePoint{FaceId(0), {0.5, 0.5, 0}}, SurfacePoint{FaceId(99), {}}).found);
  EXPECT_FALSE(
      oracle.find(SurfacePoint{FaceId(0), {nan, 0.5, 0}}, SurfacePoint{FaceId(0), {0.5, 0.5, 0}})
          .found);
  EXPECT_FALSE(oracle.find(Point{nan, 0}, Point{0.5, 0.5}).found);
  EXPECT_FALSE(oracle.find(Point{0.5, 0.5}, Point{2.5, 0.5}, 0).found);
  EXPECT_FALSE(oracle.find(Point{0.5, 0.5}, Point{100, 0.5}).found);
  const auto here = oracle.find(Point{0.5, 0.5}, Point{0.5, 0.5});
  EXPECT_TRUE(here.found);
  EXPECT_EQ(here.length, 0);
  const World none;
  AnyAngleOracle empty(none);
  EXPECT_FALSE(empty.find(Point{0, 0}, Point{1, 1}).found);
}

}  // namespace
}  // namespace thalweg
