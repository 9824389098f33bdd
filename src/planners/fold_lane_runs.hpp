// LaneRuns: a route through a fold as runs of gates that lie one after another
// (hierarchy/fold_gates.hpp), from the start to a junction, from junction to junction, and from a
// junction to the goal.
#pragma once

#include <array>
#include <vector>

#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/world/spot.hpp"

namespace thalweg {

// Gates that are crossed one after another.
struct LaneRun {
  static constexpr std::uint32_t kAllGates = 0xFFFFFFFFu;

  std::uint32_t first = 0;  // gate
  std::uint32_t count = 0;
  std::int32_t step = 1;   // from gate to gate
  bool is_out = true;      // they are crossed outwards
  bool is_crossed = true;  // false: the route only touches them
  ArcId joint;             // from the last of these nodes to the next run's first; none at the end
  JunctionId junction;     // the gate is its; none: they lie between junctions
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = kAllGates;  // that paths can bend at; kAllGates: those of all gates

  // Some of its gates.
  LaneRun part(std::uint32_t begin, std::uint32_t end) const {
    LaneRun run = *this;
    if (begin == 0 && end == count) return run;
    run.first += static_cast<std::uint32_t>(step) * begin;  // wraps around where it counts down
    run.count = end - begin;
    run.corner_count = kAllGates;
    return run;
  }
};

// A start or a goal, and the junctions by which it is left or reached.
struct LaneEnd {
  static constexpr std::size_t kMostExits = 12;

  struct Exit {
    JunctionId junction;
    Distance cost = kShut;
  };
  Spot spot;
  const FoldFace* face = nullptr;
  std::uint32_t exit_count = 0;
  std::array<Exit, kMostExits> exits;
};

class LaneRuns {
 public:
  // Borrows. Requires: the fold has gates.
  explicit LaneRuns(const Fold& fold)
      : fold_(fold), gates_(fold.gates), short_code_(fold.core_arcs) {}

  // Nothing yet; the next run leaves this face.
  void begin(FaceId at);
  // The next run leaves this face instead.
  void go_on(FaceId at) { at_ = at; }
  // From the start to an exit, without the junction itself.
  void climb(const LaneEnd& start, std::uint32_t exit);
  // Over a junction and along a core arc, up to the next junction.
  void take(JunctionId from, const FoldLeap& leap);
  // By the table, up to the last junction.
  void leap(JunctionId from, JunctionId to);
  // The same by short arcs; false where they do not lead there.
  bool leap_short(JunctionId from, JunctionId to);
  // Over the junction of an exit, and to the goal.
  void descend(const LaneEnd& goal, std::uint32_t exit);
  // Any route of the graph, node by node.
  void add_nodes(const Ground& ground, std::span<const NodeId> nodes, std::span<const ArcId> arcs,
                 FaceId goal);

  // The first leap of a short path; null: there is none.
  const FoldLeap* next_short(JunctionId from, JunctionId to) const {
    const std::uint16_t code = fold_.short_arcs[to.value * fold_.junctions.size() + from.value];
    if (short_code_.is_none(code)) return nullptr;
    return &gates_.leaps[fold_.core_arcs.first(from) + short_code_.number(code)];
  }
  // The cost of the cheapest route from one junction to another, less what a short path saves.
  // Requires: there is a route.
  double short_cost(JunctionId from, JunctionId to) const {
    const std::size_t at = to.value * fold_.junctions.size() + from.value;
    return fold_.distances[at] * short_code_.ratio(fold_.short_arcs[at]);
  }
  // The face that a run leaves.
  FaceId face_before(const LaneRun& run) const {
    const FoldPortal& gate = gates_.portals[run.first];
    return run.is_out ? gate.from : gate.to;
  }

  FaceId at() const { return at_; }
  const std::vector<LaneRun>& runs() const { return runs_; }
  std::vector<LaneRun>& runs() { return runs_; }
  std::size_t gate_count() const;

 private:
  struct Segment {
    std::uint32_t leaf;
    std::uint32_t head;
  };

  void add(const LaneRun& run);
  void cross_junction(JunctionId junction, FaceId next, ArcId joint, bool is_out);
  void cross_junction(JunctionId junction, FaceId next, ArcId joint);
  void list_segments(std::uint32_t leaf);
  void enter_chain(const FoldFace& face, std::uint32_t exit, JunctionId junction, FaceId core_face,
                   ArcId joint);
  const FoldJoin& join(const FoldFace& face, std::uint32_t exit) const {
    return fold_.joins[fold_.roots[face.root].first_join + exit];
  }
  const FoldChain& chain_at(std::uint32_t slot) const {
    return fold_.chains[fold_.slots[slot].chain];
  }

  const Fold& fold_;
  const FoldGates& gates_;
  ShortCode short_code_;
  FaceId at_;  // where the runs so far lead to
  std::vector<LaneRun> runs_;
  std::vector<Segment> segments_;  // of a dead end, towards the core
};

}  // namespace thalweg
