// Helpers join the first job that still wants threads and has chunks; the thread that started it
// waits until none of them is inside. Threads are created on demand and kept.
#include "core/thread_pool.hpp"

#include <algorithm>
#include <system_error>

#include "core/file_system.hpp"

namespace thalweg {

ThreadPool& ThreadPool::shared() {
  static ThreadPool pool;
  return pool;
}

ThreadPool::ThreadPool() : process_(process_number()) {}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  started_.notify_all();
  // A child of fork has the thread objects of its parent but not the threads.
  const bool are_ours = process_ == process_number();
  for (std::thread& thread : threads_) are_ours ? thread.join() : thread.detach();
}

// Requires: mutex_ is held.
void ThreadPool::add_threads(int count) {
  try {
    while (std::ssize(threads_) < count) threads_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    // The system gives no more threads: the loop runs on those that there are.
  }
}

// A job that a helper may join; null if there is none. Requires: mutex_ is held.
ThreadPool::Job* ThreadPool::open_job() {
  const auto found = std::ranges::find_if(
      jobs_, [](const Job* job) { return job->wanted > 0 && job->loop->has_chunks(); });
  return found == jobs_.end() ? nullptr : *found;
}

void ThreadPool::help() {
  std::unique_lock lock(mutex_);
  while (true) {
    Job* job = nullptr;
    started_.wait(lock, [&] {
      job = open_job();
      return is_ending_ || job != nullptr;
    });
    if (is_ending_) return;
    --job->wanted;
    ++job->inside;
    lock.unlock();
    job->loop->work();
    lock.lock();
    if (--job->inside == 0) finished_.notify_all();
  }
}

void ThreadPool::run(SharedLoop& loop, int helpers) {
  Job job{.loop = &loop, .wanted = helpers};
  {
    const std::lock_guard lock(mutex_);
    add_threads(helpers);
    jobs_.push_back(&job);
  }
  started_.notify_all();
  loop.work();
  std::unique_lock lock(mutex_);
  std::erase(jobs_, &job);
  finished_.wait(lock, [&] { return job.inside == 0; });
}

}  // namespace thalweg
