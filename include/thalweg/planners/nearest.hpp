// The reachable point nearest a goal: where partial answers lead, for every planner.
#pragma once

#include <vector>

#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class NearestReached {
 public:
  explicit NearestReached(const Ground& ground) : ground_(ground) {}

  // The point nearest `goal` in the plane (local coordinates) on ground that the nodes reached in
  // `bank`, or the start's own ground, give access to. O(nodes).
  End find(const NodeBank& bank, const End& start, Vec3 goal, const AreaFilter* filter) {
    reached_.clear();
    for (const NodeId node : ground_.graph().nodes()) {
      if (bank.is_reached(node)) reached_.push_back(node);
    }
    return ground_.graph().form().nearest(ground_, {reached_, start, goal, filter}, marks_);
  }

 private:
  Ground ground_;
  std::vector<NodeId> reached_;  // scratch
  FaceMarks marks_;              // scratch
};

}  // namespace thalweg
