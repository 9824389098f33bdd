// AbstractSearch: one query over a Hierarchy. Connect the ends, search the gates, refine.
//
//   connect   the start to the gates of its cell, and those of the goal's to the goal, by searches
//             inside the two cells
//   search    from gate to gate. Cells that hold neither end are crossed on the highest level,
//             those that do on the levels below: one search over all levels
//   refine    crossings into those of the level below, at last into nodes; kept ways or searches
//
// One per thread.
#pragma once

#include <optional>
#include <vector>

#include "thalweg/graph/view.hpp"
#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/search/bidirectional.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {

// A heuristic of the graph's nodes at the gates.
template <class Heuristic>
struct AtGates {
  const Heuristic& at_nodes;
  std::span<const NodeId> nodes;  // [gate]

  Distance operator()(NodeId gate) const { return at_nodes(nodes[gate.value]); }
};

class AbstractSearch {
 public:
  struct Options {
    Level level = 0;                // gates of higher levels are not used. DEFAULT: 0, all are
    bool is_bidirectional = false;  // from both ends, without a heuristic
  };

  // A part of the way that is not known yet.
  struct Leg {
    ArcId arc;  // of a gate view: GateArc tells a step from a crossing
    GateId from;
    GateId to;
  };
  // What has been done so far.
  struct Work {
    std::size_t start_gates = 0;   // that the start was connected to
    std::size_t goal_gates = 0;    // likewise
    std::uint64_t connecting = 0;  // nodes settled inside the cells of the ends
    std::uint64_t searching = 0;   // gates settled
    std::uint64_t refining = 0;    // nodes and gates settled
  };

  // Requires: a hierarchy of this ground.
  AbstractSearch(const Ground& ground, const Hierarchy& hierarchy, const Options& options);

  // Begins a query: from any source to any goal, or past the graph for `task.direct`. `estimator`
  // is aimed at the goals; both it and `scratch`, which is used until all is refined, stay the
  // caller's. Requires: at least one source and one goal.
  void begin(const SearchTask& task, const Estimator& estimator, SearchScratch& scratch);

  // Connects and searches until the way over the gates is known (`found`), or as a search ends.
  SearchEnd advance(const Slice& slice, std::uint64_t node_budget = kNoBudget);

  // Requires: advance() said found.
  // True when the way past the graph is the cheapest: there is no route.
  bool is_direct() const { return is_direct_; }
  // The legs that are not refined yet: the next one is the last.
  std::span<const Leg> legs() const { return legs_; }
  std::size_t legs_ahead() const { return legs_.size(); }
  // True when all nodes are known.
  bool is_done() const { return legs_.empty() && tail_.empty(); }
  // The nodes known so far, from the start, and the arcs between them.
  const Route& route() const { return route_; }
  // Refines the next leg by one level, or goes on with that: `found` where all is known, `paused`
  // where it is not, `over_budget` and `exhausted` as searches (the last only where the hierarchy
  // is not true to its ground).
  SearchEnd refine(const Slice& slice, std::uint64_t node_budget = kNoBudget);
  // Refines until so many more nodes are known than `from`, or all of them: what a walker needs who
  // has come to route().nodes[from].
  SearchEnd reveal(std::size_t from, std::size_t count);

  // Of all searches, the one at hand included.
  SearchStats stats() const;
  Work work() const;
  std::size_t scratch_bytes() const;
  // What was built besides the hierarchy: rows for backward searches where costs are not the same
  // both ways.
  std::size_t bytes() const { return rows_.bytes() + back_steps_.bytes(); }
  const Hierarchy& hierarchy() const { return hierarchy_; }

 private:
  enum class Stage : std::uint8_t { start, goal, gates, done };

  // Which cells the search crosses: the largest that hold no end.
  struct UsesFar {
    const Partition& partition;
    const std::uint32_t* marks;
    std::uint32_t stamp;
    Level most;

    bool holds_end(CellId cell) const { return marks[cell.value] == stamp; }
    bool crosses(CellId cell) const {
      const Level height = partition.height(cell);
      if (height > most || (height > 1 && holds_end(cell))) return false;
      const CellId parent = partition.parent(cell);
      return height == most || parent.is_none() || holds_end(parent);
    }
    bool enters(GateId) const { return true; }
  };
  // One end with the cells that its nodes lie in.
  struct Joint {
    std::vector<CellId> cells;
    std::vector<std::uint32_t> marks;  // [cell]  stamp: it is one of them
    std::vector<NodeId> wanted;        // in order: their gates; at the start also goals inside
    std::vector<Seed> gates;           // reached: numbers of gates
    std::optional<CountDown> left;
  };

  void gather(std::span<const Seed> seeds, Joint& joint);
  bool is_inside(NodeId node, const Joint& joint) const;
  void start_joint(Joint& joint);
  template <class Use>
  SearchEnd with_joint(const Use& use);
  SearchEnd continue_joint(const Slice& slice, std::uint64_t budget);
  void end_start();
  void end_goal();
  void take_gates(Joint& joint, const SearchScratch& scratch);
  UsesFar uses() const;
  template <class Use>
  auto with_gates(const Use& use);
  void start_gates();
  SearchEnd continue_gates(const Slice& slice, std::uint64_t budget);
  void end_gates();
  void lay_legs(const Route& over);
  void take_local();
  void append(NodeId node, ArcId arc);
  bool append_way(std::span<const NodeId> way, NodeId to);
  bool use_kept(const Leg& leg);
  std::optional<Leg> leg_between(GateId from, GateId to, CellId above) const;
  template <class Use>
  SearchEnd with_leg(const Use& use);
  const SearchScratch& leg_scratch() const;
  void start_leg();
  SearchEnd continue_leg(const Slice& slice, std::uint64_t budget);
  void end_leg();
  void push_legs(const Route& over);

  Ground ground_;
  const Graph& graph_;    // of the ground
  const Metric& metric_;  // likewise
  Hierarchy hierarchy_;
  Options options_;
  ReverseRows rows_;                        // where costs are not symmetric
  BackSteps back_steps_;                    // bidirectional only
  std::optional<Estimator> leg_estimator_;  // made when a way is first found again

  Stage stage_ = Stage::done;
  SearchTask task_;
  const Estimator* estimator_ = nullptr;
  SearchScratch* near_ = nullptr;  // start, then legs
  SearchScratch goal_;
  Joint start_joint_;
  Joint goal_joint_;
  std::vector<std::uint32_t> marks_;  // [cell]  stamp: it holds an end
  std::uint32_t stamp_ = 0;
  SearchTask gate_task_;
  SearchScratch gates_;
  BidirectionalScratch both_;
  Distance local_ = kUnreached;  // inside the start's cells
  NodeId local_goal_;

  bool is_direct_ = false;
  Route route_;
  Route over_;                // from gate to gate
  std::vector<NodeId> tail_;  // from the last gate to the goal
  std::vector<Leg> legs_;     // the last comes first
  bool is_in_leg_ = false;
  Seed leg_source_;
  Seed leg_goal_;
  std::vector<Estimator::Target> leg_target_;
  SearchStats done_;             // of searches that are over
  std::uint64_t connected_ = 0;  // settled when both ends were connected
  std::uint64_t searched_ = 0;   // settled when the way over the gates was known
};

}  // namespace thalweg
