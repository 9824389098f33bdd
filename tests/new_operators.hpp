// This program's operator new: it counts the allocations, and fails on demand, in all threads. Under
// clang's thread sanitizer, whose own cannot be replaced, it does neither.
#pragma once

#include <cstdint>

namespace thalweg {

// False: nothing is counted, and nothing fails. Tests of either are skipped then.
bool has_own_new();

// How often operator new was called so far, by any thread.
std::uint64_t allocation_count();

// After `count` more allocations every allocation fails, until let_all_succeed().
void fail_after(std::uint64_t count);
void let_all_succeed();

// All allocations succeed while it lives: for what a caller does, such as copying an argument.
class AllSucceed {
 public:
  AllSucceed();
  ~AllSucceed();
  AllSucceed(const AllSucceed&) = delete;
  AllSucceed& operator=(const AllSucceed&) = delete;

 private:
  std::int64_t left_;
};

}  // namespace thalweg
