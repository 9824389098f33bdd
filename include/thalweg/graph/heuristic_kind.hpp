// HeuristicKind: which estimate of the remaining cost leads a search. Most say how the distances
// along the axes are combined into one.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstdint>

namespace thalweg {

// All may be asked for on any graph.
enum class HeuristicKind : std::uint8_t {
  fitting,        // the norm whose steps the graph has: octile on 8 neighbours, and so on
  none,           // 0: Dijkstra
  straight_line,  // the straight line
  longest_axis,   // the largest of the three (Snook)
  manhattan,      // their sum in the plane, then straight with the height
  octile,         // straight and diagonal steps
  hex,            // steps from hexagon to hexagon
  terrain_box,    // manhattan between the boxes of faces
  typical,  // the straight line times the mean cost per metre sampled from start to goal (Stout)
};

}  // namespace thalweg
