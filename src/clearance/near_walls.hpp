// NearWalls: for each face the walls that are nearest to some point of it.
//
// A wall that is nearest to a point is nearest to all points of the straight line to it. Such walls
// are found by walking out from each wall through portals, no farther than the portal's greatest
// clearance; the distances of its ends to walls along edges bound that.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/csr.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// [edge]  1 where the rule allows both directions and somebody enters the edge's own area.
std::vector<std::uint8_t> open_edges(const Mesh& mesh, const CrossRule& rule);
bool is_open_edge(const Mesh& mesh, EdgeId edge, const CrossRule& rule);

// [face]  walls, half-edges of open ground: all that are nearest to a point of the face and within
// `reach` of it, and some more; in order. O(edges), and work near walls alone.
Csr<FaceId, EdgeId> near_walls(const Mesh& mesh, std::span<const std::uint8_t> is_open,
                               double reach);

// The same for one face. O(faces within reach of it).
std::vector<EdgeId> walls_near(const Mesh& mesh, FaceId face, const CrossRule& rule, double reach);

}  // namespace thalweg
