// GroundOracle: nearly the cheapest path there is over a small mesh, whatever the graph. Slow: for
// tests and comparisons.
//
// A search of the whole mesh with many points on each edge, descent, and searches with twice as
// many points in a band about the best path so far. It is an upper bound of the optimum; how far
// the last doubling of the points lowered it tells how much may be left.
#pragma once

#include <memory>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/world/spot.hpp"

namespace thalweg {

class GroundOracle {
 public:
  struct Options {
    std::uint32_t points = 17;  // on each edge, of the whole mesh; in the bands about twice as many
    std::uint32_t bands = 2;    // at most
  };
  struct Found {
    bool is_found = false;
    double price = 0;               // in the profile's unit
    double gain = 0;                // as a share of it: what the last doubling was worth
    std::vector<PathPoint> points;  // local coordinates
  };

  // Prices are those of the ground's profile; its graph does not matter. Links are not taken, and
  // the radius does not count. Requires: a mesh.
  explicit GroundOracle(const Ground& ground) : GroundOracle(ground, Options{}) {}
  GroundOracle(const Ground& ground, const Options& options);
  ~GroundOracle();

  // Between two spots, as in Answer::corridor. O(points squared x faces).
  Found find(const Spot& start, const Spot& goal);

 private:
  struct Scratch;

  Ground ground_;
  Options options_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace thalweg
