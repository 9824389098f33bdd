// DescendingPlanner: climb to the smallest cell that holds both ends, then expand it downward, cell
// by cell, each by a search among its children (natural-hierarchy thesis, chapter 4).
//
//   const auto tree = thalweg::natural_tree(ground, {.layers = 10});
//   const auto planner = thalweg::DescendingPlanner::make(ground, tree).value();  // one per thread
//   const auto path = planner->find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a way whenever there is one; it is rarely the cheapest.
#pragma once

#include <memory>

#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/planners/descent.hpp"
#include "thalweg/planners/near_first.hpp"

namespace thalweg {

struct DescendingOptions {
  Descent::Options descent = {};
  // First so many nodes are searched by A*: a goal near by is then found by the cheapest way, which
  // the tree may lead far around where a border of large cells lies between. DEFAULT: 64.
  // None where an occupancy is given: A* would not see the crowd
  std::uint32_t near_nodes = 64;
};

class DescendingPlanner final : public NearFirstPlanner {
 public:
  // Refused with a sentence: a tree of another ground.
  static Result<std::unique_ptr<DescendingPlanner>> make(Ground ground, const NaturalTree& tree,
                                                         const DescendingOptions& options = {});

  std::size_t bytes() const override { return descent_.tree().bytes(); }
  std::size_t scratch_bytes() const override { return descent_.scratch_bytes() + near_bytes(); }

 private:
  DescendingPlanner(Ground ground, const NaturalTree& tree, const DescendingOptions& options);

  void start_far(const SearchTask& task) override;
  SearchEnd continue_far(const Slice& slice, std::uint64_t node_budget) override;
  bool take_far(Found& found) override;
  SearchStats far_stats() const override { return descent_.stats(); }

  Descent descent_;
};

}  // namespace thalweg
