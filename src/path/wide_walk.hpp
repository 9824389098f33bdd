// WideWalk: whether a disc can follow a straight walk over the mesh.
#pragma once

#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// Which ends of a straight walk are ends of a query, where the agent may be too near to a wall
// already: there it may leave walls behind that it is too near to.
struct WalkEnds {
  bool is_from = false;
  bool is_to = false;
};

// Borrows the mesh.
class WideWalk {
 public:
  // Edges that the rule refuses are walls.
  WideWalk(const Mesh& mesh, double radius, const CrossRule& rule)
      : mesh_(mesh), radius_(radius), rule_(rule) {}

  // True when a disc that follows the straight line keeps its radius from all walls. Requires: the
  // line leads over ground. O(faces that the disc touches).
  bool is_clear(const SurfacePoint& from, Vec2 to, WalkEnds ends = {}) const;

 private:
  const Mesh& mesh_;
  double radius_;
  CrossRule rule_;
};

}  // namespace thalweg
