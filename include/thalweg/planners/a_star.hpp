// AStarPlanner: the cheapest route on any graph and metric. Hart, Nilsson, Raphael 1968.
//
//   thalweg::AStarPlanner planner{ground};                               // one per thread
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
  bool is_hashed = false;    // keep only the nodes reached: for huge worlds with small searches
  bool is_backward = false;  // search from the goal to the start (Snook); rows for it are built
};

class AStarPlanner final : public Planner {
 public:
  explicit AStarPlanner(Ground ground, const AStarOptions& options = {});

  std::size_t bytes() const override { return rows_.bytes(); }
  std::size_t scratch_bytes() const override { return direct_.bytes() + hashed_.bytes(); }
  std::vector<NodeId> settled_nodes() const override;

 private:
  void start_route(const Query& query, const Ends& ends) override;
  SearchEnd continue_route(const Slice& slice) override;
  bool take_route(Found& found) override;
  SearchStats route_stats() const override {
    return options_.is_hashed ? hashed_.stats : direct_.stats;
  }
  const NodeBank* seen() const override;

  // Calls use(view, heuristic, scratch): the fast forms for plain searches, else the general one.
  template <class Use>
  auto with_search(const Use& use);

  AStarOptions options_;
  Estimator estimator_;
  ReverseRows rows_;  // backward searches only
  SearchTask task_;
  std::shared_ptr<const AreaFilter> filter_;
  std::vector<Estimator::Target> targets_;
  std::vector<Seed> sources_;  // of a backward search: in order of node
  SearchScratch direct_;
  HashedScratch hashed_;
};

}  // namespace thalweg
