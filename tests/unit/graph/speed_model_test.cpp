// Speed models: known values, never faster over a longer run, and norms that are convex, so that
// straight lines are cheapest inside a face.
#include "thalweg/price/speed_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

Vec3 random_step(Random& random) {
  return {random.between(-10, 10), random.between(-10, 10), random.between(-6, 6)};
}

TEST(SpeedModel, tobler_is_raw_on_gentle_slopes_and_by_zigzags_beyond) {
  for (double s = -0.266; s <= 0.266; s += 0.002) {
    const double metres = std::sqrt(1 + s * s);
    EXPECT_NEAR(walk_seconds(SpeedModel::tobler, 1, s) / (metres * tobler_seconds_per_metre(s)), 1,
                1e-14)
        << s;
  }
  const auto [up, down] = steepest(SpeedModel::tobler);
  EXPECT_NEAR(up * (1 + up * up), 1 / 3.5, 1e-15);
  EXPECT_EQ(up, down);
  EXPECT_NEAR(up, 0.266736, 1e-6);
  // Vertical, steep, and at the last slope walked straight.
  for (const double run : {0.0, 1.0, 1 / up}) {
    EXPECT_NEAR(walk_seconds(SpeedModel::tobler, run, 1), 7.054120, 1e-6);
    EXPECT_NEAR(walk_seconds(SpeedModel::tobler, run, -1), 4.970954, 1e-6);
  }
  const double leg = std::sqrt(1 + 1 / (up * up));
  EXPECT_NEAR(leg * tobler_seconds_per_metre(up), walk_seconds(SpeedModel::tobler, 0, 1), 1e-13);
  EXPECT_NEAR(leg * tobler_seconds_per_metre(-up), walk_seconds(SpeedModel::tobler, 0, -1), 1e-13);
  EXPECT_EQ(walk_seconds(SpeedModel::tobler, 0, 0), 0);
}

TEST(SpeedModel, langmuir_has_the_constants_of_r_walk_and_no_steep_descent) {
  EXPECT_NEAR(walk_seconds(SpeedModel::langmuir, 100, 0), 72, 1e-12);
  EXPECT_NEAR(walk_seconds(SpeedModel::langmuir, 100, 10), 132, 1e-12);
  EXPECT_NEAR(walk_seconds(SpeedModel::langmuir, 100, -10), 72 - 19.998, 1e-12);
  // r.walk jumps at this slope from 0.295 to 1.145 s a metre: zigzags avoid that.
  EXPECT_NEAR(walk_seconds(SpeedModel::langmuir, 100, -21.25), 72 - 1.9998 * 21.25, 1e-9);
  EXPECT_NEAR(walk_seconds(SpeedModel::langmuir, 10, -21.25), 72 - 1.9998 * 21.25, 1e-9);
}

TEST(SpeedModel, never_decreases_with_the_run) {
  for (const SpeedModel speed_model : {SpeedModel::tobler, SpeedModel::langmuir}) {
    for (const double rise : {-3.0, -1.0, -0.1, 0.0, 0.1, 2.0}) {
      for (double run = 0; run < 30; run += 0.01) {
        ASSERT_LE(walk_seconds(speed_model, run, rise),
                  walk_seconds(speed_model, run + 0.01, rise) + 1e-12);
      }
    }
  }
}

// So within a face no detour is cheaper than the straight line.
TEST(Norm, of_every_named_profile_is_convex) {
  const World world = hills(1);
  for (const NamedProfile& named : named_profiles()) {
    SCOPED_TRACE(named.name);
    const Pricer pricer(world, named.make());
    Random random(seed_of(7));
    for (int i = 0; i < 100000; ++i) {
      const Vec3 a = random_step(random);
      const Vec3 b = random_step(random);
      const double whole = pricer.norm(a + b);
      ASSERT_LE(whole, (pricer.norm(a) + pricer.norm(b)) * (1 + 1e-12));
      const double times = random.between(0, 5);
      ASSERT_NEAR(pricer.norm(a * times), pricer.norm(a) * times, 1e-9 * (1 + pricer.norm(a)));
      ASSERT_GE(whole, 0);
    }
  }
}

TEST(Norm, times_the_factor_is_the_price_of_a_portal_arc) {
  const World world = hills(2);
  const Mesh& mesh = world.mesh;
  for (const NamedProfile& named : named_profiles()) {
    const Pricer pricer(world, named.make());
    for (const EdgeId entered : mesh.edges()) {
      if (!mesh.is_portal(entered)) continue;
      const FaceId across = mesh.face(entered);
      const Vec3 from = mesh.midpoint(entered);
      const double times = pricer.factor(across, entered);
      const double price = pricer.portal_arc({from, mesh.centre(across), across, entered, {}});
      if (times == kNoLimit) {
        EXPECT_EQ(price, kNoLimit);
      } else {
        EXPECT_EQ(price, pricer.norm(mesh.centre(across) - from) * times);
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
