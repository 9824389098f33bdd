// exp, log, angles and hyperbolic functions computed with + - x / and square roots only, so that the
// bits are the same on every platform, which the standard library does not guarantee. Accurate to
// 1e-14: relative for exp, sinh and cosh, absolute for the others.
#pragma once

#include <algorithm>
#include <cmath>

namespace thalweg {

// ln 2 and pi / 2 in two parts: multiples of the first part are exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kHalfPiHigh = 0x1.921fb54400000p0;
inline constexpr double kHalfPiLow = 0x1.0b4611a626331p-34;

// e to the power x. Requires: |x| <= 700.
inline double portable_exp(double x) {
  // x = k ln 2 + r with |r| <= ln 2 / 2; the series of exp(r) is cut off below the last bit.
  const double k = std::floor(x * 0x1.71547652b82fep0 + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double sum = 1;
  for (int n = 13; n >= 1; --n) sum = 1 + sum * r / n;
  return std::ldexp(sum, static_cast<int>(k));
}

// asin(x) for |x| <= 1/2: x times a polynomial in x squared, interpolated at the Chebyshev points.
inline double portable_asin_small(double x) {
  constexpr double kPolynomial[] = {
      0x1.0528696a694a7p-5, -0x1.0936d81a7fa7bp-6, 0x1.3fb56afe1f552p-6, 0x1.abe782937810ap-8,
      0x1.8eca859efd756p-7, 0x1.c6fa80ecbc528p-7,  0x1.1c6c3174d2c6cp-6, 0x1.6e89eb5d53be8p-6,
      0x1.f1c72cd28e80ep-6, 0x1.6db6db3f6ab67p-5,  0x1.3333333376f72p-4, 0x1.55555555552e8p-3,
      0x1.0000000000000p+0};
  const double t = x * x;
  double sum = 0;
  for (const double c : kPolynomial) sum = sum * t + c;
  return sum * x;
}

// The angle whose cosine is x, 0 to pi. Values outside [-1, 1] are clamped.
inline double portable_acos(double x) {
  constexpr double kPi = 0x1.921fb54442d18p1;
  if (!(x < 1)) return 0;
  if (x <= -1) return kPi;
  if (x > 0.5) return 2 * portable_asin_small(std::sqrt((1 - x) / 2));
  if (x < -0.5) return kPi - 2 * portable_asin_small(std::sqrt((1 + x) / 2));
  return kPi / 2 - portable_asin_small(x);
}

// The angle of (x, y) from the x axis, -pi to pi; 0 for (0, 0).
inline double portable_atan2(double y, double x) {
  constexpr double kPi = 0x1.921fb54442d18p1;
  const double low = std::min(std::abs(x), std::abs(y));
  const double high = std::max(std::abs(x), std::abs(y));
  if (!(high > 0)) return 0;
  const bool is_steep = low > 0.4 * high;  // then the angle from the diagonal is the smaller one
  const double tangent = is_steep ? (low - high) / (low + high) : low / high;
  double angle = portable_asin_small(tangent / std::sqrt(1 + tangent * tangent));
  if (is_steep) angle += kPi / 4;
  if (std::abs(y) > std::abs(x)) angle = kPi / 2 - angle;
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

struct SineCosine {
  double sine, cosine;
};

// Requires: |x| <= 1e5.
inline SineCosine portable_sine_cosine(double x) {
  // x = k pi / 2 + r with |r| <= pi / 4; both series are cut off below the last bit.
  const double k = std::floor(x * 0x1.45f306dc9c883p-1 + 0.5);
  const double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;
  double sine = 1;
  double cosine = 1;
  for (int n = 18; n >= 2; n -= 2) {
    sine = 1 - sine * (r * r) / (n * (n + 1));
    cosine = 1 - cosine * (r * r) / (n * (n - 1));
  }
  sine *= r;
  switch (static_cast<int>(k) & 3) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

// The natural logarithm. Requires: x is positive and finite.
inline double portable_log(double x) {
  // x = m 2^e; log m = 2 artanh z is a series in z with |z| < 0.172.
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.7071) {
    m *= 2;
    --e;
  }
  const double z = (m - 1) / (m + 1);
  double sum = 0;
  for (int n = 25; n >= 1; n -= 2) sum = sum * (z * z) + 1.0 / n;
  return e * kLn2High + (e * kLn2Low + 2 * z * sum);
}

// Requires: |x| <= 700.
inline double portable_sinh(double x) {
  if (std::abs(x) > 0.5) return (portable_exp(x) - portable_exp(-x)) / 2;
  double sum = 1;  // exp(x) - exp(-x) would lose bits
  for (int n = 14; n >= 2; n -= 2) sum = 1 + sum * (x * x) / (n * (n + 1));
  return sum * x;
}

// Requires: |x| <= 700.
inline double portable_cosh(double x) { return (portable_exp(x) + portable_exp(-x)) / 2; }

// Requires: |x| <= 1e100.
inline double portable_asinh(double x) {
  const double size = portable_log(std::abs(x) + std::sqrt(x * x + 1));
  return x < 0 ? -size : size;
}

// Requires: |x| < 1.
inline double portable_atanh(double x) { return portable_log((1 + x) / (1 - x)) / 2; }

}  // namespace thalweg
