// Gradient noise as Perlin's, with 16 fixed directions and a quintic fade; octaves are summed, each
// rotated and shifted, with ridges where |noise| is small.
#include "generate/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "thalweg/core/hash.hpp"

namespace thalweg {
namespace {

// Sixteen directions around the circle; the numbers are cosines, rounded.
constexpr double kA = 0.9238795325112867;
constexpr double kB = 0.7071067811865476;
constexpr double kC = 0.3826834323650898;
constexpr std::array<Vec2, 16> kDirections = {{{1, 0},
                                               {kA, kC},
                                               {kB, kB},
                                               {kC, kA},
                                               {0, 1},
                                               {-kC, kA},
                                               {-kB, kB},
                                               {-kA, kC},
                                               {-1, 0},
                                               {-kA, -kC},
                                               {-kB, -kB},
                                               {-kC, -kA},
                                               {0, -1},
                                               {kC, -kA},
                                               {kB, -kB},
                                               {kA, -kC}}};

double corner(std::int64_t x, std::int64_t y, Vec2 offset, std::uint64_t seed) {
  const std::uint64_t hash =
      mix64(seed ^ mix64(static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15ull ^
                         static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4full));
  return dot(kDirections[hash >> 60], offset);
}

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

double mixed(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

double gradient_noise(Vec2 p, std::uint64_t seed) {
  const double floor_x = std::floor(p.x);
  const double floor_y = std::floor(p.y);
  const auto x = static_cast<std::int64_t>(floor_x);
  const auto y = static_cast<std::int64_t>(floor_y);
  const Vec2 f{p.x - floor_x, p.y - floor_y};
  const double low =
      mixed(corner(x, y, f, seed), corner(x + 1, y, f - Vec2{1, 0}, seed), fade(f.x));
  const double high = mixed(corner(x, y + 1, f - Vec2{0, 1}, seed),
                            corner(x + 1, y + 1, f - Vec2{1, 1}, seed), fade(f.x));
  return mixed(low, high, fade(f.y)) * 1.4;
}

double fractal_noise(Vec2 p, const FractalOptions& options) {
  double sum = 0;
  double weight = 1;
  double weights = 0;
  double crest = 1;  // fine crests sit on coarse ones
  for (int octave = 0; octave < options.octaves; ++octave) {
    const double n = gradient_noise(p, mix64(options.seed + static_cast<std::uint64_t>(octave)));
    const double sharp = std::max(0.0, 1 - std::abs(n) * 1.3);
    const double ridge = sharp * sharp * crest;
    crest = std::clamp(ridge * 1.6, 0.2, 1.0);
    sum += weight * mixed(n, ridge * 2 - 0.9, options.ridged);
    weights += weight;
    weight *= options.gain;
    // Turned by about 37 degrees and shifted, so that the lattices of the octaves do not line up.
    p = {(0.8 * p.x - 0.6 * p.y) * 2 + 17.3, (0.6 * p.x + 0.8 * p.y) * 2 - 5.9};
  }
  return sum / (options.gain > 0 ? mixed(1.0, weights, 0.7) : 1.0);
}

double smooth_step(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace thalweg
