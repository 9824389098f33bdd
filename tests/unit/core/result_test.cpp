#include "thalweg/core/result.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace thalweg {
namespace {

TEST(Result, holds_a_value_or_a_sentence) {
  const Result<int> good = 7;
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 7);
  EXPECT_EQ(*good, 7);
  const Result<int> bad = Error{"there is no bread"};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error(), "there is no bread");
}

TEST(Result, moves_its_value_out) {
  Result<std::unique_ptr<int>> held = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = std::move(held).value();
  EXPECT_EQ(*taken, 3);
}

TEST(Result, can_hold_a_string_beside_its_error) {
  const Result<std::string> good = std::string("bread");
  EXPECT_EQ(good->size(), 5u);
  EXPECT_FALSE(Result<std::string>(Error{"none"}));
}

TEST(ResultDeathTest, says_why_when_a_missing_value_is_taken) {
  const Result<int> bad = Error{"there is no bread"};
  EXPECT_DEATH(static_cast<void>(bad.value()), "there is no bread");
}

TEST(Status, is_done_or_a_sentence) {
  EXPECT_TRUE(Status());
  const Status failed = Error{"no"};
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error(), "no");
}

}  // namespace
}  // namespace thalweg
