// Path: the points an agent walks, in order.
#pragma once

#include <span>

#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/world/areas.hpp"

namespace thalweg {

// A point on the ground, in metres. In answers: in the caller's coordinates, and on grids without a face.
// While it is shaped: local, with squares as faces.
struct PathPoint {
  double x = 0;
  double y = 0;
  double z = 0;
  FaceId face;            // walked on from here; at the end the face it lies on; none on grids
  LinkId link;            // taken from here to the next point; none: walked
  AreaId area = kGround;  // of the ground walked on from here
  // As steep from here as the profile's speed model walks straight: switchbacks, or what stands for
  // them.
  bool is_steep = false;

  bool operator==(const PathPoint&) const = default;
  Vec3 vec() const { return {x, y, z}; }
};

// A position on a path.
struct PathPosition {
  Vec3 position;
  Vec3 heading;             // of length one; zero where the segment has no length
  std::size_t segment = 0;  // from this point to the next
  LinkId link;              // being taken; none: walking
};

// The sum of the straight stretches between the points, in metres. Links count as straight.
inline double length(std::span<const PathPoint> points) {
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    sum += length(points[i].vec() - points[i - 1].vec());
  }
  return sum;
}

}  // namespace thalweg
