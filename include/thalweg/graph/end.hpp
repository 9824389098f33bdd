// End: where a start or a goal of a query lies. JoinedEnds: how all of them join a graph.
#pragma once

#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/price/ground_filter.hpp"
#include "thalweg/search/seed.hpp"
#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {

// Where one end lies.
struct End {
  FaceId face;              // on a mesh
  SquareId square;          // on a grid
  Vec3 point;               // on the ground, local coordinates
  std::uint32_t index = 0;  // Query::nth_start, nth_goal

  bool is_found() const { return !face.is_none() || !square.is_none(); }
  // On a grid its square counts as a face (world/grid_mesh.hpp).
  SurfacePoint surface_point() const {
    return {square.is_none() ? face : FaceId(square.value), point};
  }
};

// A node and its distance from a point, in the plane.
struct NearNode {
  double distance = 0;
  NodeId node;

  auto operator<=>(const NearNode&) const = default;
};
using NearScratch = std::vector<NearNode>;

// A point that an end's walk to or from a node passes.
struct EndVia {
  NodeId node;
  Vec3 end;  // the end's point
  SurfacePoint surface_point;
};

// The ends of a query, joined to a graph, and the two that its route leads between.
struct JoinedEnds {
  End start;  // of the route, or the first one
  End goal;
  const GroundFilter* filter = nullptr;  // that they were joined under; null: none
  std::vector<Seed> sources;             // Seed::end: the number of the start
  std::vector<Seed> goals;               // Seed::end: the number of the goal; in order of node
  Distance direct = kUnreached;          // past the graph, as straight across one face or square
  std::uint32_t direct_start =
      0;                          // the number of the start that the cheapest of these walks leaves
  std::uint32_t direct_goal = 0;  // and of the goal that it leads to
  std::vector<EndVia> vias;       // of walks to and from nodes that do not see their end
  Sight sight;                    // scratch
  NearScratch near;               // scratch
};

}  // namespace thalweg
