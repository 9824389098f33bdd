// The arcs of a terrain graph made into a graph, whether they were grown just now or come from a
// file.
#pragma once

#include "graph/kinds/terrain_nodes.hpp"
#include "thalweg/graph/graph.hpp"

namespace thalweg {

// Of faces whose edges are crossed: more would take too long.
inline constexpr std::uint32_t kMostSides = 64;

// All arrays of a graph that these arcs make. Positions are shared with the mesh where node i is
// vertex i.
GraphArrays terrain_arrays(const World& world, const TerrainNodes& nodes, GraphRows rows);

}  // namespace thalweg
