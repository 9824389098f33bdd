// PyramidSearch: finds a route of cells on a high level of a pyramid, then the whole route again on
// each level below, inside the cells of the route above and some rings of their neighbours.
//
//   const auto pyramid = thalweg::build_pyramid(ground, tree.partition());
//   thalweg::Planner planner(ground, thalweg::PyramidSearch::make(ground, pyramid).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a route whenever there is one. Proof: a step leads from cell to cell exactly where a
// passable arc does, and the first search of a whole level is not confined, so it finds a route of
// cells if there is a route of nodes. If a route of cells exists on one level, one exists on the
// level below inside the same cells: each of them is strongly connected, so from where the route
// enters it, every child is reached, also the one that an arc leaves to the next cell. The route is
// rarely the cheapest; its cost is the sum of its arcs. The answer's bound compares it with a lower
// bound on every route: what the landmarks prove, or the heuristic at the start.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/partition/occupancy.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/cell_corridor.hpp"
#include "thalweg/planners/corridor_sweep.hpp"
#include "thalweg/planners/end_cells.hpp"

namespace thalweg {

struct PyramidPlannerOptions {
  // Rings of neighbouring cells about the route of level 1 in which the graph is searched; two rings
  // more about the routes of higher levels, where they cost little. More rings give cheaper routes
  // and slower searches. DEFAULT: 0
  std::uint32_t rings = 0;
  // A* expands this many nodes first, so that a goal near by is found by the cheapest route. None
  // where an occupancy is given: A* would not see the crowd.
  std::uint32_t near_nodes = 64;
  // Agents in the cells of the pyramid: a cell or node costs 1 + crowd_weight x (agents for each of
  // its nodes) times as much to enter, on every level. Must outlive the planner. Null: none count.
  const Occupancy* occupancy = nullptr;
  double crowd_weight = 1;
};

class PyramidSearch final : public RouteSearch {
 public:
  // This search behind a short A*. Refused with a sentence: a pyramid of another ground.
  static MadeSearch make(const Ground& ground, const Pyramid& pyramid,
                         const PyramidPlannerOptions& options = {});
  // `fine` searches the graph; this search uses its memory and its heuristic. Requires: it outlives
  // this, and all are of the same ground.
  PyramidSearch(const Ground& ground, Pyramid pyramid, AStarSearch& fine,
                const PyramidPlannerOptions& options = {});

  // Requires: plain; at least one source and one goal; `fine` is aimed at the query's goals.
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override;
  const NodeBank* seen() const override {
    return level_ == 0 && !is_sweeping() ? fine_.seen() : nullptr;
  }

  std::size_t bytes() const override;
  std::size_t scratch_bytes() const override;
  std::vector<NodeId> settled_nodes() const override;

 private:
  struct Estimate;
  template <class View>
  struct Crowded;

  template <class View, class Heuristic, class Task, class Scratch>
  void start(const View& view, const Heuristic& heuristic, const Task& task, Scratch& scratch);
  Level lowest_shared() const;
  bool are_ends_far() const;
  void find_end_cells();
  void begin_levels();
  void begin_level();
  void begin_cells();
  std::vector<SeedOf<CellId>> seeds_of(std::span<const SeedOf<CellId>> near,
                                       std::vector<SeedOf<CellId>> seeds) const;
  void begin_nodes();
  void begin_sweep();
  bool is_sweeping() const { return level_ == 0 && !is_plain_ && sweep_.has_value(); }
  SearchStats level_stats() const;
  void take_cells();
  void add_rings();
  void add_penalty(FoundRoute& found, Distance counted) const;
  Distance least_cost() const;
  Distance least_by_landmarks(const Seed& source, const Seed& goal) const;

  Ground ground_;
  Pyramid pyramid_;
  AStarSearch& fine_;
  PyramidPlannerOptions options_;
  MetricBound span_;
  const CellGraphs* graphs_;            // null: cells are too large to be swept
  std::optional<CorridorSweep> sweep_;  // of the graph, where there are graphs of cells
  std::optional<EndCells> ends_;        // where there are graphs of cells
  Level highest_ = 0;                   // no search starts on a higher level

  SearchRequest query_;
  Level level_ = 0;           // of the current search; 0: the graph
  bool is_confined_ = false;  // to the corridor
  bool is_plain_ = false;     // `fine` searches the whole graph
  std::vector<Box3> goal_boxes_;
  std::vector<const LandmarkCosts*> goal_costs_;  // of the goals' cells of the current level
  std::vector<SeedOf<CellId>> near_sources_;      // cells of level 1 at the ends
  std::vector<SeedOf<CellId>> near_goals_;
  std::vector<SeedOf<CellId>> sources_;  // of the current level, above 0
  std::vector<SeedOf<CellId>> goals_;
  SearchScratchOf<CellId, RecordId> scratch_;
  SearchSlot running_;
  SearchStats before_;     // of the levels above
  CellCorridor corridor_;  // of the level above
};

}  // namespace thalweg
