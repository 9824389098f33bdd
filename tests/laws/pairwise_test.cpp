// The choice of combinations that the laws are tested on.
#include "pairwise.hpp"

#include <gtest/gtest.h>

#include <set>

#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

std::vector<Combination> all_combinations(const std::vector<std::uint32_t>& sizes) {
  std::vector<Combination> all = {{}};
  for (const std::uint32_t size : sizes) {
    std::vector<Combination> longer;
    for (const Combination& start : all) {
      for (std::uint32_t value = 0; value < size; ++value) {
        longer.push_back(start);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::set<std::uint64_t> pairs_of_all(std::span<const Combination> all) {
  std::set<std::uint64_t> pairs;
  for (const Combination& one : all) {
    for (const std::uint64_t pair : pairs_of(one)) pairs.insert(pair);
  }
  return pairs;
}

std::vector<Combination> chosen_of(std::span<const Combination> all) {
  std::vector<Combination> chosen;
  for (const std::size_t i : pairwise(all)) chosen.push_back(all[i]);
  return chosen;
}

TEST(Pairwise, every_pair_of_values_is_met) {
  const auto all = all_combinations({7, 3, 5, 2});
  EXPECT_EQ(pairs_of_all(chosen_of(all)), pairs_of_all(all));
}

// The product of the two largest factors is the least that is possible.
TEST(Pairwise, few_combinations_are_enough) {
  EXPECT_LE(pairwise(all_combinations({10, 10, 10})).size(), 150u);
  EXPECT_LE(pairwise(all_combinations({70, 12, 12, 9})).size(), 900u);
  EXPECT_EQ(pairwise(all_combinations({6, 4})).size(), 24u);
  EXPECT_TRUE(pairwise({}).empty());
}

TEST(Pairwise, only_what_is_possible_is_chosen) {
  for (const std::uint64_t seed : seeds(20)) {
    Random random(seed);
    auto possible = all_combinations({8, 6, 5, 3});
    std::erase_if(possible, [&](const Combination&) { return random.below(10) > 0; });
    const auto chosen = chosen_of(possible);
    EXPECT_EQ(pairs_of_all(chosen), pairs_of_all(possible));
    for (const Combination& one : chosen) {
      EXPECT_TRUE(std::ranges::binary_search(possible, one));
    }
  }
}

TEST(Pairwise, the_choice_is_the_same_in_every_run) {
  EXPECT_EQ(pairwise(all_combinations({3, 3, 2})),
            (std::vector<std::size_t>{0, 3, 5, 7, 8, 10, 13, 14, 16}));
}

}  // namespace
}  // namespace thalweg
