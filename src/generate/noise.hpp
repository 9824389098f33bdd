// Noise: smooth seeded randomness over the plane, computed with integer hashing and + - * / alone.
#pragma once

#include <cstdint>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// Gradient noise (Perlin 2002): smooth, 0 at whole coordinates, about -1 to 1, features one unit
// wide. Requires: |p| below 2^40.
double gradient_noise(Vec2 p, std::uint64_t seed);

struct FractalOptions {
  std::uint64_t seed = 0;
  int octaves = 8;
  double gain = 0.5;  // how much each octave weighs against the one before
  double ridged = 0;  // 0: rolling, 1: sharp crests
};

// Octaves of noise, each twice as fine, scaled to about -1 to 1.
double fractal_noise(Vec2 p, const FractalOptions& options);

// 0 below `low`, 1 above `high`, smooth between. Requires: low < high.
double smooth_step(double low, double high, double x);

}  // namespace thalweg
