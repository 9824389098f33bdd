#include "core/portable_math.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

TEST(PortableMath, exp_agrees_with_the_library) {
  Random random(1);
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

}  // namespace
}  // namespace thalweg
