// What visibility and axis graphs share: nodes that stand on the mesh, arcs that are straight walks
// over several faces.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "path/clear_path.hpp"
#include "price/straight_price.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// Where the profile stands at a node: its own face, or at a corner another face of its fan; none
// where it may enter none of them. Requires: a visibility or an axis graph of this world.
SurfacePoint standing_surface_point(const ProfileRule& by, const Graph& graph, NodeId node);

// The face that a straight walk from surface point to surface point leads over at first: its own,
// or where it starts on a corner or an edge, perhaps another one there.
FaceId first_face(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to);

// How points join an axis graph: calls join(node) for the 8 of the first `count` nodes nearest to
// `from`; where it is true of none of them, for the next 16, 32, ... until it is. So every point
// that sees an axis node is joined. `point_of(node)` is a point of the plane. O(count).
template <class PointOf, class Join>
NearScratch join_near(std::size_t count, Vec2 from, PointOf point_of, Join join,
                      NearScratch old = {}) {
  NearScratch near = std::move(old);
  near.clear();
  for (std::uint32_t n = 0; n < count; ++n) {
    near.push_back({length(point_of(NodeId(n)) - from), NodeId(n)});
  }
  auto first = near.begin();
  bool is_joined = false;
  for (std::ptrdiff_t batch = 8; first != near.end() && !is_joined; batch *= 2) {
    const auto last = first + std::min(batch, near.end() - first);
    std::partial_sort(first, last, near.end());
    for (; first != last; ++first) is_joined = join(first->node) || is_joined;
  }
  return near;
}

// An axis between two nodes, and its distance from a point, in the plane.
struct NearArc {
  double distance = kNoLimit;
  NodeId from;  // none: no axis
  NodeId to;
};

// Points join the nearest axis that they see among these, nearest first.
using NearArcs = std::array<NearArc, 8>;

inline void keep_nearest(NearArcs& nearest, NearArc arc) {
  for (NearArc& other : nearest) {
    if (arc.distance < other.distance) std::swap(arc, other);
  }
}

}  // namespace thalweg
