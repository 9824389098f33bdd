// The reachable point nearest a goal: where partial answers lead, for every planner.
#pragma once

#include <vector>

#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class NearestReached {
 public:
  // The point nearest `goal` in the plane (local coordinates) on ground that the nodes reached in
  // `bank`, or the start's own ground, give access to. O(nodes).
  End find(const Ground& ground, const NodeBank& bank, const End& start, Vec3 goal,
           const GroundFilter* filter) {
    const Graph& graph = ground.graph();
    reached_.clear();
    for (const NodeId node : graph.nodes()) {
      if (bank.is_reached(node)) reached_.push_back(node);
    }
    return graph.form().nearest(ground, {reached_, start, goal, filter}, marks_);
  }

  // The node reached that lies nearest `goal` in the plane, on ground that may be entered, or the
  // start. O(nodes).
  static End find_node(const Ground& ground, const NodeBank& bank, const End& start, Vec3 goal,
                       const GroundFilter& filter) {
    const Graph& graph = ground.graph();
    const auto metres = [&](Vec3 p) { return length(p.xy() - goal.xy()); };
    const auto is_open = [&](auto position) {
      return position.is_none() || (ground.pricer().may_enter(position) && filter.allows(position));
    };
    End best = start;
    for (const NodeId node : graph.nodes()) {
      if (!bank.is_reached(node) || !(metres(graph.position(node)) < metres(best.point))) continue;
      const End end = graph.form().end_at(ground.world(), graph, node);
      if (is_open(end.face) && is_open(end.square)) best = end;
    }
    return best;
  }

 private:
  std::vector<NodeId> reached_;  // scratch
  FaceMarks marks_;              // scratch
};

}  // namespace thalweg
