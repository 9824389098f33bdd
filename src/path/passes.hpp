// What may be done to the points of one stretch after it is laid.
#pragma once

#include <vector>

#include "thalweg/path/shape.hpp"

namespace thalweg {

template <class AnyMesh>
PathPoint point_on(const AnyMesh& mesh, const SurfacePoint& surface_point);

// The curve through the points, as straight pieces. From bend to bend it is straight where the
// curve would leave the ground or turn back. `old` is memory to reuse, here and below.
template <class AnyMesh>
std::vector<PathPoint> curved(const AnyMesh& mesh, const std::vector<PathPoint>& points,
                              const ShapeOptions& options, const CrossRule& rule,
                              std::vector<PathPoint> old);

// Without the points that lie within options.prune of the line that replaces them, as long
// as that line is clear.
template <class AnyMesh>
std::vector<PathPoint> pruned(const AnyMesh& mesh, std::vector<PathPoint> points,
                              const ShapeOptions& options, const CrossRule& rule);

// With a point for each edge that the walks between the points cross. `crossed` is memory to reuse.
template <class AnyMesh>
std::vector<PathPoint> with_crossings(const AnyMesh& mesh, const std::vector<PathPoint>& points,
                                      const CrossRule& rule, std::vector<EdgeId>& crossed,
                                      std::vector<PathPoint> old);

}  // namespace thalweg
