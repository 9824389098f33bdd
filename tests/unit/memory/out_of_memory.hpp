// What the tests of failing allocations share.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "new_operators.hpp"

namespace thalweg {

class OutOfMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_own_new()) GTEST_SKIP() << "allocations cannot fail in this build";
  }
};

// The first hundred allocations one by one, then with growing steps.
inline std::uint64_t next_count(std::uint64_t count) {
  return count < 100 ? count + 1 : count * 3 / 2;
}

// Runs `make` with ever later failures until it succeeds.
template <class Make>
void expect_errors(const std::string& what, const Make& make) {
  for (std::uint64_t count = 0; count < 10'000'000; count = next_count(count)) {
    bool is_ok = false;
    std::string why;
    {
      fail_after(count);
      const auto made = make();
      let_all_succeed();
      is_ok = made.ok();
      if (!is_ok) why = made.error();
    }
    if (is_ok) return;
    ASSERT_NE(why.find("out of memory"), std::string::npos)
        << what << " after " << count << " allocations: " << why;
  }
  FAIL() << what << " never succeeds";
}

inline std::string seed(const std::string& name) {
  std::ifstream file(std::string(THALWEG_SOURCE_DIR) + "/tests/fuzz/seeds/" + name,
                     std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline constexpr std::string_view kPicture = R"(
      . . # . . .
      . w . . # .
      . . # . . .
      # . . . . R )";

}  // namespace thalweg
