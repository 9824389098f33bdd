// Portable functions compared with the standard library, within a few roundings.
#include "core/portable_math.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

TEST(PortableMath, exp_agrees_with_the_library) {
  Random random(seed_of(1));
  for (int i = 0; i < 100000; ++i) {
    const double x = random.between(-50, 50);
    ASSERT_NEAR(portable_exp(x) / std::exp(x), 1, 1e-14) << x;
  }
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_NEAR(portable_exp(700) / std::exp(700.0), 1, 1e-13);
  EXPECT_NEAR(portable_exp(-700) / std::exp(-700.0), 1, 1e-13);
}

TEST(PortableMath, acos_agrees_with_the_library) {
  for (int i = -100000; i <= 100000; ++i) {
    const double x = i / 100000.0;
    ASSERT_NEAR(portable_acos(x), std::acos(x), 1e-14) << x;
  }
}

TEST(PortableMath, acos_beyond_its_range_is_the_nearer_end) {
  EXPECT_EQ(portable_acos(1.0000001), 0);
  EXPECT_EQ(portable_acos(-1.0000001), std::acos(-1.0));
  EXPECT_EQ(portable_acos(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(PortableMath, sine_and_cosine_agree_with_the_library) {
  Random random(seed_of(2));
  for (int i = 0; i < 100000; ++i) {
    const double x = random.between(-100, 100);
    const auto [sine, cosine] = portable_sine_cosine(x);
    ASSERT_NEAR(sine, std::sin(x), 1e-14) << x;
    ASSERT_NEAR(cosine, std::cos(x), 1e-14) << x;
  }
  EXPECT_EQ(portable_sine_cosine(0).sine, 0);
  EXPECT_EQ(portable_sine_cosine(0).cosine, 1);
  EXPECT_NEAR(portable_sine_cosine(1e5).sine, std::sin(1e5), 1e-14);
}

TEST(PortableMath, atan2_agrees_with_the_library) {
  for (int i = -400; i <= 400; ++i) {
    for (int j = -400; j <= 400; ++j) {
      ASSERT_NEAR(portable_atan2(i, j), std::atan2(i, j), 1e-14) << i << " " << j;
    }
  }
  EXPECT_NEAR(portable_atan2(1e-20, 1), 1e-20, 1e-34);
  EXPECT_NEAR(portable_atan2(1e20, 1), std::atan2(1e20, 1.0), 1e-14);
}

TEST(PortableMath, hyperbolic_functions_agree_with_the_library) {
  Random random(seed_of(3));
  for (int i = 0; i < 100000; ++i) {
    const double x = random.between(-10, 10) * random.between(0, 1);
    ASSERT_NEAR(portable_sinh(x), std::sinh(x), 1e-14 * std::abs(std::sinh(x))) << x;
    ASSERT_NEAR(portable_cosh(x) / std::cosh(x), 1, 1e-14) << x;
    ASSERT_NEAR(portable_asinh(x), std::asinh(x), 1e-14) << x;
    const double y = random.between(-0.999, 0.999);
    ASSERT_NEAR(portable_atanh(y), std::atanh(y), 1e-13) << y;
  }
}

TEST(PortableMath, log_agrees_with_the_library) {
  Random random(seed_of(4));
  for (int i = 0; i < 100000; ++i) {
    const double x = std::exp(random.between(-20, 20));
    ASSERT_NEAR(portable_log(x), std::log(x), 1e-14) << x;
  }
  EXPECT_EQ(portable_log(1), 0);
}

}  // namespace
}  // namespace thalweg
