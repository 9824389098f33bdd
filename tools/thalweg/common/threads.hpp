// run_on_threads: the same work on several threads, whose exceptions reach the caller.
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace thalweg::tool {

// Calls work(i) for each i below `count`, each on a thread of its own but for the first, which is
// the caller's. Returns when all are done; throws the exception of the lowest i that threw one.
// Where a thread cannot be started, the caller does its work.
template <class Work>
void run_on_threads(std::size_t count, const Work& work) {
  std::vector<std::exception_ptr> thrown(count);
  const auto guarded = [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(count);
  std::size_t started = 1;
  try {
    for (; started < count; ++started) threads.emplace_back(guarded, started);
  } catch (const std::exception&) {
    // The rest is done below.
  }
  if (count > 0) guarded(0);
  for (; started < count; ++started) guarded(started);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

}  // namespace thalweg::tool
