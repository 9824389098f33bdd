// thalweg_triangulate: constrained Delaunay triangulation by CGAL. GPL: see the README.
#pragma once

#include "thalweg/import/triangulator.hpp"

namespace thalweg {

// The constrained Delaunay triangulation of `input`'s convex hull. The same input gives the same
// bytes. Empty for under three points or for points that are all on one line.
Result<PlanarTriangles> constrained_delaunay(const PlanarInput& input);

}  // namespace thalweg
