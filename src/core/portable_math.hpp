// exp and acos computed with + - x / and square roots only, so that the bits are the same on every
// platform, which the standard library does not guarantee. Accurate to 1e-14, relative for exp,
// absolute for acos.
#pragma once

#include <cmath>

namespace thalweg {

// e to the power x. Requires: |x| <= 700.
inline double portable_exp(double x) {
  // x = k ln 2 + r with |r| <= ln 2 / 2; the series of exp(r) is cut off below the last bit.
  constexpr double kLn2High = 0x1.62e42fee00000p-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
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

}  // namespace thalweg
