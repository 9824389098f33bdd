#include "serve/pool.hpp"

namespace thalweg::tool::serve {

Pool::Pool(unsigned threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

bool Pool::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (is_stopping_ || tasks_.size() >= most_waiting_) return false;
    tasks_.push_back(std::move(task));
  }
  wakes_.notify_one();
  return true;
}

void Pool::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    tasks_.clear();
  }
  wakes_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::size_t Pool::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void Pool::work() {
  Worker worker;
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      wakes_.wait(lock, [&] { return is_stopping_ || !tasks_.empty(); });
      if (is_stopping_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task(worker);
  }
}

}  // namespace thalweg::tool::serve
