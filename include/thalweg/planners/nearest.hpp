// The reachable point nearest a goal: where partial answers lead, for every planner.
#pragma once

#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/search/node_bank.hpp"

namespace thalweg {

// Borrows the finder.
class NearestReached {
 public:
  NearestReached(const Ground& ground, const EndFinder& finder)
      : ground_(ground), finder_(finder) {}

  // The point nearest `goal` in the plane (local coordinates) on ground that the nodes reached in
  // `bank`, or the start's own ground, give access to. O(nodes).
  End find(const NodeBank& bank, const End& start, Vec3 goal, const AreaFilter* filter);

 private:
  End on_squares(const NodeBank& bank, const End& start, Vec2 goal, const AreaFilter* filter);
  End on_faces(const NodeBank& bank, const End& start, Vec3 goal, const AreaFilter* filter);
  void mark_portal_faces(const NodeBank& bank);
  void mark_connected_faces(const NodeBank& bank, const End& start);
  void mark(FaceId face);

  Ground ground_;
  const EndFinder& finder_;
  const AreaFilter* filter_ = nullptr;
  std::vector<std::uint8_t> is_marked_;  // [face] or [square]
  std::vector<FaceId> queue_;
};

}  // namespace thalweg
