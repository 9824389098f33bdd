// CorridorSweep: the cheapest route inside a corridor of small cells, without a heap.
//
// The cells are gone through in the order in which a route is expected to meet them. In each of them
// the costs of its nodes are closed (CellGraphs::close) and handed on by the arcs that leave it. A
// cell that gets a lower cost afterwards is gone through again, until none does: so the result is
// exact inside the corridor, whatever the order, and a good order needs one pass. Based on:
// label-correcting shortest paths, Bellman 1958.
#pragma once

#include <vector>

#include "thalweg/hierarchy/cell_graphs.hpp"
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

class CorridorSweep {
 public:
  // A cell of the corridor. Lesser ranks are gone through first.
  struct Stop {
    Distance rank = 0;
    CellId cell;
    auto operator<=>(const Stop&) const = default;
  };

  // Requires: the graphs outlive this; `cell_count` is more than all ids of their cells.
  CorridorSweep(const CellGraphs& graphs, std::size_t cell_count);

  // Forgets the corridor. Put the cells of the next one here before begin(): each once.
  std::vector<Stop>& clear();
  // Ends of the task outside the corridor count for nothing. The seeds must outlive the search.
  void begin(const SearchTask& task, const Partition& cells);
  // `found` or `exhausted` at the end. A cell is paid for node by node.
  SearchEnd advance(Budget& budget);

  // What the cheapest route costs, the ends' own costs included; kFar: there is none.
  Distance cost() const { return best_; }
  // The route that was found. Empty: it is past the graph. Requires: advance() said `found`.
  Route take_route(const Ground& ground, Route old) const;
  const SearchStats& stats() const { return stats_; }
  std::vector<NodeId> nodes() const;
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::size_t kTimesBack = 8;  // for each stop

  // The node of a slot.
  struct Position {
    std::uint32_t stop = 0;
    std::uint32_t index = 0;  // in its cell
  };
  Position position(std::uint32_t slot) const;
  NodeId node_at(Position position) const {
    return graphs_.nodes(stops_[position.stop].cell)[position.index];
  }
  std::uint32_t slot_of(NodeId node, const Partition& cells) const;
  void set_up(const SearchTask& task, const Partition& cells);
  void sweep(std::uint32_t stop);
  void hand_on(std::uint32_t stop);
  void go_on();
  bool is_source(std::uint32_t slot) const;

  const CellGraphs& graphs_;
  std::vector<std::uint32_t> stop_of_;  // [cell]  its stop; kNone outside the corridor
  std::vector<Stop> stops_;
  std::vector<std::uint32_t> firsts_;   // [stop]  its first slot: one for each of its nodes
  std::vector<std::uint8_t> is_due_;    // [stop]  a node has become cheaper
  std::vector<Distance> costs_;         // [slot]
  std::vector<std::uint32_t> entered_;  // [slot]  the slot before it, in another cell; kNone: none

  struct EndSlot {
    std::uint32_t slot;
    Distance cost;
  };
  std::vector<EndSlot> sources_;
  std::vector<EndSlot> goals_;
  Distance best_ = CellGraphs::kFar;
  std::uint32_t best_slot_ = kNone;  // the goal taken; kNone: past the graph
  std::uint32_t next_ = 0;           // the stop to look at next
  std::uint32_t first_due_ = kNone;  // of the stops that the last one has made cheaper
  std::size_t times_back_ = 0;
  bool is_due_before_ = false;  // another pass is needed
  std::uint32_t paid_ = 0;      // nodes of the next stop
  SearchStats stats_;
};

}  // namespace thalweg
