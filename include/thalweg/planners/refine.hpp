// Refine: the last part of a query over a Hierarchy. Legs from gate to gate become nodes.
//
// A crossing becomes crossings of the level below, and finally nodes: by the routes that the
// hierarchy keeps, or by searches inside the cell. The first leg is refined first, so that a walker
// can set out before the rest is known.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/hierarchy/gate_view.hpp"

namespace thalweg {

// A part of a route whose nodes are not known yet.
struct GateLeg {
  GateArc arc;
  GateId from;
  GateId to;
};

class Refine final : public Search {
 public:
  // What to refine, first to last. Copied.
  struct Task {
    const Route& head;             // known already: up to the first gate, or all of it
    const GateRoute& over;         // from gate to gate
    std::span<const NodeId> tail;  // the nodes after the last gate
  };
  // Memory that searches inside cells may use. Stays the caller's.
  struct Memory {
    SearchScratch* of_nodes = nullptr;
    GateScratch* of_gates = nullptr;
  };

  Refine(const Ground& ground, const Hierarchy& hierarchy);

  void begin(const Task& task, const Memory& memory);
  // Begins with nothing to refine.
  void clear();

  // Refines until all nodes are known. `exhausted` only where the hierarchy does not match its
  // ground.
  SearchEnd advance(Budget& budget) override;
  // Refines the next leg by one level, or continues to: `found` where all is known, `paused` where
  // it is not.
  SearchEnd step(Budget& budget);
  // Refines until `count` more nodes than `from` are known, or all of them: what a walker at
  // route().nodes[from] needs.
  SearchEnd reveal(std::size_t from, std::size_t count);

  // The nodes known so far, from the start, and the arcs between them.
  const Route& route() const { return route_; }
  // The legs that are not refined yet: the next one is the last.
  std::span<const GateLeg> legs() const { return legs_; }
  bool is_done() const { return legs_.empty() && tail_.empty(); }

  // Of all searches, the current one included.
  SearchStats stats() const;

 private:
  bool is_lowest(const GateLeg& leg) const;
  bool append_nodes(std::span<const NodeId> nodes, NodeId to);
  bool use_kept(const GateLeg& leg);
  std::optional<GateLeg> leg_between(GateId from, GateId to, CellId above) const;
  bool refine_next();
  void start_leg();
  void end_leg();
  void push_legs(const GateRoute& over);

  Ground ground_;
  Hierarchy hierarchy_;
  std::optional<Estimator> estimator_;  // made when a leg is first searched

  Memory memory_;
  Route route_;
  std::vector<GateLeg> legs_;  // the last comes first
  std::vector<NodeId> tail_;   // from the last gate to the goal
  SearchStats done_;           // of searches that are over

  // The leg that is searched.
  bool is_searching_ = false;
  std::vector<Estimator::Target> target_;
  Seed source_;  // where it is on level 1
  Seed goal_;
  GateSeed source_gate_;  // where it is above
  GateSeed goal_gate_;
  SearchSlot running_;
  Route part_;           // scratch
  GateRoute part_over_;  // scratch
};

}  // namespace thalweg
