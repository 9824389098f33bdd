// Reads the scope and the shift of seeds from the environment, gives each test its seeds and those
// that once failed, and prints how to repeat a failure.
#include "scope.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "failed_seeds.hpp"

namespace thalweg {
namespace {

[[noreturn]] void refuse(const char* variable, std::string_view text, const char* wanted) {
  std::fprintf(stderr, "%s is %s, not '%.*s'\n", variable, wanted, static_cast<int>(text.size()),
               text.data());
  std::exit(2);
}

bool read_scope() {
  const char* text = std::getenv("THALWEG_SCOPE");
  const std::string_view scope = text == nullptr ? "test" : text;
  if (scope != "test" && scope != "check") refuse("THALWEG_SCOPE", scope, "test or check");
  return scope == "check";
}

std::uint64_t read_shift() {
  const char* text = std::getenv("THALWEG_SEED");
  const std::string_view digits = text == nullptr ? "0" : text;
  std::uint64_t shift = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), shift);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    refuse("THALWEG_SEED", digits, "a whole number");
  }
  return shift;
}

std::string name_of(const ::testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

std::string name_of_this_test() {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? std::string() : name_of(*test);
}

// Says after a failed test how to repeat it.
class SaysHowToRepeat : public ::testing::EmptyTestEventListener {
  void OnTestEnd(const ::testing::TestInfo& test) override {
    if (!test.result()->Failed()) return;
    std::printf("to repeat: THALWEG_SCOPE=%s THALWEG_SEED=%llu --gtest_filter=%s\n",
                is_check() ? "check" : "test", static_cast<unsigned long long>(seed_of(0)),
                name_of(test).c_str());
  }
};

const bool is_listening = [] {
  ::testing::UnitTest::GetInstance()->listeners().Append(new SaysHowToRepeat);
  return true;
}();

}  // namespace

bool is_check() {
  static const bool is = read_scope();
  return is;
}

std::uint64_t seeds_to_try(const Tries& tries) {
  const std::uint64_t count = is_check() ? tries.check : tries.test;
#if defined(THALWEG_IS_SANITIZED) || defined(THALWEG_FEW_SEEDS)
  return std::max<std::uint64_t>(count / 4, 1);
#else
  return count;
#endif
}

std::uint64_t seed_of(std::uint64_t fixed) {
  static const std::uint64_t shift = read_shift();
  if (shift == 0) return fixed;
  const std::string name = name_of_this_test();
  const auto is_this = [&](const PinnedTest& pinned) { return pinned.test == name; };
  return std::ranges::any_of(kPinnedTests, is_this) ? fixed : fixed + shift;
}

Seeds::Seeds(std::uint64_t count, const char* file, int line) : file_(file), line_(line) {
  const std::string name = name_of_this_test();
  for (const FailedSeed& failed : kFailedSeeds) {
    if (failed.test == name) values_.push_back(failed.seed);
  }
  for (std::uint64_t i = 1; i <= count; ++i) values_.push_back(seed_of(i));
}

std::uint64_t Seeds::Iterator::operator*() {
  const std::uint64_t seed = seeds_.values_[at_];
  trace_.reset();
  trace_.emplace(seeds_.file_, seeds_.line_, "seed " + std::to_string(seed));
  return seed;
}

Seeds::Iterator& Seeds::Iterator::operator++() {
  trace_.reset();
  ++at_;
  return *this;
}

}  // namespace thalweg
