// The heights along a path, as a chart.
#pragma once

#include <span>
#include <string>

#include "thalweg/path/path.hpp"

namespace thalweg::tool {

// Metres up and down along a path.
struct Climb {
  double up = 0;
  double down = 0;
};
Climb climb_of(std::span<const PathPoint> points);

// SVG text: height over the distance in the plane. Stretches walked in zigzags are marked. Heights
// are exaggerated to fill the chart. Requires: one point or more, z up.
std::string elevation_chart(std::span<const PathPoint> points);

}  // namespace thalweg::tool
