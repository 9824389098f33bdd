// What a run of the tests covers, and the seeds of its random tests.
//
//   THALWEG_SCOPE  test (default): every law, with few seeds; check: all that the tests can try
//   THALWEG_SEED   a number added to every seed (default 0); `./dev check` draws one
//
// A failed test prints both. A seed that made one fail goes into failed_seeds.hpp, which is tried
// ever after.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sanitized.hpp"

namespace thalweg {

// True in scope `check`.
bool is_check();

// How much a test tries in each scope.
struct Tries {
  std::uint64_t test = 1;
  std::uint64_t check = 1;
};

// The number for this run: a quarter of it in sanitized and emulated builds, which are about ten
// times slower.
std::uint64_t seeds_to_try(const Tries& tries);
inline std::uint64_t seeds_to_try(std::uint64_t count) { return seeds_to_try({count, count}); }

// The seed of a random test: `fixed` plus THALWEG_SEED.
std::uint64_t seed_of(std::uint64_t fixed);

// What a random test loops over: the seeds that once made it fail, then seed_of(1), seed_of(2)...
// A failure inside the loop prints the seed:
//
//   for (const std::uint64_t seed : seeds(20)) { Random random(seed); ... }
class Seeds {
 public:
  class Iterator {
   public:
    explicit Iterator(const Seeds& seeds) : seeds_(seeds) {}
    std::uint64_t operator*();
    Iterator& operator++();
    bool operator!=(std::nullptr_t) const { return at_ < seeds_.values_.size(); }

   private:
    const Seeds& seeds_;
    std::size_t at_ = 0;
    std::optional<::testing::ScopedTrace> trace_;
  };

  Seeds(std::uint64_t count, const char* file, int line);
  Iterator begin() const { return Iterator(*this); }
  std::nullptr_t end() const { return nullptr; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<std::uint64_t> values_;
  const char* file_;
  int line_;
};

// The defaults are the caller's position: clang 14 has no std::source_location.
inline Seeds seeds(const Tries& tries, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
  return {seeds_to_try(tries), file, line};
}
inline Seeds seeds(std::uint64_t count, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
  return {seeds_to_try(count), file, line};
}

}  // namespace thalweg

// Skips a test in scope `test`.
#define THALWEG_CHECK_ONLY(why) \
  if (!thalweg::is_check()) GTEST_SKIP() << "in THALWEG_SCOPE=check only: " << why
