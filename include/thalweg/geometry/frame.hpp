// Frame: from a caller's coordinates to a world's local ones and back
// (docs/reference/coordinates.md).
#pragma once

#include <limits>

#include "thalweg/geometry/axes.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// A height left out: the only floor there, or the topmost.
inline constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();

// A point as callers give it, in metres. The height may be omitted.
struct Point {
  double x = 0;
  double y = 0;
  double z = kNoHeight;
};

inline Point as_point(Vec3 p) { return {p.x, p.y, p.z}; }

// Local coordinates are the caller's in our axes, less the world's origin.
struct Frame {
  Vec3 origin = {};        // of the world: world coordinates = origin + local coordinates
  Axes axes = Axes::z_up;  // of the caller

  Vec3 to_local(Point p) const { return to_world(axes, {p.x, p.y, p.z}) - origin; }
  Vec3 from_local(Vec3 local) const { return from_world(axes, origin + local); }
};

}  // namespace thalweg
