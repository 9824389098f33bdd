// GateSearch: the second part of a query over a Hierarchy. Searches from gate to gate.
//
// Cells that hold neither end are crossed on the highest level, those that do on the levels below:
// one search over all levels, from one end or from both.
#pragma once

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/planners/connect.hpp"
#include "thalweg/search/bidirectional.hpp"

namespace thalweg {

// A heuristic of the graph's nodes at the gates.
template <class Heuristic>
struct AtGates {
  Heuristic at_nodes;
  std::span<const NodeId> nodes;  // [gate]

  Distance operator()(GateId gate) const { return at_nodes(nodes[gate.value]); }
  bool keeps_settled() const { return thalweg::keeps_settled(at_nodes); }
};
template <class Heuristic>
AtGates(Heuristic, std::span<const NodeId>) -> AtGates<Heuristic>;

// Which levels a query uses.
enum class LevelUse : std::uint32_t {
  all,   // ends are connected on the lowest; cells without an end are crossed on the highest
  one,   // only one level, on which ends are connected too (HNA*)
  best,  // only one, which is chosen for each query; plain A* where that is cheaper
};

class GateSearch final : public Search {
 public:
  struct Options {
    Level level = 0;                // gates of higher levels are not used. DEFAULT: 0, all are
    bool is_bidirectional = false;  // from both ends, without a heuristic
    LevelUse use = LevelUse::all;
    ConnectBy connect = ConnectBy::dijkstra;
  };

  GateSearch(const Hierarchy& hierarchy, const Options& options);

  // What a query searches. All of it stays the caller's.
  struct Query {
    SearchTaskOf<GateId> task;
    const CellSet& ends;         // all cells that hold an end
    Level only = 0;              // the only level used; 0: all up to Options::level
    const Estimator& estimator;  // aimed at the goals
  };

  void begin(const Query& query);
  SearchEnd advance(Budget& budget) override;

  // The gates from a source to a goal; empty where `task.direct` is the cheapest. `old`'s memory is
  // used again. Requires: advance() returned found, and scratch() has not been used since.
  GateRoute route(GateRoute old) const;
  // Free for other searches once the route has been taken.
  GateScratch& scratch() { return scratch_; }

  SearchStats stats() const { return stats_; }
  std::size_t scratch_bytes() const { return scratch_.bytes() + both_.bytes(); }
  // Steps by where they lead, for searches from both ends.
  std::size_t bytes() const { return back_steps_.bytes(); }

 private:
  template <class Uses>
  void start(const Query& query, const Uses& uses);

  Hierarchy hierarchy_;
  Options options_;
  BackSteps back_steps_;  // bidirectional only

  GateScratch scratch_;
  BidirectionalScratchOf<GateId, GateArc> both_;
  SearchSlot running_;
  SearchStats stats_;
};

}  // namespace thalweg
