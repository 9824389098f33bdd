// What runs where the floating-point filters cannot decide: sums and products without rounding
// error (Dekker, Veltkamp), added up as Shewchuk's expansions.
#include "thalweg/geometry/predicates.hpp"

#include <array>
#include <cstddef>

namespace thalweg {
namespace {

constexpr double kHalfUlp = 0x1p-53;

// The upper half of a double's bits, so that products of halves are exact (Veltkamp).
double upper_half(double value) {
  const double scaled = value * 0x8000001p0;
  return scaled - (scaled - value);
}

// What a * b loses by being rounded to `product` (Dekker). Not std::fma: mingw-w64's is not exact.
double lost_by_product(double a, double b, double product) {
  const double a_high = upper_half(a);
  const double b_high = upper_half(b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

// An exact number: a sum of doubles that do not overlap, smallest first.
template <std::size_t Capacity>
struct Expansion {
  std::array<double, Capacity> term;
  std::size_t count = 0;

  // Adds one double, exactly. The terms stay in order and without overlap.
  void add(double value) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double sum = value + term[i];
      const double virtual_part = sum - value;
      const double error = (value - (sum - virtual_part)) + (term[i] - virtual_part);
      if (error != 0) term[kept++] = error;
      value = sum;
    }
    if (value != 0 || kept == 0) term[kept++] = value;
    count = kept;
  }

  // Adds factor * value, exactly.
  void add_product(double factor, double value) {
    const double product = factor * value;
    add(lost_by_product(factor, value, product));
    add(product);
  }

  int sign() const {
    if (count == 0) return 0;
    return (term[count - 1] > 0) - (term[count - 1] < 0);
  }
};

Expansion<2> difference(double a, double b) {
  Expansion<2> out;
  out.add(a);
  out.add(-b);
  return out;
}

// Adds sign * a * b to `sum`, exactly.
template <std::size_t N, std::size_t A, std::size_t B>
void add_product(Expansion<N>& sum, const Expansion<A>& a, const Expansion<B>& b, double sign) {
  for (std::size_t i = 0; i < a.count; ++i) {
    for (std::size_t j = 0; j < b.count; ++j) sum.add_product(sign * a.term[i], b.term[j]);
  }
}

int orientation_by_expansion(Vec2 a, Vec2 b, Vec2 c) {
  Expansion<16> det;
  add_product(det, difference(a.x, c.x), difference(b.y, c.y), 1);
  add_product(det, difference(a.y, c.y), difference(b.x, c.x), -1);
  return det.sign();
}

// The 2 x 2 determinant p s - q r of exact numbers.
using Minor = Expansion<16>;
Minor minor_of(const Expansion<2>& p, const Expansion<2>& q, const Expansion<2>& r,
               const Expansion<2>& s) {
  Minor out;
  add_product(out, p, s, 1);
  add_product(out, q, r, -1);
  return out;
}

int exact_in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const std::array<Expansion<2>, 3> x = {difference(a.x, d.x), difference(b.x, d.x),
                                         difference(c.x, d.x)};
  const std::array<Expansion<2>, 3> y = {difference(a.y, d.y), difference(b.y, d.y),
                                         difference(c.y, d.y)};
  Expansion<1536> det;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    Expansion<16> lift;
    add_product(lift, x[i], x[i], 1);
    add_product(lift, y[i], y[i], 1);
    add_product(det, lift, minor_of(x[j], y[j], x[k], y[k]), 1);
  }
  return det.sign();
}

// True when `rounded`, the double nearest to a - b, is a - b.
bool is_difference(double rounded, double a, double b) {
  const double b_part = a - rounded;
  return b_part == b && rounded + b_part == a;
}

int sign_of(double value) { return (value > 0) - (value < 0); }

}  // namespace

int exact_orientation(Vec2 a, Vec2 b, Vec2 c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const bool is_exact = is_difference(a.x - c.x, a.x, c.x) && is_difference(b.y - c.y, b.y, c.y) &&
                        is_difference(a.y - c.y, a.y, c.y) && is_difference(b.x - c.x, b.x, c.x) &&
                        std::fma(a.x - c.x, b.y - c.y, -left) == 0 &&
                        std::fma(a.y - c.y, b.x - c.x, -right) == 0;
  return is_exact ? sign_of(left - right) : orientation_by_expansion(a, b, c);
}

int in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 ad = a - d;
  const Vec2 bd = b - d;
  const Vec2 cd = c - d;
  const double bc1 = bd.x * cd.y;
  const double bc2 = bd.y * cd.x;
  const double ca1 = cd.x * ad.y;
  const double ca2 = cd.y * ad.x;
  const double ab1 = ad.x * bd.y;
  const double ab2 = ad.y * bd.x;
  const double lift_a = dot(ad, ad);
  const double lift_b = dot(bd, bd);
  const double lift_c = dot(cd, cd);
  const double det = lift_a * (bc1 - bc2) + lift_b * (ca1 - ca2) + lift_c * (ab1 - ab2);
  const double size = lift_a * (std::abs(bc1) + std::abs(bc2)) +
                      lift_b * (std::abs(ca1) + std::abs(ca2)) +
                      lift_c * (std::abs(ab1) + std::abs(ab2));
  if (std::abs(det) > (10 + 96 * kHalfUlp) * kHalfUlp * size) return sign_of(det);
  return exact_in_circle(a, b, c, d);
}

}  // namespace thalweg
