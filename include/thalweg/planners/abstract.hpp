// AbstractPlanner: connect, search from gate to gate, refine. HPA*, THPA* and HNA* are three
// configurations of it (papers/).
//
//   const auto hierarchy = thalweg::hpa_star(ground, {.size = 10}).value();
//   const auto planner = thalweg::AbstractPlanner::make(ground, hierarchy).value();
//   const auto path = planner->find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a way whenever there is one; the cheapest only where the hierarchy keeps all gates.
#pragma once

#include <memory>
#include <optional>

#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/planners/abstract_search.hpp"
#include "thalweg/planners/near_first.hpp"
#include "thalweg/planners/straighten.hpp"

namespace thalweg {

struct AbstractOptions {
  AbstractSearch::Options search = {};
  std::uint32_t near_nodes = 64;  // so many nodes are searched by A* first. 0: none
  // Routes over squares are straightened (HPA*'s smoothing); on meshes the shape does that.
  bool is_smooth = false;
};

class AbstractPlanner final : public NearFirstPlanner {
 public:
  // Refused with a sentence: a hierarchy of another ground.
  static Result<std::unique_ptr<AbstractPlanner>> make(Ground ground, const Hierarchy& hierarchy,
                                                       const AbstractOptions& options = {});

  std::size_t bytes() const override { return search_.hierarchy().bytes() + search_.bytes(); }
  std::size_t scratch_bytes() const override;

 private:
  AbstractPlanner(Ground ground, const Hierarchy& hierarchy, const AbstractOptions& options);

  void start_far(const SearchTask& task) override;
  SearchEnd continue_far(const Slice& slice, std::uint64_t node_budget) override;
  bool take_far(Found& found) override;
  SearchStats far_stats() const override { return search_.stats(); }

  AbstractSearch search_;
  std::optional<Straightener> straightener_;
  bool is_searched_ = false;  // the way over the gates is known
};

}  // namespace thalweg
