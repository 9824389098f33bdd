// Threads take chunks from a shared loop, on a task arena of oneTBB or on ThreadPool. A loop of one
// chunk, or on one thread, runs in the caller.
#include "thalweg/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

// THALWEG_TBB is set by CMake. ThreadSanitizer does not see the synchronisation inside a libtbb that
// is not built with it and would report false races, so under it our own threads are used.
#if defined(__SANITIZE_THREAD__)
#undef THALWEG_TBB
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef THALWEG_TBB
#endif
#endif

#include "core/shared_loop.hpp"
#if defined(THALWEG_TBB)
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include "core/thread_pool.hpp"
#endif

namespace thalweg {
namespace {

std::atomic<int> wanted_threads{0};

#if defined(THALWEG_TBB)
void run_on(SharedLoop& loop, int threads) {
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(0, threads, [&](int) { loop.work(); }); });
}
#else
void run_on(SharedLoop& loop, int threads) { ThreadPool::shared().run(loop, threads - 1); }
#endif

}  // namespace

void set_thread_count(int count) { wanted_threads = std::max(count, 0); }

int thread_count() {
  static const int most = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  const int wanted = wanted_threads;
  return wanted > 0 ? std::min(wanted, most) : most;
}

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  const std::size_t chunks = (count + grain - 1) / grain;
  const auto run = [&](std::size_t chunk) {
    body(chunk * grain, std::min(count, (chunk + 1) * grain));
  };
  const int threads = static_cast<int>(std::min<std::size_t>(chunks, thread_count()));
  if (threads <= 1) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) run(chunk);
    return;
  }
  SharedLoop loop(chunks, run);
  run_on(loop, threads);
  loop.rethrow();
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
