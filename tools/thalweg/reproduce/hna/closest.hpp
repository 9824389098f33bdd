// The A* that the HNA* paper compares with: over faces, each entered at the point of its portal that
// is closest to where the face before was entered.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/search/best_first.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool {

class ClosestPointAStar {
 public:
  struct Found {
    bool is_found = false;
    double length = 0;  // metres, string-pulled inside the corridor
    std::uint64_t settled = 0;
  };

  // All walkable ground costs its length. Borrows the world.
  explicit ClosestPointAStar(const World& world) : world_(world) {}

  // Requires: both lie on walkable faces.
  Found find(const SurfacePoint& start, const SurfacePoint& goal);

 private:
  using Scratch = SearchScratchOf<FaceId, EdgeId>;
  friend class ClosestPointView;

  const World& world_;
  Scratch scratch_;
  std::vector<Vec3> points_;  // [face]  where it is entered, of those expanded
  std::vector<Vec3> offers_;  // [face]  where it would be entered
  Shaper shaper_;
  std::vector<PathPoint> path_;
};

}  // namespace thalweg::tool
