// Ten thousand requests in a queue, served a little every tick; every hundredth answer is checked
// against Dijkstra: bench_requests MESH SCEN [REQUESTS] [BUDGET_US]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "../tests/planners.hpp"
#include "core/try.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/crowd/requests.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/planners/a_star.hpp"

namespace {

using namespace thalweg;
using std::chrono::microseconds;

struct Input {
  World world;
  std::vector<Query> queries;
};

Result<Input> read_input(const char* mesh, const char* scen, std::size_t count) {
  ImportOptions options;
  options.grid_mesh = false;
  TRY(auto imported, import_world(mesh, options));
  TRY(const auto text, read_file(scen));
  TRY(const auto scenarios, read_scen(text));
  if (scenarios.empty()) return Error{"the scenario file is empty"};
  Input input{std::move(imported).world, {}};
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) {
    const Scenario& one = scenarios[random.below(static_cast<std::uint32_t>(scenarios.size()))];
    input.queries.push_back(
        {.start = {one.start.x, one.start.y}, .goal = {one.goal.x, one.goal.y}});
  }
  return input;
}

// Processor time of this thread: the time of a tick on an idle machine.
double processor_us() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

// The fraction of the ticks that took at most a tenth over the budget, and other figures.
void print_ticks(const char* clock, std::vector<double> ticks, double budget) {
  std::ranges::sort(ticks);
  const auto count = static_cast<double>(ticks.size());
  const auto within =
      static_cast<double>(std::ranges::upper_bound(ticks, 1.1 * budget) - ticks.begin());
  double sum = 0;
  for (const double us : ticks) sum += us;
  std::printf(
      "%zu ticks of %.0f us, %s: %.2f %% within %.0f us; mean %.0f, p99 %.0f, worst %.0f us\n",
      ticks.size(), budget, clock, 100 * within / count, 1.1 * budget, sum / count,
      ticks[static_cast<std::size_t>(0.99 * (count - 1))], ticks.back());
}

// How many of every hundredth answer differ from Dijkstra's; answers that are not found count too.
std::size_t count_wrong(const Input& input, Planner& dijkstra, RequestQueue& queue,
                        const std::vector<RequestId>& ids) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Answer answer = queue.take(ids[i]);
    wrong += answer.found() ? 0 : 1;
    if (i % 100 != 0 || !answer.found()) continue;
    Query query = input.queries[i];
    query.try_straight = answer.is_straight;
    wrong += dijkstra.find(query).cost != answer.cost ? 1 : 0;
  }
  return wrong;
}

int run(const Input& input, microseconds budget) {
  const Ground portals = ground(input.world, Profile::euclid(), GraphSpec::portals()).value();
  Planner planner = a_star_on(portals);
  Planner dijkstra = a_star_on(portals, {.heuristic = HeuristicKind::none});
  RequestQueue queue(planner);
  std::printf("%s: %u faces, %u nodes, %zu requests\n", input.world.name.c_str(),
              input.world.mesh.face_count(), portals.graph().node_count(), input.queries.size());
  std::vector<RequestId> ids;
  for (const Query& query : input.queries) ids.push_back(queue.ask(query));
  std::vector<double> ticks;
  std::vector<double> processor;
  while (queue.waiting() > 0) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_us();
    queue.tick(budget);
    const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
    ticks.push_back(us.count());
    processor.push_back(processor_us() - before);
  }
  const QueueStats stats = queue.stats();
  print_ticks("wall clock", std::move(ticks), static_cast<double>(budget.count()));
  print_ticks("processor time", std::move(processor), static_cast<double>(budget.count()));
  std::printf(
      "served %llu of %zu (%llu put back); wait: mean %.1f ticks, %.1f ms; worst %llu "
      "ticks, %.1f ms\n",
      static_cast<unsigned long long>(stats.served), ids.size(),
      static_cast<unsigned long long>(stats.put_back), stats.mean_wait_ticks,
      stats.mean_wait_us / 1e3, static_cast<unsigned long long>(stats.worst_wait_ticks),
      stats.worst_wait_us / 1e3);
  const std::size_t wrong = count_wrong(input, dijkstra, queue, ids);
  std::printf("every 100th checked against Dijkstra, all for being found: %zu wrong\n", wrong);
  return wrong == 0 && stats.served == ids.size() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::puts("bench_requests MESH SCEN [REQUESTS] [BUDGET_US]"), 1;
  const auto count = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 10'000ull;
  const auto budget = microseconds(argc > 4 ? std::strtoll(argv[4], nullptr, 10) : 2000);
  if (budget.count() <= 0) return std::puts("bench_requests: the budget must be positive"), 1;
  const auto input = read_input(argv[1], argv[2], count);
  if (!input) return std::fprintf(stderr, "bench_requests: %s\n", input.error().c_str()), 1;
  return run(*input, budget);
}
