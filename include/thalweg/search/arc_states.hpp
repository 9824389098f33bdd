// ArcStates: a graph whose nodes are the arcs of another, so that a step may depend on the last one
// (Stout: a state is more than a node; docs/reference/papers.md [Gems]). Knows no angles.
//
//   number                              state
//   arc x speeds + speed - 1            came by this arc, at this speed class (1 is the slowest)
//   arcs x speeds + node                stands at this node: no last arc yet, only at the start
//
// The first arc is taken at class 1; from arc to arc the class changes by one at most.
// A rule says what a step costs. It is anything with
//   Turn                                a type; Turn{} for a step with none before it
//   turn(last_arc, arc)                 the Turn between two arcs
//   price(turn, cost, before, speed)    a Distance: of an arc of that cost, from class to class;
//                                       kUnreached where it is not allowed
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

using StateId = Id<struct StateTag, 't'>;

// The numbering of the states.
class ArcStateSpace {
 public:
  struct Size {
    std::uint32_t nodes = 0;
    std::uint32_t arcs = 0;
    std::uint32_t speeds = 1;  // classes, at least 1
  };

  // Refused with a sentence: more states than ids.
  static Result<ArcStateSpace> of(const Size& size) {
    const std::uint64_t speeds = std::max(size.speeds, 1u);
    // One id is the search's last node, one is none.
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() - std::uint64_t{1};
    if (size.arcs * speeds > kMost || size.arcs * speeds + size.nodes > kMost) {
      return Error{
          "the graph has too many arcs for so many speeds: arcs times speeds, plus nodes, "
          "must stay below 2^32"};
    }
    return ArcStateSpace(static_cast<std::uint32_t>(size.arcs * speeds), size.nodes,
                         static_cast<std::uint32_t>(speeds));
  }

  std::uint32_t state_count() const { return first_standing_ + nodes_; }
  std::uint32_t speed_count() const { return speeds_; }

  // Requires: 1 <= speed <= speed_count().
  StateId moving(ArcId arc, std::uint32_t speed) const {
    return StateId(arc.value * speeds_ + speed - 1);
  }
  StateId standing(NodeId node) const { return StateId(first_standing_ + node.value); }

  bool is_standing(StateId state) const { return state.value >= first_standing_; }
  // Requires: is_standing(state).
  NodeId node(StateId state) const { return NodeId(state.value - first_standing_); }
  // Requires: !is_standing(state).
  ArcId arc(StateId state) const { return ArcId(state.value / speeds_); }
  std::uint32_t speed(StateId state) const { return state.value % speeds_ + 1; }

  // The node that a state is at. `targets`: [arc] the node it leads to.
  NodeId node_at(StateId state, std::span<const NodeId> targets) const {
    return is_standing(state) ? node(state) : targets[arc(state).value];
  }

 private:
  ArcStateSpace(std::uint32_t moving, std::uint32_t nodes, std::uint32_t speeds)
      : first_standing_(moving), nodes_(nodes), speeds_(speeds) {}

  std::uint32_t first_standing_;
  std::uint32_t nodes_;
  std::uint32_t speeds_;
};

// A view of the states over a view of the graph. Borrows the targets and the rule. The arcs that it
// shows are those of the graph.
template <class View, class Rule>
class ArcStates {
 public:
  using Node = StateId;
  using Arc = ArcId;

  // `targets`: [arc] the node it leads to.
  ArcStates(const ArcStateSpace& space, View view, std::span<const NodeId> targets,
            const Rule& rule)
      : space_(space), view_(view), targets_(targets), rule_(rule) {}

  std::uint32_t node_count() const { return space_.state_count(); }

  template <class Visit>
  void for_each_arc(StateId state, const Visit& visit) const {
    if (space_.is_standing(state)) {
      view_.for_each_arc(space_.node(state), [&](ArcId arc, NodeId, auto cost) {
        take({arc, 1}, rule_.price(typename Rule::Turn{}, cost, 1, 1), visit);
      });
      return;
    }
    const ArcId last = space_.arc(state);
    const std::uint32_t before = space_.speed(state);
    const std::uint32_t slowest = std::max(before - 1, 1u);
    const std::uint32_t fastest = std::min(before + 1, space_.speed_count());
    view_.for_each_arc(targets_[last.value], [&](ArcId arc, NodeId, auto cost) {
      const typename Rule::Turn turn = rule_.turn(last, arc);
      for (std::uint32_t speed = slowest; speed <= fastest; ++speed) {
        take({arc, speed}, rule_.price(turn, cost, before, speed), visit);
      }
    });
  }

 private:
  struct Step {
    ArcId arc;
    std::uint32_t speed;
  };
  template <class Visit>
  void take(Step step, Distance price, const Visit& visit) const {
    if (price != kUnreached) visit(step.arc, space_.moving(step.arc, step.speed), price);
  }

  ArcStateSpace space_;
  View view_;
  std::span<const NodeId> targets_;
  const Rule& rule_;
};

// The heuristic of the node that a state is at. Admissible (consistent) over states where the other
// is over nodes and no step costs less than its arc. Borrows the targets.
template <class Heuristic>
class StateEstimate {
 public:
  // `targets`: [arc] the node it leads to.
  StateEstimate(const ArcStateSpace& space, std::span<const NodeId> targets, Heuristic heuristic)
      : space_(space), targets_(targets), heuristic_(heuristic) {}

  Distance operator()(StateId state) const { return heuristic_(space_.node_at(state, targets_)); }
  bool keeps_settled() const { return thalweg::keeps_settled(heuristic_); }

 private:
  ArcStateSpace space_;
  std::span<const NodeId> targets_;  // [arc]
  Heuristic heuristic_;
};

// A route of states as one of the graph: the same arcs, from node to node.
// `old`'s memory is used again.
inline Route node_route(const ArcStateSpace& space, std::span<const NodeId> targets,
                        const RouteOf<StateId, ArcId>& route, Route old = {}) {
  old.nodes.clear();
  for (const StateId state : route.nodes) old.nodes.push_back(space.node_at(state, targets));
  old.arcs.assign(route.arcs.begin(), route.arcs.end());
  return old;
}

}  // namespace thalweg
