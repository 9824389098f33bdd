// AStarPlanner: the cheapest route on any graph and metric. Hart, Nilsson, Raphael 1968.
//
//   thalweg::AStarPlanner planner{world, graph, metric};                 // one per thread
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//   if (!path.found()) std::puts(path.why());
//
// The heuristic is the metric's least cost per metre times the span to the goal (graph/span.hpp).
#pragma once

#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class AStarPlanner {
 public:
  // Borrows all three, which must outlive it. Where they do not belong together every answer is
  // invalid and says so.
  AStarPlanner(const World& world, const Graph& graph, const Metric& metric);

  // The answer; `old`'s memory is used again, so that a loop that hands its answers back allocates
  // nothing once warm.
  Answer find(const Query& query, Answer old = {});

  // Memory held between queries.
  std::size_t scratch_bytes() const { return scratch_.bytes(); }

 private:
  void search(const Query& query, Answer& answer);
  void answer_partially(Answer& answer);
  void take_way_to_goal(NodeId goal, Answer& answer);
  void take_route(NodeId last, Answer& answer);
  void lay_points(const Query& query, Answer& answer) const;

  const World& world_;
  const Graph& graph_;
  const Metric& metric_;
  const char* problem_;  // null: all is well
  EndFinder finder_;
  Span span_;
  Ends ends_;
  SearchScratch scratch_;
};

// The cost of a route between two ends, arc by arc; kUnreached where an arc is impassable.
Distance route_cost(const Graph& graph, const Metric& metric, const Route& route);

}  // namespace thalweg
