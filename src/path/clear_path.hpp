// Walks and paths that keep the agent's radius from walls and obstacles. Points are in local coordinates.
#pragma once

#include <span>
#include <vector>

#include "path/wide_walk.hpp"
#include "price/straight_price.hpp"
#include "thalweg/path/path.hpp"

namespace thalweg {

// True when an agent keeps its radius from walls, and from the obstacles that the filter leaves
// out, on the straight walk from surface point to surface point. Requires: they see each other.
// O(faces near it).
bool keeps_distance(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends = {});

// The price of the straight walk (price/straight_price.hpp), kNoLimit where it does not keep that distance.
double spaced_price(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends = {}, OnCross note = {});

// True when no straight piece of a path, links apart, comes too near to such an obstacle.
bool is_clear_path(const GroundFilter& filter, std::span<const PathPoint> points);

// True when all its walks keep the agent's radius from walls and obstacles.
bool keeps_distance(const ProfileRule& by, std::span<const PathPoint> points);

// A path over a mesh without the points that can be skipped: the ones before and after see each
// other, and the walk between them keeps the agent's distance from walls and obstacles. `old`'s
// memory is used again.
std::vector<PathPoint> skipped_in_sight(const ProfileRule& by, std::span<const PathPoint> points,
                                        std::vector<PathPoint> old);

}  // namespace thalweg
