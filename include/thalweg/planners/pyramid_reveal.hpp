// PyramidReveal: a route over a pyramid that becomes known stretch by stretch, for a walker who must
// start at once.
//
//   thalweg::PyramidReveal route(ground, pyramid);
//   if (!route.begin(start, goal)) return;         // a route of large cells is known now
//   route.reveal(0, 20);                           // and now 20 nodes of it, and what follows from
//   walk(route.route().nodes);                     // them; more as the walker comes to them
//
// On the highest level that is needed the whole route of cells is found. On each level below, only
// the first few cells are refined, and more when the walker needs them. Known nodes never change.
// What is not refined yet is known as cells only: rest() estimates its cost.
//
// Finds a route whenever there is one: cells are strongly connected, so from where a cell is entered
// every exit to the next one can be reached (planners/pyramid_search.hpp has the proof for levels).
#pragma once

#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/cell_corridor.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

struct PyramidRevealOptions {
  std::uint32_t rings = 1;  // of cells about those that are refined
  // Cells that are refined at a time, on each level. More give cheaper routes, later. 2 or more.
  std::uint32_t cells_ahead = 4;
};

class PyramidReveal {
 public:
  // Requires: a pyramid of this ground.
  PyramidReveal(const Ground& ground, Pyramid pyramid, const PyramidRevealOptions& options = {});
  PyramidReveal(const PyramidReveal&) = delete;
  PyramidReveal& operator=(const PyramidReveal&) = delete;

  // Finds a route of cells. False: no route leads to the goal. Replaces the current one.
  bool begin(NodeId start, NodeId goal);
  // Refines until `count` more nodes than route().nodes[from] are known, or all of them.
  void reveal(std::size_t from, std::size_t count);

  // The nodes known so far, from the start on, and the arcs between them.
  const Route& route() const { return route_; }
  // What they cost: exact.
  Distance known_cost() const { return known_cost_; }
  // What the rest will cost, by the steps between the cells ahead: an estimate, mostly too high.
  // 0: all is known.
  Distance rest() const;
  bool is_done() const { return is_done_; }
  const SearchStats& stats() const { return stats_; }

 private:
  // The cells of one level that are known and not refined yet. The first holds the last unit of the
  // level below that is known.
  struct Ahead {
    std::vector<CellId> cells;
    std::size_t first = 0;

    std::size_t size() const { return cells.size() - first; }
  };
  // The first cells of a level that are not refined yet.
  struct Stretch {
    std::span<const CellId> cells;
    CellId next;  // follows them; none: they reach the goal
    CellId last;  // of them, where the next stretch can begin; none: that is at `next`
  };
  // Stops a search at the first unit in the next cell.
  template <class Unit>
  struct EntryWatch;

  bool find_cells(NodeId start);
  void refine(Level level);
  Stretch stretch_of(Level level) const;
  template <class Units>
  std::size_t keep(Level level, const Units& units, const CellId* above, const Stretch& stretch);
  void refine_to_nodes(const Stretch& stretch);
  void refine_to_cells(Level level, const Stretch& stretch);
  void append(NodeId node);
  std::span<const LandmarkCosts* const> goal_costs(Level level);

  Ground ground_;
  Pyramid pyramid_;
  PyramidRevealOptions options_;
  NodeId goal_;
  std::vector<Ahead> ahead_;  // [level]  none on level 0
  Level highest_ = 0;         // that has cells
  Route route_;
  Distance known_cost_ = 0;
  bool is_done_ = false;
  std::vector<const LandmarkCosts*> goal_costs_;  // scratch
  CellCorridor corridor_;
  SearchScratch nodes_;
  SearchScratchOf<CellId, RecordId> cells_;
  SearchStats stats_;
};

}  // namespace thalweg
