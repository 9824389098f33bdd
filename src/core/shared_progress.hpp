// SharedProgress: one stage of a computation whose items several threads do.
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>

#include "thalweg/core/progress.hpp"

namespace thalweg {

// Borrows the function, which is called by one thread at a time.
class SharedProgress {
 public:
  SharedProgress(const Progress& progress, std::string_view stage, std::size_t count)
      : progress_(progress), stage_(stage), count_(count) {
    report(progress_, stage_, 0);
  }

  // So many items more are done. From any thread.
  void add(std::size_t items) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    done_ += items;
    report(progress_, stage_, static_cast<double>(done_) / static_cast<double>(count_));
  }

 private:
  const Progress& progress_;
  std::string_view stage_;
  std::size_t count_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

}  // namespace thalweg
