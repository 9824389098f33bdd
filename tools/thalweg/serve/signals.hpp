// EndSignals: SIGINT and SIGTERM, waited for by the main thread.
//
// They are blocked in all threads and not handled, because METIS puts a handler of its own instead
// of others while it runs, which jumps to where only its own thread can go. The main thread waits for
// them, as the system gives it signals for the process first.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace thalweg::tool::serve {

// Call it before the first thread is made: threads inherit it.
void block_end_signals();

// Made by the thread that waits. Requires: block_end_signals() was called.
class EndSignals {
 public:
  EndSignals();
  // Calls `on_signal` for each, until end().
  void wait(const std::function<void()>& on_signal);
  // From another thread.
  void end();

 private:
  std::thread::native_handle_type waiter_;
  std::atomic<bool> is_over_{false};
};

}  // namespace thalweg::tool::serve
