// Erosion: running water carves valleys into a surface. Knows a lattice of heights, nothing else.
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg {

// Heights on a lattice, one unit apart, and how fast each sample rises.
struct Landscape {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<double> z;             // [row * width + column]
  std::vector<double> uplift;        // [row * width + column]  per step
  std::vector<std::uint32_t> mouth;  // where the water leaves; never changes its height
};

struct ErosionOptions {
  int steps = 60;
  double strength = 0.35;  // how fast water cuts
  double steepest = 1.5;   // no slope is left steeper than this
  double creep = 0.25;     // how fast soil rounds the crests, 0 to 1 per step
};

// Where the water of each sample flows, and how much passes through it.
struct Drainage {
  std::vector<std::uint32_t> order;     // every sample, each after the one it drains to
  std::vector<std::uint32_t> receiver;  // [sample]  the neighbour it drains to; itself at the mouth
  std::vector<double> water;  // [sample]  how many samples drain through it, itself included
};

// Requires: a mouth of at least one sample; heights finite. O(n log n).
Drainage drain(const Landscape& land);

// `land` after many steps of the stream power law with the root of the drainage area, solved
// implicitly along the drainage tree (Braun and Willett 2013). Only + - * / and roots.
Landscape erode(Landscape land, const ErosionOptions& options);

}  // namespace thalweg
