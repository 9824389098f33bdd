// FunctionRef: calls lambdas and member functions without owning them;
// takes lvalues that fit alone.
#include "thalweg/core/function_ref.hpp"

#include <type_traits>

#include <gtest/gtest.h>

namespace thalweg {
namespace {

struct Scale {
  int factor = 1;
  int times(int number) const { return factor * number; }
  void grow(int by) { factor += by; }
};

int twice_of(FunctionRef<int(int)> function, int number) { return 2 * function(number); }

TEST(FunctionRef, calls_what_it_refers_to) {
  int offset = 1;
  const auto shifted = [&](int number) { return number + offset; };
  EXPECT_EQ(twice_of(shifted, 3), 8);
  offset = 5;
  EXPECT_EQ(twice_of(shifted, 3), 16);
}

TEST(FunctionRef, may_change_what_it_refers_to) {
  int sum = 0;
  auto counter = [calls = 0, &sum](int number) mutable {
    sum += number;
    return ++calls;
  };
  const FunctionRef<void(int)> add = counter;  // the result is ignored
  add(3);
  add(4);
  EXPECT_EQ(sum, 7);
  EXPECT_EQ(counter(0), 3);
}

TEST(FunctionRef, calls_member_functions) {
  Scale scale{3};
  FunctionRef<void(int)>::to<&Scale::grow>(scale)(2);
  const Scale& fixed = scale;
  EXPECT_EQ(twice_of(FunctionRef<int(int)>::to<&Scale::times>(fixed), 4), 40);
}

TEST(FunctionRef, refers_to_nothing_at_first) {
  FunctionRef<bool()> function;
  EXPECT_FALSE(function);
  const auto yes = [] { return true; };
  function = yes;
  EXPECT_TRUE(function);
  EXPECT_TRUE(function());
}

TEST(FunctionRef, takes_only_lvalues_that_fit) {
  const auto lambda = [](int) { return true; };
  using Lambda = std::remove_const_t<decltype(lambda)>;
  static_assert(std::is_constructible_v<FunctionRef<bool(int)>, const Lambda&>);
  static_assert(std::is_constructible_v<FunctionRef<bool(int)>, Lambda&>);
  static_assert(!std::is_constructible_v<FunctionRef<bool(int)>, Lambda>);
  static_assert(!std::is_constructible_v<FunctionRef<bool(int*)>, Lambda&>);
}

}  // namespace
}  // namespace thalweg
