// Track: a path by metres walked. Gives the position after a distance, and the distance of the
// point nearest to a position. Holds no walker, so that many can share one track.
#pragma once

#include <vector>

#include "thalweg/path/path.hpp"

namespace thalweg {

class Track {
 public:
  Track() = default;
  // In whatever frame the points are in; answers come in the same.
  explicit Track(std::vector<PathPoint> points);

  bool empty() const { return points_.empty(); }
  const std::vector<PathPoint>& points() const { return points_; }
  // Metres from the first point to the last, links counted as straight.
  double length() const { return up_to_.empty() ? 0 : up_to_.back(); }

  // Held to 0 .. length(); not a number counts as 0. Requires: not empty. O(log points).
  PathPosition at(double metres) const;

  // Metres along to the point nearest to `p`, the first of several; links are not walked on.
  // Requires: not empty. O(points).
  double nearest(Vec3 p) const;

 private:
  std::vector<PathPoint> points_;
  std::vector<double> up_to_;  // [point]  metres from the first
};

}  // namespace thalweg
