// End, Ends: where the start and the goal of a query lie, and how they join a graph.
#pragma once

#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/graph/ground_filter.hpp"
#include "thalweg/search/seed.hpp"
#include "thalweg/world/spot.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {

// Where one end lies.
struct End {
  FaceId face;      // on a mesh
  SquareId square;  // on a grid
  Vec3 point;       // on the ground, local coordinates

  bool is_found() const { return !face.is_none() || !square.is_none(); }
  Spot spot() const { return {face, point}; }
};

// A node and its distance from a point, in the plane.
struct NearNode {
  double distance = 0;
  NodeId node;

  auto operator<=>(const NearNode&) const = default;
};
using NearScratch = std::vector<NearNode>;

struct Ends {
  End start;
  End goal;
  const GroundFilter* filter = nullptr;  // that they were joined under; null: none
  std::vector<Seed> sources;
  std::vector<Seed> goals;       // in order of node
  Distance direct = kUnreached;  // past the graph, as straight across one face or square
  Sight sight;                   // scratch
  NearScratch near;              // scratch
};

}  // namespace thalweg
