// NearFirstPlanner: what planners over a hierarchy have in common. Near by they search as A* does.
//
//   near   so many nodes of plain A*: goals near by are found by the cheapest way, where a
//          hierarchy may lead far around if a border lies between
//   far    the planner's own way
//
// Where areas are left out or avoided all is plain A*: a hierarchy knows nothing of that.
#pragma once

#include <memory>
#include <vector>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

class NearFirstPlanner : public Planner {
 protected:
  // `near_nodes`: so many are searched by A* first. 0: none.
  NearFirstPlanner(Ground ground, std::uint32_t near_nodes);

  // Starts the far search: the near one has found nothing, its memory may be used.
  // Requires of the task: at least one source and one goal.
  virtual void start_far(const SearchTask& task) = 0;
  // Goes on with it, for at most so many nodes in all.
  virtual SearchEnd continue_far(const Slice& slice, std::uint64_t node_budget) = 0;
  // As take_route.
  virtual bool take_far(Found& found) = 0;
  virtual SearchStats far_stats() const = 0;

  const SearchTask& task() const { return task_; }
  // Aimed at the goals of the query at hand.
  const Estimator& estimator() const { return estimator_; }
  SearchScratch& near_scratch() { return near_; }
  std::size_t near_bytes() const { return near_.bytes(); }

 private:
  enum class Stage : std::uint8_t { plain, near, far };

  void start_route(const Query& query, const Ends& ends) final;
  SearchEnd continue_route(const Slice& slice) final;
  bool take_route(Found& found) final;
  SearchStats route_stats() const final;

  // Calls use(view, heuristic) for plain A*.
  template <class Use>
  auto with_plain(const Use& use);
  void aim(const Query& query, const Ends& ends);
  SearchEnd continue_plain(const Slice& slice, std::uint64_t budget);
  bool take_plain(Found& found) const;

  std::uint32_t near_nodes_;
  Stage stage_ = Stage::plain;
  std::shared_ptr<const AreaFilter> filter_;
  SearchTask task_;
  SearchScratch near_;
  SearchStats near_stats_;  // of the near search, once it is over
  Estimator estimator_;
  std::vector<Estimator::Target> targets_;
};

}  // namespace thalweg
