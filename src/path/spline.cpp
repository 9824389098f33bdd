// Cubic Hermite pieces. Weights at the quarters are exact constants.
#include "thalweg/path/spline.hpp"

#include <cmath>

namespace thalweg {
namespace {

// Of the two points and the two tangents.
struct Weights {
  double from;
  double to;
  double leaving;
  double arriving;
};

constexpr Weights weights_at(double u) {
  const double rest = 1 - u;
  return {(1 + 2 * u) * rest * rest, u * u * (3 - 2 * u), u * rest * rest, -u * u * rest};
}

// Exact: multiples of 1 / 64.
constexpr std::array<Weights, 4> kQuarters = {weights_at(0), weights_at(0.25), weights_at(0.5),
                                              weights_at(0.75)};

Vec2 weighted(const CurvePiece& p, const Weights& w) {
  return p.from * w.from + p.to * w.to + p.leaving * w.leaving + p.arriving * w.arriving;
}

// The tangent at b of the centripetal curve a -> b -> c, for the time from b to c (or from a to b,
// given as `span`). At a doubled point: half the straight line.
Vec2 tangent(Vec2 a, Vec2 b, Vec2 c, Vec2 span) {
  const double before = std::sqrt(length(b - a));
  const double after = std::sqrt(length(c - b));
  if (!(before > 0) || !(after > 0)) return span * 0.5;
  const Vec2 speed =
      (b - a) * (1 / before) - (c - a) * (1 / (before + after)) + (c - b) * (1 / after);
  const Vec2 whole = speed * std::sqrt(length(span));
  const double most = length(span);
  const double size = length(whole);
  return size > most ? whole * (most / size) : whole;
}

}  // namespace

CurvePiece catmull_rom(const CurvePoints& p) {
  const Vec2 span = p[2] - p[1];
  return {p[1], p[2], tangent(p[0], p[1], p[2], span), tangent(p[1], p[2], p[3], span)};
}

Vec2 point_at(const CurvePiece& piece, double u) { return weighted(piece, weights_at(u)); }

Vec2 point_at_quarter(const CurvePiece& piece, std::size_t quarter) {
  return weighted(piece, kQuarters[quarter]);
}

}  // namespace thalweg
