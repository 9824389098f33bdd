// parallel_for: the same ranges and results on any number of threads, exceptions,
// nesting, and several callers at once.
#include "thalweg/core/parallel.hpp"

#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
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

TEST(ParallelFor, throws_the_first_exception_to_the_caller) {
  for (const int threads : {1, 2, 0}) {
    const Threads set(threads);
    const auto loop = [] {
      parallel_for(1000, 1, [](std::size_t first, std::size_t) {
        if (first == 137 || first >= 139) throw std::runtime_error(std::to_string(first));
      });
    };
    try {
      loop();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "137");
    }
    EXPECT_EQ(ranges_of(10, 4).size(), 3u);  // the threads are still there
  }
}

TEST(ParallelFor, may_be_nested) {
  std::vector<std::size_t> sums(50);
  parallel_for(50, 1, [&](std::size_t first, std::size_t) {
    std::atomic<std::size_t> sum{0};
    parallel_for(100, 7, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sum += i * first;
    });
    sums[first] = sum;
  });
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(sums[i], 4950 * i);
}

TEST(ParallelFor, may_be_started_by_several_threads_at_once) {
  std::vector<std::thread> threads;
  std::atomic<std::size_t> total{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        parallel_for(64, 1, [&](std::size_t, std::size_t) { ++total; });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(total, 4u * 200 * 64);
}

TEST(ParallelFor, takes_nonsense_as_the_default) {
  const Threads set(-3);
  EXPECT_GE(thread_count(), 1);
}

}  // namespace
}  // namespace thalweg
