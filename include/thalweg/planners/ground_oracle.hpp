// GroundOracle: nearly the cheapest path there is over a small mesh, whatever the graph. Slow: for
// tests and comparisons.
//
// Searches of the whole mesh with many points on each edge, then with twice as many, and searches
// with still more points in a band about the best path so far, each with descent. It is an upper
// bound of the optimum; how far the doubling of the points lowered it tells how much may be left.
#pragma once

#include <memory>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

class GroundOracle {
 public:
  struct Found {
    bool is_found = false;
    double price = 0;               // in the profile's unit
    double gain = 0;                // as a share of it: what the doubling was worth
    std::vector<PathPoint> points;  // local coordinates
  };

  // Prices are those of the ground's profile; its graph does not matter. Links are not taken, and
  // the radius does not count. Requires: a mesh.
  explicit GroundOracle(const Ground& ground);
  ~GroundOracle();

  // Between two surface points, as in Answer::corridor. O(points squared x faces).
  Found find(const SurfacePoint& start, const SurfacePoint& goal);

 private:
  struct Scratch;

  Ground ground_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace thalweg
