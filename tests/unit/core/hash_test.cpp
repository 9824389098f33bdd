// Golden values of hashes and random numbers, which files depend on.
#include "thalweg/core/hash.hpp"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

// These numbers are part of the file format and must never change.
TEST(Hash, has_its_golden_values) {
  EXPECT_EQ(hash_text(""), 0x2d06800538d394c2u);
  EXPECT_EQ(hash_text("thalweg"), 0x6a518fb893bd6729u);
  EXPECT_EQ(hash_text("thalweg", 1), 0xc89157bd2614937u);
  EXPECT_EQ(hash_text(std::string(1000, 'x')), 0xc0a4877b962cba82u);
}

TEST(Hasher, has_its_golden_values) {
  EXPECT_EQ(Hasher().digest(), 0x7468616c77656721u);
  EXPECT_EQ(Hasher().add(std::uint32_t{7}).add(1.5).add(std::string_view("name")).digest(),
            0x7f33706a6297938du);
  EXPECT_EQ(Hasher().add(Array<std::uint16_t>(std::vector<std::uint16_t>{1, 2})).digest(),
            0x70d72f18910603ffu);
}

TEST(Hasher, tells_where_one_part_ends) {
  const auto two = [](std::string_view a, std::string_view b) {
    return Hasher().add(a).add(b).digest();
  };
  const std::set<std::uint64_t> seen = {
      two("ab", "c"), two("a", "bc"), two("abc", ""),
      two("", "abc"), two("c", "ab"), Hasher().add(std::string_view("abc")).digest()};
  EXPECT_EQ(seen.size(), 6u);
}

TEST(Mix64, has_its_golden_values) {
  static_assert(mix64(0) == 0xe220a8397b1dcdafu);
  static_assert(mix64(1) == 0x910a2dec89025cc1u);
}

TEST(Random, gives_the_golden_numbers) {
  Random random(42);
  EXPECT_EQ(random.next(), 0xf4abd143feb24055u);
  EXPECT_EQ(random.below(1000), 486u);
  EXPECT_EQ(random.unit(), 0x1.13e5dec6f8fd8p-4);
  EXPECT_EQ(random.between(-1, 1), 0x1.6a52cc8317e88p-2);
}

TEST(Random, stays_within_its_bounds) {
  Random random(seed_of(1));
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) {
    const std::uint32_t n = random.below(7);
    ASSERT_LT(n, 7u);
    ++seen[n];
    const double x = random.between(3, 4);
    ASSERT_TRUE(x >= 3 && x < 4);
  }
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
}  // namespace thalweg
