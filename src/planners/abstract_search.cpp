// The three stages in turn, each pausable and timed. If their parts do not fit together, as with a
// hierarchy from a damaged file, there is no route rather than a wrong one.
#include "thalweg/planners/abstract_search.hpp"

#include <chrono>

namespace thalweg {
namespace {

// Adds the time until it goes out of scope.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Stopwatch(std::uint64_t& sum) : sum_(sum), start_(Clock::now()) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    using std::chrono::nanoseconds;
    sum_ += static_cast<std::uint64_t>(
        std::chrono::duration_cast<nanoseconds>(Clock::now() - start_).count());
  }

 private:
  std::uint64_t& sum_;
  Clock::time_point start_;
};

}  // namespace

AbstractSearch::AbstractSearch(const Ground& ground, const Hierarchy& hierarchy,
                               const Options& options)
    : hierarchy_(hierarchy),
      chooser_(ground, hierarchy, options),
      connect_(ground, hierarchy, options.connect),
      gates_(hierarchy, options),
      refine_(ground, hierarchy) {}

void AbstractSearch::begin(const SearchTask& task, const Estimator& estimator,
                           SearchScratch& scratch) {
  stage_ = Stage::connect;
  direct_ = task.direct;
  estimator_ = &estimator;
  scratch_ = &scratch;
  is_direct_ = false;
  is_broken_ = false;
  level_ = chooser_.level_for(task);
  times_ = {};
  refine_.clear();
  connect_.begin(task, std::max(level_, Level{1}), scratch, estimator);
}

SearchEnd AbstractSearch::find_gates(Budget& budget) {
  if (stage_ == Stage::connect) {
    const Stopwatch watch(times_.connecting);
    const SearchEnd end = connect_.advance(budget);
    if (end != SearchEnd::found) return end;
    begin_gates();
  }
  if (stage_ == Stage::gates) {
    const Stopwatch watch(times_.searching);
    const SearchEnd end = gates_.advance(budget);
    if (end != SearchEnd::found) return end;
    begin_refining();
  }
  return is_broken_ ? SearchEnd::exhausted : SearchEnd::found;
}

SearchEnd AbstractSearch::advance(Budget& budget) {
  const SearchEnd end = find_gates(budget);
  if (end != SearchEnd::found) return end;
  const Stopwatch watch(times_.refining);
  return refine_.advance(budget);
}

void AbstractSearch::begin_gates() {
  stage_ = Stage::gates;
  gates_.begin({.task = {.sources = connect_.start_gates(),
                         .goals = connect_.goal_gates(),
                         .direct = std::min(direct_, connect_.local_cost())},
                .ends = connect_.cells_of_ends(),
                .only = level_,
                .estimator = *estimator_});
}

void AbstractSearch::begin_refining() {
  stage_ = Stage::refine;
  over_ = gates_.route(std::move(over_));
  head_.clear();
  tail_.clear();
  if (!over_.nodes.empty()) {
    head_ = connect_.route_from_start(over_.nodes.front(), std::move(head_));
    tail_ = connect_.nodes_to_goal(over_.nodes.back(), std::move(tail_));
    is_broken_ = head_.nodes.empty() || head_.nodes.back() != hierarchy_.node(over_.nodes.front());
  } else if (connect_.local_cost() < direct_) {
    head_ = connect_.local_route(std::move(head_));
  } else {
    is_direct_ = true;
  }
  refine_.begin({head_, over_, tail_}, {scratch_, &gates_.scratch()});
}

SearchStats AbstractSearch::stats() const {
  SearchStats sum = connect_.stats();
  if (stage_ == Stage::connect) return sum;
  sum += gates_.stats();
  return stage_ == Stage::gates ? sum : sum += refine_.stats();
}

AbstractSearch::Work AbstractSearch::work() const {
  Work work;
  work.start_gates = connect_.start_gates().size();
  work.goal_gates = connect_.goal_gates().size();
  work.connecting = connect_.stats().expanded;
  if (stage_ != Stage::connect) work.searching = gates_.stats().expanded;
  if (stage_ == Stage::refine) work.refining = refine_.stats().expanded;
  return work;
}

}  // namespace thalweg
