// Clearance: how wide an agent may be that goes from portal to portal. docs/decisions/clearance.md
//
// The clearance of a point is its distance to the nearest wall: a disc of that radius fits there.
// Each portal is known by its widest point, and
//
//     width(p, q) = twice the best clearance that can be kept on a path from the widest point of p
//                   to the widest point of q, across the face between them.
//
// A disc can pass any chain of passages that are each at least as wide as it is: widths never
// promise a gap that is too narrow, whatever the mesh. One mesh serves all sizes.
//
// Based on: D. Demyen, M. Buro, Efficient triangulation-based pathfinding, 2006
// (docs/reference/papers.md [DB06]). Departures: faces are convex polygons, their corners need not
// touch walls, and all walls near a face count, not only those seen over its third edge.
#pragma once

#include <cstddef>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/world/fits.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// What counts as open ground. An edge is a wall unless the rule allows it in both directions and
// its own area, on both sides, is one that somebody enters.
struct WidthOptions {
  double limit = 0;     // metres: widths above it are not told apart, so that work stays local
  CrossRule rule = {};  // DEFAULT: walls for everybody
};

// The width of the passage from `entered` to `left`, two half-edges of one face; at most the limit,
// 0 where either is a wall. Exact up to rounding. Requires: not the same half-edge; limit not NaN.
// O(faces within half the limit of the passage, and the square of the walls near it).
double width(const Mesh& mesh, EdgeId entered, EdgeId left, const WidthOptions& options);

// The widths of a portal graph, for agents of any size up to the limit.
struct Clearances {
  double limit = 0;                // metres
  std::uint64_t graph = 0;         // fingerprint of the graph
  IdArray<ArcId, float> of_arc;    // [arc]   from portal to portal the passage's width; from or to
                                   //         the end of a link the portal's; else the limit
  IdArray<NodeId, float> of_node;  // [node]  the portal's width at its widest; of a link's end the
                                   //         limit

  std::size_t bytes() const { return of_arc.bytes() + of_node.bytes(); }
  // True when an agent of this radius may take the arc, be at the node. Requires: 2 radius <=
  // limit.
  bool fits(double radius, ArcId arc) const { return thalweg::fits(radius, double{of_arc[arc]}); }
  bool fits(double radius, NodeId node) const {
    return thalweg::fits(radius, double{of_node[node]});
  }
};

// The widths of all arcs, up to `options.limit`; no limit (kNoLimit) is allowed. The same bytes on
// any number of threads. Refused with a sentence: a graph that is none of portals or of another
// world, a limit that is negative or not a number. O(arcs), and work near walls alone.
Result<Clearances> clearances(const World& world, const Graph& graph, const WidthOptions& options);

}  // namespace thalweg
