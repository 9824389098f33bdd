// BidirectionalPlanner: the cheapest route by Dijkstra's search from both ends at once.
//
// Needs no heuristic, so it beats A* where heuristics are poor: on rough ground with steep prices.
#pragma once

#include "thalweg/planners/planner.hpp"
#include "thalweg/search/bidirectional.hpp"

namespace thalweg {

class BidirectionalPlanner final : public Planner {
 public:
  explicit BidirectionalPlanner(Ground ground);

  std::size_t bytes() const override { return rows_.bytes(); }
  std::size_t scratch_bytes() const override { return scratch_.bytes(); }
  std::vector<NodeId> settled_nodes() const override;

 private:
  void start_route(const Query& query, const Ends& ends) override;
  SearchEnd continue_route(const Slice& slice) override;
  bool take_route(Found& found) override;
  SearchStats route_stats() const override { return scratch_.stats(); }

  template <class Use>
  auto with_views(const Use& use);

  ReverseRows rows_;
  SearchTask task_;
  std::shared_ptr<const AreaFilter> filter_;
  BidirectionalScratch scratch_;
};

}  // namespace thalweg
