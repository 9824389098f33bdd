// Contours: how well groups of faces follow lines of one height (natural-hierarchy thesis, ch. 8).
#pragma once

#include <span>
#include <vector>

#include "thalweg/partition/partition.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// The highest piece that holds each node: a cell, or the node itself. O(nodes + cells).
std::vector<PieceId> tops_of(const Partition& partition);

// How much heights vary inside the groups, as a multiple of what they would in squares of the same
// areas and slopes, each with a side along the contours: 1 for such squares, below 1 where groups
// run along contours (the root of w / l for stripes w wide and l long), above 1 where they climb.
// A root mean square over groups by area; level groups do not count, 1 where all are level.
// Requires: a group for each face. O(faces log faces).
double contour_spread(const Mesh& mesh, std::span<const PieceId> groups);

}  // namespace thalweg
