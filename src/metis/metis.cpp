// k-way partitioning by METIS. The only file that calls it.
#include "thalweg/metis/metis.hpp"

#include <metis.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <numeric>

#include "core/thrown.hpp"
#include "core/try.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <signal.h>
#endif

namespace thalweg {
namespace {

// METIS throws errors by raising SIGTERM in its own thread: where that is blocked, it would go on with
// what it failed to make.
class SigtermTaken {
 public:
#if defined(__unix__) || defined(__APPLE__)
  SigtermTaken() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    ::pthread_sigmask(SIG_UNBLOCK, &set, &before_);
  }
  ~SigtermTaken() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SigtermTaken(const SigtermTaken&) = delete;
  SigtermTaken& operator=(const SigtermTaken&) = delete;

 private:
  sigset_t before_;
#else
  ~SigtermTaken() {}
#endif
};

constexpr std::uint64_t kMostIndex = std::numeric_limits<idx_t>::max();

// METIS sums weights in its index type.
Result<void> check_sum(const std::vector<std::uint32_t>& weights, const char* what) {
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (sum >= kMostIndex) return Error{std::string("the weights of the ") + what + " are too large"};
  return {};
}

Result<void> check(const KwayTask& task) {
  const WeightedGraph& graph = task.graph;
  const std::uint32_t size = graph.size();
  if (size < 2 || task.parts < 2 || task.parts > size) {
    return Error{"a graph of " + std::to_string(size) + " nodes cannot be divided into " +
                 std::to_string(task.parts) + " parts"};
  }
  if (graph.neighbours.size() >= kMostIndex) return Error{"the graph is too large for METIS"};
  if (graph.offsets.front() != 0 || graph.offsets.back() != graph.neighbours.size() ||
      !std::ranges::is_sorted(graph.offsets) ||
      std::ranges::any_of(graph.neighbours, [&](std::uint32_t n) { return n >= size; })) {
    return Error{"the graph to divide has rows that do not fit"};
  }
  const bool has_node_weights = !graph.node_weights.empty();
  const bool has_edge_weights = !graph.edge_weights.empty();
  if ((has_node_weights && graph.node_weights.size() != size) ||
      (has_edge_weights && graph.edge_weights.size() != graph.neighbours.size())) {
    return Error{"the graph to divide has weights that do not fit"};
  }
  TRY_DO(check_sum(graph.node_weights, "nodes"));
  return check_sum(graph.edge_weights, "edges");
}

std::vector<idx_t> indices(const std::vector<std::uint32_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::array<idx_t, METIS_NOPTIONS> options_for(std::uint32_t seed) {
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed & 0x7FFFFFFFu);
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_CONTIG] = 1;
  options[METIS_OPTION_DBGLVL] = 0;
  return options;
}

// METIS keeps global state.
std::mutex& metis_lock() {
  static std::mutex lock;
  return lock;
}

}  // namespace

Result<std::vector<std::uint32_t>> metis_kway(const KwayTask& task) try {
  TRY_DO(check(task));
  std::vector<idx_t> offsets = indices(task.graph.offsets);
  std::vector<idx_t> neighbours = indices(task.graph.neighbours);
  std::vector<idx_t> node_weights = indices(task.graph.node_weights);
  std::vector<idx_t> edge_weights = indices(task.graph.edge_weights);
  std::vector<idx_t> part(task.graph.size());
  auto size = static_cast<idx_t>(task.graph.size());
  auto parts = static_cast<idx_t>(task.parts);
  idx_t constraints = 1;
  idx_t cut = 0;
  auto options = options_for(task.seed);
  const std::lock_guard guard(metis_lock());
  const SigtermTaken taken;
  const int status =
      METIS_PartGraphKway(&size, &constraints, offsets.data(), neighbours.data(),
                          node_weights.empty() ? nullptr : node_weights.data(), nullptr,
                          edge_weights.empty() ? nullptr : edge_weights.data(), &parts, nullptr,
                          nullptr, options.data(), &cut, part.data());
  if (status == METIS_ERROR_MEMORY) return Error{"METIS ran out of memory"};
  if (status != METIS_OK) return Error{"METIS could not divide the graph"};
  return std::vector<std::uint32_t>(part.begin(), part.end());
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
