// Result, TRY and TRY_DO: values move through, errors say where they happened, misuse aborts.
#include "thalweg/core/result.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "core/try.hpp"

namespace thalweg {
namespace {

Result<int> bread(bool is_there) {
  if (!is_there) return Error{"there is no bread"};
  return 7;
}
Result<void> bake(bool has_flour) {
  if (!has_flour) return Error{"there is no flour"};
  return {};
}

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

TEST(Result, of_void_is_success_or_a_sentence) {
  EXPECT_TRUE(Result<void>());
  const Result<void> failed = Error{"no"};
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error(), "no");
}

TEST(Result, says_where_an_error_happened) {
  EXPECT_EQ(bread(false).in("in the kitchen").error(), "in the kitchen: there is no bread");
  EXPECT_EQ(bake(false).in("in the kitchen").error(), "in the kitchen: there is no flour");
  EXPECT_EQ(bread(true).in("in the kitchen").value(), 7);
  EXPECT_TRUE(bake(true).in("in the kitchen"));
}

TEST(ResultDeathTest, says_why_when_a_missing_value_is_taken) {
  const std::string sentence = "thalweg: value\\(\\) of a failed Result: there is no bread";
  const Result<int> bad = bread(false);
  EXPECT_DEATH(static_cast<void>(bad.value()), sentence);
  EXPECT_DEATH(static_cast<void>(*bad), sentence);
  EXPECT_DEATH(static_cast<void>(bread(false).value()), sentence);
  EXPECT_DEATH(static_cast<void>(Result<std::string>(Error{"there is no bread"})->size()),
               sentence);
  EXPECT_DEATH(bake(false).value(), "value\\(\\) of a failed Result: there is no flour");
}

TEST(ResultDeathTest, says_so_when_a_missing_error_is_taken) {
  EXPECT_DEATH(static_cast<void>(bread(true).error()),
               "error\\(\\) of a Result that holds a value");
  EXPECT_DEATH(static_cast<void>(bake(true).error()), "error\\(\\) of a Result that holds a value");
}

Result<std::string> breakfast(bool has_bread, bool has_flour) {
  TRY_DO(bake(has_flour));
  TRY(const auto loaves, bread(has_bread).in("the shop"));
  std::string out;
  TRY(out, Result<std::string>(std::to_string(loaves)));
  return out;
}

TEST(Try, gives_the_value_or_returns_the_error) {
  EXPECT_EQ(breakfast(true, true).value(), "7");
  EXPECT_EQ(breakfast(true, false).error(), "there is no flour");
  EXPECT_EQ(breakfast(false, true).error(), "the shop: there is no bread");
}

Result<std::unique_ptr<int>> moved_on(Result<std::unique_ptr<int>> from) {
  TRY(auto taken, std::move(from));
  return taken;
}

TEST(Try, moves_what_cannot_be_copied) {
  EXPECT_EQ(*moved_on(std::make_unique<int>(3)).value(), 3);
  EXPECT_EQ(moved_on(Error{"none"}).error(), "none");
}

}  // namespace
}  // namespace thalweg
