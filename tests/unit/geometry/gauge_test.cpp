// The gauge of steps: norms of known steps, and no sum of steps shorter
// than the norm of where it leads.
#include "thalweg/geometry/gauge.hpp"

#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

TEST(Gauge, four_steps_of_one_make_the_sum_of_both_axes) {
  const std::vector<Gauge::Step> steps = {{{1, 0}, 1}, {{0, 1}, 1}, {{-1, 0}, 1}, {{0, -1}, 1}};
  const Gauge gauge = Gauge::of(steps);
  EXPECT_NEAR(gauge({3, -4}), 7, 1e-9);
  EXPECT_LE(gauge({3, -4}), 7);
  EXPECT_EQ(gauge({0, 0}), 0);
}

TEST(Gauge, directions_may_differ_from_their_opposites) {
  const std::vector<Gauge::Step> steps = {{{1, 0}, 1}, {{0, 1}, 1}, {{-1, 0}, 5}, {{0, -1}, 1}};
  const Gauge gauge = Gauge::of(steps);
  EXPECT_NEAR(gauge({2, 0}), 2, 1e-9);
  EXPECT_NEAR(gauge({-2, 0}), 10, 1e-9);
}

TEST(Gauge, is_zero_where_nothing_leads_or_a_step_costs_nothing) {
  EXPECT_EQ(Gauge()({1, 2}), 0);
  const std::vector<Gauge::Step> one = {{{1, 0}, 1}};
  EXPECT_EQ(Gauge::of(one)({1, 0}), 0);
  const std::vector<Gauge::Step> free = {{{1, 0}, 1}, {{0, 1}, 0}, {{-1, -1}, 1}};
  EXPECT_EQ(Gauge::of(free)({1, 0}), 0);
  EXPECT_EQ(Gauge::round()({3, 4}), 5);
}

// However many steps there are: no sum of them is shorter than the norm of where it leads.
TEST(Gauge, is_a_lower_bound_of_every_walk) {
  for (const std::uint64_t seed : seeds(400)) {
    Random random(seed);
    std::vector<Gauge::Step> steps;
    const std::uint32_t count = 3 + random.below(60);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec2 to{random.between(-3, 3), random.between(-3, 3)};
      steps.push_back({to, length(to) * random.between(1, 1.5) + 1e-3});
    }
    const Gauge gauge = Gauge::of(steps);
    Vec2 at{};
    double walked = 0;
    for (int i = 0; i < 50; ++i) {
      const Gauge::Step& step = steps[random.below(count)];
      ASSERT_LE(gauge(step.to), step.length) << "seed " << seed;
      at = at + step.to;
      walked += step.length;
      ASSERT_LE(gauge(at), walked) << "seed " << seed;
    }
    const Vec2 d{random.between(-1, 1), random.between(-1, 1)};
    ASSERT_NEAR(gauge(d * 3), 3 * gauge(d), 1e-9);
    ASSERT_LE(gauge(at + d), gauge(at) + gauge(d) + 1e-9);
  }
}

}  // namespace
}  // namespace thalweg
