#include "thalweg/path/spline.hpp"

namespace thalweg {
namespace {

using Weights = std::array<double, 4>;

constexpr Weights weights_at(double u) {
  return {((-0.5 * u + 1.0) * u - 0.5) * u, (1.5 * u - 2.5) * u * u + 1.0,
          ((-1.5 * u + 2.0) * u + 0.5) * u, (0.5 * u - 0.5) * u * u};
}

// Exact: multiples of 1 / 128.
constexpr std::array<Weights, 4> kQuarters = {weights_at(0), weights_at(0.25), weights_at(0.5),
                                              weights_at(0.75)};

Vec2 weighted(const CurvePoints& p, const Weights& w) {
  return p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3];
}

}  // namespace

Vec2 catmull_rom(const CurvePoints& points, double u) { return weighted(points, weights_at(u)); }

Vec2 catmull_rom_quarter(const CurvePoints& points, std::size_t quarter) {
  return weighted(points, kQuarters[quarter]);
}

}  // namespace thalweg
