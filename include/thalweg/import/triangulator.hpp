// Triangulator: constrained Delaunay triangulation as a function that the caller provides.
//
// The library never links CGAL; thalweg_triangulate (GPL) provides constrained_delaunay, and
// programs that link it pass it on. Without one, imports that need it are refused with a sentence.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

struct PlanarInput {
  std::vector<Vec2> points;                            // without repeats
  std::vector<std::array<std::uint32_t, 2>> segments;  // pairs of points that edges must join
};

struct PlanarTriangles {
  std::vector<Vec2> points;  // the input's, then any where segments cross
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise; cover the convex hull
};

using Triangulator = std::function<Result<PlanarTriangles>(const PlanarInput&)>;

// The error when an import needs a Triangulator and has none.
inline Error no_triangulator() {
  return Error{"this build has no constrained Delaunay triangulation (THALWEG_CGAL=OFF)"};
}

}  // namespace thalweg
