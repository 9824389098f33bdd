// Connect: the first part of a query over a Hierarchy. Joins the start to the gates of its cells,
// and the gates of the goal's cells to the goal, by searches inside those cells.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/gate_view.hpp"

namespace thalweg {

// A set of cells that is emptied in O(1).
class CellSet {
 public:
  explicit CellSet(std::size_t cell_count) : stamps_(cell_count, 0) {}

  void clear() {
    if (++stamp_ != 0) return;
    std::ranges::fill(stamps_, 0u);
    stamp_ = 1;
  }
  void add(CellId cell) { stamps_[cell.value] = stamp_; }
  bool has(CellId cell) const { return stamps_[cell.value] == stamp_; }
  std::size_t bytes() const { return stamps_.size() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> stamps_;  // [cell]
  std::uint32_t stamp_ = 1;
};

class Connect final : public Search {
 public:
  Connect(const Ground& ground, const Hierarchy& hierarchy);

  // Begins a query. `scratch` stays the caller's. It holds the start's side, so it must not be used
  // for anything else until the routes below have been taken.
  void begin(const SearchTask& task, SearchScratch& scratch);
  // `found` when both ends are connected.
  SearchEnd advance(Budget& budget) override;

  // The gates that were reached, with their costs, in order. Empty until their end is connected.
  std::span<const GateSeed> start_gates() const { return start_.gates; }
  std::span<const GateSeed> goal_gates() const { return goal_.gates; }
  // All cells that hold one of the ends, on every level.
  const CellSet& cells_of_ends() const { return holding_; }
  // The cost of the cheapest route inside the start's cells; kUnreached: there is none.
  Distance local_cost() const { return local_cost_; }

  // Requires: advance() returned found. `old`'s memory is used again.
  // The route inside the start's cells. Requires: local_cost() is not kUnreached.
  Route local_route(Route old) const { return route_to(near_->bank, local_goal_, std::move(old)); }
  // From a source to one of the start's gates.
  Route route_from_start(GateId gate, Route old) const {
    return route_to(near_->bank, hierarchy_.node(gate), std::move(old));
  }
  // The nodes that follow one of the goal's gates, up to a goal.
  std::vector<NodeId> nodes_to_goal(GateId gate, std::vector<NodeId> old) const;

  SearchStats stats() const { return stats_; }
  std::size_t scratch_bytes() const;
  // Rows for backward searches, where costs differ by direction.
  std::size_t bytes() const { return rows_.bytes(); }

 private:
  enum class Stage : std::uint8_t { start, goal, done };

  // One end with the cells that its nodes lie in.
  struct EndCells {
    explicit EndCells(std::size_t cell_count) : set(cell_count) {}
    CellSet set;
    std::vector<CellId> list;
    std::vector<NodeId> wanted;  // in order: the gates; at the start also goals inside
    std::vector<GateSeed> gates;
  };

  void gather(std::span<const Seed> seeds, EndCells& end);
  bool is_inside(NodeId node, const EndCells& end) const;
  template <class View>
  void start_inside(const View& view, std::span<const Seed> seeds, const EndCells& end,
                    SearchScratch& scratch);
  void start_goal();
  void find_local();
  void take_gates(EndCells& end, const NodeBank& bank) const;

  Ground ground_;
  Hierarchy hierarchy_;
  ReverseRows rows_;  // where costs are not symmetric

  Stage stage_ = Stage::done;
  SearchTask task_;
  EndCells start_;
  EndCells goal_;
  CellSet holding_;  // the cells that hold an end
  SearchScratch* near_ = nullptr;
  SearchScratch far_;  // the goal's side
  SearchSlot running_;
  Distance local_cost_ = kUnreached;
  NodeId local_goal_;
  SearchStats start_stats_;
  SearchStats stats_;
};

}  // namespace thalweg
