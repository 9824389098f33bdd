// Pool: threads that run tasks from a bounded queue, each with planners of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/planner_cache.hpp"

namespace thalweg::tool::serve {

// What one thread keeps between tasks.
struct Worker {
  PlannerCache planners;
};

class Pool {
 public:
  using Task = std::function<void(Worker&)>;

  // `most_waiting`: tasks that may wait; more are refused.
  Pool(unsigned threads, std::size_t most_waiting);
  ~Pool() { stop(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // False: the queue is full, or the pool has stopped.
  bool post(Task task);
  // Drops what waits and returns when no task runs any more.
  void stop();
  std::size_t waiting() const;

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<Task> tasks_;
  std::size_t most_waiting_;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace thalweg::tool::serve
