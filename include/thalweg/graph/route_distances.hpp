// Distances of a route over faces, as the natural-hierarchy thesis compares paths (chapter 9).
#pragma once

#include <span>

#include "thalweg/graph/ground.hpp"

namespace thalweg {

// All in the profile's unit. The last three are sums of the steps' bases: the profile's multipliers
// per direction are in them, terms and areas are not. The thesis calls that "no multipliers"; in
// its tables the path's distance is the same multiple of XYZ on ground of one slope, whatever the
// path's direction, which only holds with the multipliers per direction in both.
struct RouteDistances {
  double path = 0;  // what the route costs
  double xyz = 0;   // its base
  double xy = 0;    // neglecting height
  double z = 0;     // of height alone
};

// Requires: a face graph; arcs that follow each other. O(arcs).
RouteDistances route_distances(const Ground& ground, std::span<const ArcId> route);

}  // namespace thalweg
