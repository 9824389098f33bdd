// CheapestShaper: makes a path over priced ground as cheap as the effort allows.
//
//   route's own points -> crossings of edges -> [gentle ground: descent] -> bands, each with descent -> points
//
// The cheapest of the paths met wins, the route's own among them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "path/band_search.hpp"
#include "path/edge_path.hpp"
#include "path/walks.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/path.hpp"

namespace thalweg {

// The crossings of a walk from point to point; false where a point does not see the next, or a link
// is taken. Requires: one point or more, each with its face; local coordinates.
bool find_edge_path(const ProfileRule& by, std::span<const PathPoint> points, EdgePath& edge_path);

// True when all ground costs the same in all directions, so that the shortest path is the cheapest:
// that of a corridor, or under a walk over a grid. Links count as uneven.
// O(faces crossed).
bool is_even(const EdgePathPricer& pricer, const Corridor& corridor);
bool is_even_grid(const Walks& walks, const Grid& grid, std::span<const PathPoint> points);

// Where a walk runs from corner to corner of an edge: names the face beside it that counts less.
void take_cheaper_side(const EdgePathPricer& pricer, PathPoint& from, Vec2 to);

// The points of an edge path: its ends and crossings. Along an edge they name the cheaper side.
// Appends to `points`.
void lay_edge_path(const EdgePathPricer& pricer, const EdgePath& edge_path,
                   std::vector<PathPoint>& points);

// One per thread; keeps its scratch memory.
class CheapestShaper {
 public:
  // What is tried, from descent alone (0) to two searches with many points (3).
  static constexpr std::uint32_t kMostEffort = 3;

  // As is_even of a corridor, under a walk over the mesh.
  bool is_even(const EdgePathPricer& pricer, std::span<const PathPoint> points);
  // Lowers the price of an edge path as far as the effort allows; returns it.
  double shape(const EdgePathPricer& pricer, EdgePath& edge_path, std::uint32_t effort);
  // The same for all stretches of a walk between links; `old`'s memory is used again. Stretches
  // that cannot be followed stay as they are. Requires: as find_edge_path.
  std::vector<PathPoint> shape(const EdgePathPricer& pricer, std::span<const PathPoint> points,
                               std::uint32_t effort, std::vector<PathPoint> old);

 private:
  bool try_band(const EdgePathPricer& pricer, const BandOptions& options, EdgePath& edge_path,
                double& price);

  EdgePathDescent descent_;
  BandSearch band_;
  EdgePath edge_path_;
  EdgePath other_;
};

}  // namespace thalweg
