// BidirectionalSearch: the cheapest route by Dijkstra's search from both ends at once.
//
// Needs no heuristic, so it beats A* where heuristics are poor: on rough ground with steep prices.
#pragma once

#include "thalweg/planners/planner.hpp"
#include "thalweg/search/bidirectional.hpp"

namespace thalweg {

class BidirectionalSearch final : public RouteSearch {
 public:
  explicit BidirectionalSearch(const Ground& ground);

  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override { return end_ = running_.advance(budget); }
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return scratch_.stats(); }
  // Where the backward search ended first, the forward one has not reached everything.
  const NodeBank* seen() const override {
    const bool is_all = end_ == SearchEnd::over_budget || scratch_.forward.open.empty();
    return is_all ? &scratch_.forward.bank : nullptr;
  }

  std::size_t bytes() const override { return rows_.bytes(); }
  std::size_t scratch_bytes() const override { return scratch_.bytes(); }
  std::vector<NodeId> settled_nodes() const override;
  std::vector<NodeId> open_nodes() const override;

 private:
  Ground ground_;
  ReverseRows rows_;
  BidirectionalScratch scratch_;
  SearchEnd end_ = SearchEnd::paused;
  SearchSlot running_;
};

}  // namespace thalweg
