// ThreadPool: threads that wait for parallel loops and help with them.
//
// The thread that starts a loop works on it as well, and waits only for helpers that are inside one
// of its chunks. Loops may therefore be nested, be started by several threads at once, and run in a
// process whose helpers are gone (a child of fork).
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "core/shared_loop.hpp"

namespace thalweg {

class ThreadPool {
 public:
  static ThreadPool& shared();

  ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  // Runs the loop on the calling thread and up to `helpers` threads of the pool.
  void run(SharedLoop& loop, int helpers);

 private:
  struct Job {
    SharedLoop* loop;
    int wanted;      // how many more helpers may join
    int inside = 0;  // helpers at work
  };

  void add_threads(int count);
  void help();
  Job* open_job();

  std::mutex mutex_;  // guards everything below
  std::condition_variable started_;
  std::condition_variable finished_;
  std::vector<Job*> jobs_;  // of the loops that are running
  std::vector<std::thread> threads_;
  bool is_ending_ = false;
  long process_;  // the process that the threads belong to
};

}  // namespace thalweg
