// The tool's worker threads: each runs once, and an exception reaches the
// caller after all are done.
#include "common/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>

namespace thalweg::tool {
namespace {

TEST(Threads, each_does_its_work_once) {
  for (const std::size_t count : {0u, 1u, 2u, 7u}) {
    std::vector<std::atomic<int>> times(count);
    run_on_threads(count, [&](std::size_t i) { ++times[i]; });
    for (const auto& one : times) EXPECT_EQ(one, 1);
  }
}

TEST(Threads, an_exception_of_a_worker_reaches_the_caller_when_all_are_done) {
  std::atomic<int> done{0};
  const auto work = [&](std::size_t i) {
    if (i == 2) throw std::runtime_error("two");
    if (i == 4) throw std::bad_alloc();
    ++done;
  };
  try {
    run_on_threads(6, work);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "two");
  }
  EXPECT_EQ(done, 4);
}

}  // namespace
}  // namespace thalweg::tool
