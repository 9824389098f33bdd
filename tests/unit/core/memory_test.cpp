// The memory limit, the sentence of a refusal, sizes as text, and failed allocations as errors.
#include "thalweg/core/memory.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/thrown.hpp"

namespace thalweg {
namespace {

TEST(Memory, limit_is_half_of_the_machine_unless_set) {
  EXPECT_GT(machine_memory(), std::uint64_t{1} << 26);
  EXPECT_EQ(memory_limit(), machine_memory() / 2);
  set_memory_limit(1000);
  EXPECT_EQ(memory_limit(), 1000u);
  set_memory_limit(0);
  EXPECT_EQ(memory_limit(), machine_memory() / 2);
}

TEST(Memory, over_the_limit_is_refused_with_a_sentence) {
  set_memory_limit(6'000'000'000);
  EXPECT_TRUE(check_memory(6'000'000'000));
  EXPECT_EQ(check_memory(11'500'000'000).error(),
            "this would take about 11.5 GB of memory, more than the limit of 6.0 GB "
            "(--max-memory)");
  EXPECT_TRUE(check_memory(3, 2'000'000'000));
  EXPECT_FALSE(check_memory(std::numeric_limits<std::uint64_t>::max(), 16));
  set_memory_limit(0);
}

TEST(Memory, is_written_as_people_write_it) {
  EXPECT_EQ(memory_text(0), "0 bytes");
  EXPECT_EQ(memory_text(999), "999 bytes");
  EXPECT_EQ(memory_text(1500), "2 KB");
  EXPECT_EQ(memory_text(640'000'000), "640 MB");
  EXPECT_EQ(memory_text(11'543'000'000), "11.5 GB");
}

// As the public functions do.
template <class Make>
Result<int> caught(const Make& make) try {
  return make();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

TEST(Memory, failed_allocations_become_errors) {
  const auto too_long = []() -> int {
    std::vector<int> items;
    items.reserve(items.max_size() + 1);
    return 0;
  };
  EXPECT_EQ(caught(too_long).error(), "out of memory");
  EXPECT_EQ(caught([]() -> int { throw std::bad_alloc(); }).error(), "out of memory");
  EXPECT_EQ(caught([] { return 7; }).value(), 7);
  EXPECT_THROW(static_cast<void>(caught([]() -> int { throw std::runtime_error("callback"); })),
               std::runtime_error);
}

}  // namespace
}  // namespace thalweg
