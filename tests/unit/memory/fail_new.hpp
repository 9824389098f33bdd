// An operator new that fails on demand.
#pragma once

#include <cstdint>

namespace thalweg {

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
