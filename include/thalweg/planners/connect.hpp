// Connect: the first part of a query over a Hierarchy. Joins the start to the gates of its cells,
// and the gates of the goal's cells to the goal, by searches inside those cells or by costs that
// the hierarchy keeps.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "thalweg/graph/view.hpp"
#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/hierarchy/level_cells.hpp"

namespace thalweg {

// How ends are connected to the gates of their cells. All find the same costs.
enum class ConnectBy : std::uint32_t {
  dijkstra,  // one search for each end
  a_star,    // one search for each gate
  parallel,  // as dijkstra, both ends at the same time on two threads
  stored,    // by the costs that the hierarchy keeps, without a search; as dijkstra without any
};

std::string_view to_string(ConnectBy connect);

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
  Connect(const Ground& ground, const Hierarchy& hierarchy,
          ConnectBy connect = ConnectBy::dijkstra);

  // Begins a query that connects the ends to the gates of their cells of one level. `scratch` and
  // `to_goals`, an estimator aimed at the goals, stay the caller's. The scratch holds the start's
  // side, so it must not be used for anything else until the routes below have been taken.
  // Requires: 1 <= level <= top_level(), or no cells.
  void begin(const SearchTask& task, Level level, SearchScratch& scratch,
             const Estimator& to_goals);
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
  // From a source to one of the start's gates. Broken off only where the hierarchy does not match
  // its ground.
  Route route_from_start(GateId gate, Route old) const;
  // The nodes that follow one of the goal's gates, up to a goal; likewise.
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
    // Of searches for each gate: its route. `ends`: [gate of `gates`] where it ends in `nodes`.
    std::vector<NodeId> nodes;
    std::vector<std::uint32_t> ends;
  };

  void gather(std::span<const Seed> seeds, EndCells& end);
  bool is_inside(NodeId node, const EndCells& end) const;
  template <class View>
  void start_inside(const View& view, std::span<const Seed> seeds, const EndCells& end,
                    SearchScratch& scratch);
  void start_goal();
  void find_local();
  void take_gates(EndCells& end, const NodeBank& bank) const;
  void connect_both();
  void start_start();
  SearchEnd advance_ends(Budget& budget);
  SearchEnd advance_each(Budget& budget);
  SearchEnd connect_each(EndCells& end, bool is_start, Budget& budget);
  void start_gate(const EndCells& end, bool is_start);
  void take_gate(EndCells& end);
  void look_up(std::span<const Seed> seeds, EndCells& end, bool is_start) const;
  Distance kept_cost(NodeId node, CellId cell, std::uint32_t gate, bool is_start) const;
  Seed best_seed(GateId gate, bool is_start) const;
  // The kept costs of one gate of a cell, by its number there.
  struct KeptColumn {
    CellId cell;
    std::uint32_t gate;
  };
  KeptColumn column_of(GateId gate, NodeId node) const;
  Seed next_to_gate(const Seed& at, const KeptColumn& column) const;
  Seed next_from_gate(const Seed& at, const KeptColumn& column) const;
  std::uint32_t index_of(GateId gate, CellId cell) const;
  std::span<const NodeId> own_route(GateId gate, const EndCells& end) const;

  Ground ground_;
  Hierarchy hierarchy_;
  ConnectBy connect_;
  ReverseRows rows_;                    // where costs are not symmetric
  std::vector<LevelCells> levels_;      // [level - 1]
  std::optional<Estimator> estimator_;  // aimed at one gate after another

  Stage stage_ = Stage::done;
  ConnectBy by_ = ConnectBy::dijkstra;  // this query's
  Level level_ = 1;
  SearchTask task_;
  EndCells start_;
  EndCells goal_;
  CellSet holding_;  // the cells that hold an end
  SearchScratch* near_ = nullptr;
  const Estimator* to_goals_ = nullptr;
  SearchScratch far_;  // the goal's side
  SearchSlot running_;
  std::vector<Estimator::Target> target_;
  std::size_t next_ = 0;     // of an end's `wanted`: the gate that is searched for
  bool is_at_gate_ = false;  // its search has been started
  Seed gate_seed_;
  Distance local_cost_ = kUnreached;
  NodeId local_goal_;
  SearchStats start_stats_;
  SearchStats stats_;
};

}  // namespace thalweg
