#include "thalweg/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

// ThreadSanitizer does not see the synchronisation inside a libtbb that is not built with it and
// would report false races. Under it, plain threads do the same work.
#if defined(__SANITIZE_THREAD__)
#define THALWEG_PLAIN_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THALWEG_PLAIN_THREADS 1
#endif
#endif
#ifndef THALWEG_PLAIN_THREADS
#define THALWEG_PLAIN_THREADS 0
#endif

namespace thalweg {
namespace {

std::atomic<int> wanted_threads{0};

#if THALWEG_PLAIN_THREADS

template <class Run>
void run_all(std::size_t chunks, const Run& run) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count(); ++i) {
    threads.emplace_back([&] {
      for (std::size_t chunk = next++; chunk < chunks; chunk = next++) run(chunk);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

#else

template <class Run>
void run_all(std::size_t chunks, const Run& run) {
  tbb::task_arena arena(thread_count());
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, chunks, run); });
}

#endif

}  // namespace

void set_thread_count(int count) { wanted_threads = std::max(count, 0); }

int thread_count() {
  const int wanted = wanted_threads;
  const int most = std::max(tbb::info::default_concurrency(), 1);
  return wanted > 0 ? std::min(wanted, most) : most;
}

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  const std::size_t chunks = (count + grain - 1) / grain;
  const auto run = [&](std::size_t chunk) {
    body(chunk * grain, std::min(count, (chunk + 1) * grain));
  };
  if (chunks <= 1 || thread_count() == 1) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) run(chunk);
    return;
  }
  run_all(chunks, run);
}

bool parallel_all_of(std::size_t count, std::size_t grain,
                     const std::function<bool(std::size_t, std::size_t)>& is_good) {
  std::atomic<bool> good{true};
  parallel_for(count, grain, [&](std::size_t first, std::size_t last) {
    if (!is_good(first, last)) good = false;
  });
  return good;
}

}  // namespace thalweg
