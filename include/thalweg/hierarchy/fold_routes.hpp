// FoldRoutes: the cheapest route between two ends by a fold: the ends are led into the core once
// each, then any start meets any goal by a few additions.
//
//   start ── dead end ── core ── dead end ── goal
//
// Where both lie in the same dead end, clique or chain they may meet before the core.
#pragma once

#include <span>
#include <vector>

#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/search/route.hpp"
#include "thalweg/search/seed.hpp"

namespace thalweg {

// A junction by which an end is left or reached.
struct FoldExit {
  JunctionId junction;
  Distance cost = kShut;  // between the end and the junction
};

// A start or a goal in a fold. The seeds stay the caller's.
struct FoldEnd {
  bool is_start = true;
  std::uint32_t clique = kNoFold;  // it lies in; kNoFold: it is a node
  std::span<const Seed> seeds;     // steps from the start, or to the goal
  NodeId node;             // the exit node of its dead end, or the node that it is; none: it lies
                           // in a clique of the core
  Distance entry = kShut;  // between the end and that node
  std::uint32_t leaf = kNoFold;  // the node's position in a dead end
  FoldPosition root;             // in the core
  // At a chain: the slots on both sides, and the costs between the end and them.
  std::uint32_t low_slot = 0;
  std::uint32_t high_slot = 0;
  Distance low = kShut;
  Distance high = kShut;
  std::vector<FoldExit> exits;  // at a chain: its first junction, then its last
};

struct FoldMeeting {
  enum class Kind : std::uint8_t { none, clique, tree, root, chain, core };

  Kind kind = Kind::none;
  Distance cost = kShut;
  std::uint32_t from = 0;  // core: the number of the start's exit
  std::uint32_t to = 0;    // core: the number of the goal's exit
  NodeId node;             // clique: the goal's seed

  bool is_found() const { return cost < kShut; }
};

// Leads ends into the core and lets them meet. Borrows both; threads may share it.
class FoldRoutes {
 public:
  // Requires: the fold is of this ground, and its core is not `whole`.
  FoldRoutes(const Fold& fold, const Ground& ground) : fold_(fold), ground_(ground) {}

  // An end that lies on a face. `seeds` of portal graphs: steps to (from) nodes of the face, others
  // do not count. `old`'s memory is used again.
  FoldEnd enter(FaceId face, std::span<const Seed> seeds, bool is_start, FoldEnd old = {}) const;

  // The cheapest route that passes no junction between the positions of both in the core.
  FoldMeeting meet_locally(const FoldEnd& start, const FoldEnd& goal) const;
  // The cheapest route. Requires: a table or labels.
  FoldMeeting meet(const FoldEnd& start, const FoldEnd& goal) const;

  // Between two junctions; kForbidden: there is no route. Requires: a table or labels.
  Cost core_cost(JunctionId from, JunctionId to) const;

  const Fold& fold() const { return fold_; }
  const Ground& ground() const { return ground_; }

  // The cheapest step, or two, between an end and a node of its clique, and the seed that it uses.
  struct Through {
    Distance cost = kShut;
    NodeId seed;
  };
  Through through(const FoldEnd& end, NodeId node) const;

  // Where two ends of one dead end meet.
  struct TreeMeeting {
    Distance cost = kShut;
    std::uint32_t at = kNoFold;      // the lowest position above both, or at one of them
    std::uint32_t from = kNoFold;    // below it on the start's side; kNoFold: the start itself
    std::uint32_t to = kNoFold;      // below it on the goal's side; kNoFold: the goal itself
    std::uint32_t clique = kNoFold;  // that both sides share; kNoFold: they meet at the node
  };
  // Requires: both lie in the same dead end.
  TreeMeeting meet_in_tree(const FoldEnd& start, const FoldEnd& goal) const;

 private:
  Distance between(const FoldEnd& end, std::uint32_t position) const;
  FoldEnd enter_from_face(FoldEnd end) const;
  void enter_from_node(FoldEnd& end) const;
  template <class CostTo>
  void enter_core(FoldEnd& end, const FoldPosition& position, const CostTo& cost) const;
  void add_exits(FoldEnd& end) const;
  TreeMeeting lowest_common(std::uint32_t from, std::uint32_t to) const;
  FoldMeeting meet_in_clique(const FoldEnd& start, const FoldEnd& goal) const;
  Distance cost_at_root(const FoldEnd& start, const FoldEnd& goal) const;
  Distance cost_along_chain(const FoldEnd& start, const FoldEnd& goal) const;

  const Fold& fold_;
  const Ground& ground_;
};

// Writes the routes of meetings. Borrows; one per thread.
class FoldUnfolder {
 public:
  explicit FoldUnfolder(const FoldRoutes& routes)
      : routes_(routes), fold_(routes.fold()), ground_(routes.ground()) {}

  // From a seed of the start to one of the goal. `old`'s memory is used again. Requires: the meeting
  // is found. `core_arcs`: for a meeting by the core, from exit to exit; may be left out with a table or
  // labels.
  Route unfold(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& meeting,
               std::span<const CoreArcId> core_arcs, Route old);

 private:
  struct Segment {
    std::uint32_t first;
    std::uint32_t last;
  };

  void step(FoldArc arc, NodeId to);
  template <class ArcOf, class NodeOf>
  void add_steps(std::uint32_t count, const ArcOf& arc_of, const NodeOf& node_of);
  void step_in(std::uint32_t clique, NodeId from, NodeId to);
  void enter(const FoldEnd& start, NodeId node);
  void leave(const FoldEnd& goal, NodeId node);
  void climb(std::uint32_t from, std::uint32_t to);
  void descend(std::uint32_t from, std::uint32_t to);
  void along(std::uint32_t from, std::uint32_t to);
  void cross(const FoldCoreArc& arc);
  void rise(const FoldEnd& start, NodeId node, std::uint32_t join);
  void sink(const FoldEnd& goal, NodeId node, std::uint32_t join);
  void unfold_tree(const FoldEnd& start, const FoldEnd& goal);
  void unfold_root(const FoldEnd& start, const FoldEnd& goal);
  void unfold_chain(const FoldEnd& start, const FoldEnd& goal);
  void rise_to_exit(const FoldEnd& start, std::uint32_t exit);
  void sink_from_exit(const FoldEnd& goal, std::uint32_t exit);
  void cross_core(JunctionId from, JunctionId to);
  void cross_by_hub(JunctionId from, JunctionId to);

  const FoldRoutes& routes_;
  const Fold& fold_;
  const Ground& ground_;
  Route route_;
  std::vector<Segment> segments_;  // of a path down
  std::vector<CoreArcId> behind_;  // arcs from a hub on, the last first
};

}  // namespace thalweg
