// Landmarks of a pyramid: which nodes they are, and what they cost to reach.
#pragma once

#include <span>
#include <vector>

#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {

// Nodes far apart, in the largest cell of the top level: each next one is the middle of the cell of
// level 1 that is farthest from those before, counted in steps' costs. Fewer where the ground is
// small. Requires: the pyramid has levels, or none are wanted.
std::vector<NodeId> choose_landmarks(const Pyramid& pyramid, std::uint32_t count);

// [cell]  what the landmarks cost to get to the node in its middle and back. One search of the whole
// ground for each landmark and direction, in parallel.
std::vector<LandmarkCosts> landmark_costs(const Ground& ground, const Pyramid& pyramid,
                                          std::span<const NodeId> landmarks);

}  // namespace thalweg
