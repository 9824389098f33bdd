#include "thalweg/planners/abstract_search.hpp"

namespace thalweg {

AbstractSearch::AbstractSearch(const Ground& ground, const Hierarchy& hierarchy,
                               const Options& options)
    : hierarchy_(hierarchy),
      connect_(ground, hierarchy),
      gates_(hierarchy, options),
      refine_(ground, hierarchy) {}

void AbstractSearch::begin(const SearchTask& task, const Estimator& estimator,
                           SearchScratch& scratch) {
  stage_ = Stage::connect;
  direct_ = task.direct;
  estimator_ = &estimator;
  scratch_ = &scratch;
  is_direct_ = false;
  refine_.clear();
  connect_.begin(task, scratch);
}

SearchEnd AbstractSearch::find_gates(Budget& budget) {
  if (stage_ == Stage::connect) {
    const SearchEnd end = connect_.advance(budget);
    if (end != SearchEnd::found) return end;
    begin_gates();
  }
  if (stage_ == Stage::gates) {
    const SearchEnd end = gates_.advance(budget);
    if (end != SearchEnd::found) return end;
    begin_refining();
  }
  return SearchEnd::found;
}

SearchEnd AbstractSearch::advance(Budget& budget) {
  const SearchEnd end = find_gates(budget);
  return end == SearchEnd::found ? refine_.advance(budget) : end;
}

void AbstractSearch::begin_gates() {
  stage_ = Stage::gates;
  gates_.begin({.sources = connect_.start_gates(),
                .goals = connect_.goal_gates(),
                .direct = std::min(direct_, connect_.local_cost())},
               connect_.cells_of_ends(), *estimator_);
}

void AbstractSearch::begin_refining() {
  stage_ = Stage::refine;
  over_ = gates_.route(std::move(over_));
  head_.clear();
  tail_.clear();
  if (!over_.nodes.empty()) {
    head_ = connect_.route_from_start(over_.nodes.front(), std::move(head_));
    tail_ = connect_.nodes_to_goal(over_.nodes.back(), std::move(tail_));
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
