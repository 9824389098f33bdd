#include "thalweg/core/parallel.hpp"

#include <algorithm>
#include <atomic>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace thalweg {
namespace {

std::atomic<int> wanted_threads{0};

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
  tbb::task_arena arena(thread_count());
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, chunks, run); });
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
