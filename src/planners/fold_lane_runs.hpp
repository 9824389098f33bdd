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
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = kAllGates;  // that paths can bend at; kAllGates: those of all gates

  // The same gates, crossed the other way.
  LaneRun reversed() const {
    LaneRun run = *this;
    run.first +=
        static_cast<std::uint32_t>(step) * (count - 1);  // wraps around where it counts down
    run.step = -step;
    run.is_out = !is_out;
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
  explicit LaneRuns(const Fold& fold) : fold_(fold), gates_(fold.gates) {}

  // Nothing yet; the next run leaves this face.
  void begin(FaceId at);
  // From the start to the core, out of its dead end.
  void climb(const LaneEnd& start);
  // From the start to an exit, without the junction itself.
  void climb(const LaneEnd& start, std::uint32_t exit);
  // Over a junction and along a core arc, up to the next junction.
  void take(JunctionId from, const FoldLeap& leap);
  // The same by the arc that crosses the first junction and leads to the second; false: there is none.
  bool take_to(JunctionId from, JunctionId to);
  // By the table, up to the last junction.
  void leap(JunctionId from, JunctionId to);
  // Over the junction of an exit, and to the goal.
  void descend(const LaneEnd& goal, std::uint32_t exit);
  // Along the chain that both ends lie at. Requires: there is one, and they lie at different faces of it.
  void along_chain(const LaneEnd& start, const LaneEnd& goal);
  // Any route of the graph, node by node.
  void add_nodes(const Ground& ground, std::span<const NodeId> nodes, std::span<const ArcId> arcs,
                 FaceId goal);

  const std::vector<LaneRun>& runs() const { return runs_; }
  std::size_t gate_count() const;

 private:
  struct Segment {
    std::uint32_t leaf;
    std::uint32_t head;
  };

  void add(const LaneRun& run);
  void cross_junction(JunctionId junction, FaceId next, ArcId joint, bool is_out);
  void cross_junction(JunctionId junction, FaceId next, ArcId joint);
  void descend(const LaneEnd& goal);
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
  FaceId at_;  // where the runs so far lead to
  std::vector<LaneRun> runs_;
  std::vector<Segment> segments_;  // of a dead end, towards the core
};

}  // namespace thalweg
