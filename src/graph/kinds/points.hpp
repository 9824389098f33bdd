// Points of a path as the kinds of graphs lay them: in local coordinates, each once.
#pragma once

#include <vector>

#include "thalweg/path/path.hpp"

namespace thalweg {

inline PathPoint path_point(Vec3 p, FaceId face, AreaId area) {
  return {p.x, p.y, p.z, face, {}, area};
}

// Adds a point, or replaces the last one where they coincide.
inline void add_point(std::vector<PathPoint>& points, const PathPoint& point) {
  if (!points.empty() && points.back().vec() == point.vec() && points.back().link.is_none()) {
    points.back() = point;
  } else {
    points.push_back(point);
  }
}

}  // namespace thalweg
