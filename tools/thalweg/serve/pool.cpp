// When the queue is full, tasks whose clients have left are taken out before a new one is refused.
#include "serve/pool.hpp"

#include <exception>

namespace thalweg::tool::serve {
namespace {

// What a task throws ends the task, not the server: there may be no memory for an answer.
void run_guarded(const Pool::Task& task) {
  try {
    task.run();
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace

Pool::Pool(unsigned threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

bool Pool::post(Task task) {
  std::vector<Task> left;
  bool is_taken = false;
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.size() >= most_waiting_) left = take_left();
    is_taken = !is_stopping_ && tasks_.size() < most_waiting_;
    if (is_taken) tasks_.push_back(std::move(task));
  }
  wakes_.notify_one();
  for (const Task& one : left) run_guarded(one);
  return is_taken;
}

// Takes the tasks whose clients left out of the queue.
std::vector<Pool::Task> Pool::take_left() {
  std::vector<Task> left;
  std::deque<Task> others;
  for (Task& task : tasks_) {
    if (task.has_left()) {
      left.push_back(std::move(task));
    } else {
      others.push_back(std::move(task));
    }
  }
  tasks_ = std::move(others);
  return left;
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

void Pool::work() {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      wakes_.wait(lock, [&] { return is_stopping_ || !tasks_.empty(); });
      if (is_stopping_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    run_guarded(task);
  }
}

}  // namespace thalweg::tool::serve
