// Pairwise testing: few of many combinations, so that every pair of values still meets in one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <queue>
#include <span>
#include <unordered_set>
#include <vector>

#include "scope.hpp"

namespace thalweg {

// One value of each factor, as its index: planner 3 on world 0 with profile 7.
using Combination = std::vector<std::uint32_t>;

// The pairs of values in a combination, as numbers. Requires: at most 256 factors, values below 2^24.
inline std::vector<std::uint64_t> pairs_of(const Combination& values) {
  std::vector<std::uint64_t> pairs;
  for (std::uint64_t a = 0; a < values.size(); ++a) {
    for (std::uint64_t b = a + 1; b < values.size(); ++b) {
      pairs.push_back(((a << 24 | values[a]) << 32) | (b << 24 | values[b]));
    }
  }
  return pairs;
}

// Indices, rising, of combinations that have every pair of values that any of `possible` has.
// Greedy: each one chosen has the most pairs that are still missing, the first of several. The
// number of missing pairs only falls, so a queue by the number when last counted is enough.
inline std::vector<std::size_t> pairwise(std::span<const Combination> possible) {
  struct Candidate {
    std::size_t missing;
    std::size_t index;
    bool operator<(const Candidate& o) const {
      return missing != o.missing ? missing < o.missing : index > o.index;
    }
  };
  std::unordered_set<std::uint64_t> covered;
  const auto missing = [&](std::size_t i) {
    const auto pairs = pairs_of(possible[i]);
    return static_cast<std::size_t>(
        std::ranges::count_if(pairs, [&](std::uint64_t pair) { return !covered.contains(pair); }));
  };
  std::priority_queue<Candidate> queue;
  for (std::size_t i = 0; i < possible.size(); ++i) queue.push({missing(i), i});
  std::vector<std::size_t> chosen;
  while (!queue.empty()) {
    Candidate best = queue.top();
    queue.pop();
    const std::size_t now = missing(best.index);
    if (now == 0) continue;
    if (now < best.missing) {
      queue.push({now, best.index});
      continue;
    }
    chosen.push_back(best.index);
    for (const std::uint64_t pair : pairs_of(possible[best.index])) covered.insert(pair);
  }
  std::ranges::sort(chosen);
  return chosen;
}

// Indices of the combinations that this run tries: all in scope `check`, else a pairwise choice.
inline std::vector<std::size_t> combinations_to_try(std::span<const Combination> possible) {
  if (!is_check()) return pairwise(possible);
  std::vector<std::size_t> all(possible.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace thalweg
