// The seeds of random tests.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "failed_seeds.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

std::vector<std::uint64_t> to_vector(const Seeds& seeds) {
  std::vector<std::uint64_t> all;
  for (const std::uint64_t seed : seeds) all.push_back(seed);
  return all;
}

TEST(Seeds, rise_from_one_by_the_shift_of_the_run) {
  const std::vector<std::uint64_t> three = to_vector({3, __FILE__, __LINE__});
  EXPECT_EQ(three, (std::vector{seed_of(1), seed_of(2), seed_of(3)}));
  EXPECT_EQ(seed_of(3) - seed_of(1), 2u);
}

TEST(Seeds, that_failed_once_come_first) {
  EXPECT_EQ(to_vector(seeds(1)), (std::vector{std::uint64_t{17}, seed_of(1)}));
}

TEST(Seeds, of_each_scope_are_as_many_as_it_says) {
  const Tries tries{.test = 8, .check = 40};
  const std::uint64_t wanted = is_check() ? 40 : 8;
  EXPECT_TRUE(seeds_to_try(tries) == wanted || seeds_to_try(tries) == wanted / 4);
  EXPECT_EQ(seeds(tries).size(), seeds_to_try(tries));
  EXPECT_GE(seeds_to_try(1), 1u);
}

void fail_in_the_loop() {
  // Two in sanitized builds, too.
  for (const std::uint64_t seed : Seeds(2, __FILE__, __LINE__)) EXPECT_LT(seed, seed_of(2));
}

TEST(Seeds, are_printed_by_a_failure_inside_the_loop) {
  EXPECT_NONFATAL_FAILURE(fail_in_the_loop(), "seed " + std::to_string(seed_of(2)));
}

// As far as this program has the suite.
TEST(Seeds, that_failed_are_of_tests_that_exist) {
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  for (const FailedSeed& failed : kFailedSeeds) {
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
      const ::testing::TestSuite& suite = *all.GetTestSuite(s);
      const std::string prefix = suite.name() + std::string(".");
      if (!failed.test.starts_with(prefix)) continue;
      bool is_known = false;
      for (int i = 0; i < suite.total_test_count(); ++i) {
        is_known |= failed.test == prefix + suite.GetTestInfo(i)->name();
      }
      EXPECT_TRUE(is_known) << failed.test;
    }
  }
}

}  // namespace
}  // namespace thalweg
