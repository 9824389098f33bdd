// Pool: threads that run tasks from a bounded queue.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace thalweg::tool::serve {

class Pool {
 public:
  struct Task {
    std::function<void()> run;
    std::shared_ptr<const std::atomic<bool>> is_gone{};  // of the client; null: it stays

    bool has_left() const { return is_gone != nullptr && *is_gone; }
  };

  // `most_waiting`: tasks that may wait; more are refused.
  Pool(unsigned threads, std::size_t most_waiting);
  ~Pool() { stop(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // False: the queue is full, or the pool has stopped. Tasks whose clients left make room for
  // others: they are run at once, by the caller, and are expected to end at once.
  bool post(Task task);
  // Drops what waits and returns when no task runs any more.
  void stop();

 private:
  void work();
  std::vector<Task> take_left();

  std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<Task> tasks_;
  std::size_t most_waiting_;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace thalweg::tool::serve
