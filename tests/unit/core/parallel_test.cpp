#include "thalweg/core/parallel.hpp"

#include <mutex>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "thalweg/core/hash.hpp"

namespace thalweg {
namespace {

// Sets the number of threads, and restores the default.
class Threads {
 public:
  explicit Threads(int count) { set_thread_count(count); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { set_thread_count(0); }
};

using Ranges = std::set<std::pair<std::size_t, std::size_t>>;

Ranges ranges_of(std::size_t count, std::size_t grain) {
  Ranges ranges;
  std::mutex mutex;
  parallel_for(count, grain, [&](std::size_t first, std::size_t last) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(ranges.emplace(first, last).second);
  });
  return ranges;
}

TEST(ParallelFor, uses_the_same_ranges_on_any_number_of_threads) {
  for (const int threads : {1, 2, 5}) {
    const Threads set(threads);
    EXPECT_LE(thread_count(), threads);
    EXPECT_EQ(ranges_of(10, 4), (Ranges{{0, 4}, {4, 8}, {8, 10}}));
    EXPECT_EQ(ranges_of(4, 4), (Ranges{{0, 4}}));
    EXPECT_EQ(ranges_of(0, 4), Ranges());
  }
}

TEST(ParallelFor, gives_the_same_result_on_one_and_two_threads) {
  const auto sum = [](int threads) {
    const Threads set(threads);
    std::vector<double> parts(100);
    parallel_for(100'000, 1000, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        parts[first / 1000] += 1.0 / static_cast<double>(mix64(i) | 1);
      }
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  EXPECT_EQ(sum(1), sum(2));
}

TEST(ParallelFor, takes_nonsense_as_the_default) {
  const Threads set(-3);
  EXPECT_GE(thread_count(), 1);
}

}  // namespace
}  // namespace thalweg
