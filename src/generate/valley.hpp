// Valley: a river winding down from mountains, with side valleys and a flat floor.
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg {

struct ValleyOptions {
  std::uint32_t width = 0;  // samples in a row
  std::uint32_t height = 0;
  std::uint64_t seed = 0;
  double meander = 0.5;    // how far the river swings, 0 to 1
  double roughness = 0.5;  // of the slopes, 0 to 1
  double floor = 0.04;     // the width of the valley floor over the width of the map
};

// Heights from 0 (the river's mouth, in the last row) to about 1, [row * width + column].
std::vector<double> valley_heights(const ValleyOptions& options);

}  // namespace thalweg
