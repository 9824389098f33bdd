// EndSignals: SIGINT and SIGTERM, taken by a thread of their own.
//
// They are blocked in all threads and waited for, because METIS puts a handler of its own in the place
// of others while it runs, which jumps to where only its own thread can go.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace thalweg::tool::serve {

// Call it before the first thread is made: threads inherit it.
void block_end_signals();

class EndSignals {
 public:
  // Calls `on_signal` for each, from another thread. Requires: block_end_signals() was called.
  explicit EndSignals(std::function<void()> on_signal);
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  ~EndSignals();

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

}  // namespace thalweg::tool::serve
