// AStarSearch: the cheapest route on any graph and metric. Hart, Nilsson, Raphael 1968.
//
//   thalweg::Planner planner(ground, std::make_unique<thalweg::AStarSearch>(ground));
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//   if (!path.found()) std::puts(path.why());
//
// Dijkstra's search is the one with no heuristic.
#pragma once

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

struct AStarOptions {
  HeuristicKind heuristic = HeuristicKind::fitting;
  bool is_backward = false;  // search from the goal to the start (Snook); rows for it are built
};

class AStarSearch final : public RouteSearch {
 public:
  explicit AStarSearch(const Ground& ground, const AStarOptions& options = {});

  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return scratch_.stats; }
  const NodeBank* seen() const override;

  std::size_t bytes() const override { return rows_.bytes(); }
  std::size_t scratch_bytes() const override { return scratch_.bytes(); }
  std::vector<NodeId> settled_nodes() const override;
  std::vector<NodeId> open_nodes() const override;

  // For searches that take over from this one.
  // Aims the estimator at the query's goals and starts nothing.
  void aim(const SearchRequest& query);
  const Estimator& estimator() const { return estimator_; }
  SearchScratch& scratch() { return scratch_; }
  const SearchScratch& scratch() const { return scratch_; }

 private:
  Ground ground_;
  AStarOptions options_;
  Estimator estimator_;
  ReverseRows rows_;  // backward searches only
  SearchRequest query_;
  SearchTask task_;  // the query's, or backward
  std::vector<Estimator::Target> targets_;
  std::vector<Seed> sources_;  // of a backward search: in order of node
  SearchScratch scratch_;
  SearchSlot running_;
};

}  // namespace thalweg
