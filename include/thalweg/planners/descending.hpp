// DescendingPlanner: climb to the smallest cell that holds both ends, then expand it downward, cell
// by cell, each by a search among its children (natural-hierarchy thesis, chapter 4).
//
//   const auto tree = thalweg::natural_tree(world, graph, metric, {.layers = 10});
//   thalweg::DescendingPlanner planner{world, graph, metric, tree};      // one per thread
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a way whenever there is one; it is rarely the cheapest.
#pragma once

#include <memory>
#include <vector>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/planners/descent.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

class DescendingPlanner final : public Planner {
 public:
  // Borrows all four. Where the tree is not of this metric every answer is invalid and says so.
  DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                    const NaturalTree& tree, const Descent::Options& options = {});
  // The same, keeping the tree alive.
  DescendingPlanner(const World& world, const Graph& graph, const Metric& metric,
                    std::shared_ptr<const NaturalTree> tree, const Descent::Options& options = {});

  std::size_t bytes() const override { return descent_.tree().bytes(); }
  std::size_t scratch_bytes() const override { return descent_.scratch_bytes() + plain_.bytes(); }

 private:
  void start_route(const Query& query, const Ends& ends) override;
  SearchEnd continue_route(const Slice& slice) override;
  bool take_route(Found& found) override;
  SearchStats route_stats() const override;

  // Calls use(view, heuristic): plain A*, where areas are left out or avoided.
  template <class Use>
  auto with_plain(const Use& use);

  std::shared_ptr<const NaturalTree> keeper_;  // null: borrowed
  Descent descent_;
  std::shared_ptr<const AreaFilter> filter_;  // the tree knows nothing of them: plain A* then
  Distance direct_ = kUnreached;
  SearchTask task_;
  SearchScratch plain_;
  Estimator estimator_;
  std::vector<Estimator::Target> targets_;
};

}  // namespace thalweg
