// SharedLoop: the chunks of one parallel loop, taken in order by any number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "thalweg/core/function_ref.hpp"

namespace thalweg {

class SharedLoop {
 public:
  SharedLoop(std::size_t chunks, FunctionRef<void(std::size_t chunk)> run)
      : chunks_(chunks), run_(run) {}

  bool has_chunks() const { return next_ < chunks_; }

  // Runs chunks until none is left. After an exception no further chunks are taken.
  void work() {
    for (std::size_t chunk = next_++; chunk < chunks_; chunk = next_++) {
      try {
        run_(chunk);
      } catch (...) {
        next_ = chunks_;
        keep_failure(chunk);
      }
    }
  }

  // Throws what a chunk threw. If several threw, it is the exception of the first of them in order:
  // chunks are taken in order, so this one has always run, on any number of threads.
  // Requires: every call of work() has returned.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void keep_failure(std::size_t chunk) {
    const std::lock_guard lock(mutex_);
    if (failure_ && failed_chunk_ < chunk) return;
    failure_ = std::current_exception();
    failed_chunk_ = chunk;
  }

  const std::size_t chunks_;
  const FunctionRef<void(std::size_t)> run_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::size_t failed_chunk_ = 0;
};

}  // namespace thalweg
