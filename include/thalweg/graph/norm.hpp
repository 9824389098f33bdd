// Norm: how the distances along the axes are combined into one.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstdint>

namespace thalweg {

// All but `fitting` may be asked for on any graph.
enum class Norm : std::uint8_t {
  fitting,       // the one whose steps the graph has: octile on 8 neighbours, and so on
  straight,      // the straight line
  longest_axis,  // the largest of the three (Snook)
  manhattan,     // their sum in the plane, then straight with the height
  octile,        // straight and diagonal steps
  hexagon,       // steps from hexagon to hexagon
  terrain_box,   // manhattan between the boxes of faces
};

}  // namespace thalweg
