// Exact predicates compared with integer arithmetic that is wide enough to be exact.
#include "thalweg/geometry/predicates.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

__extension__ typedef __int128 Wide;

struct Point {
  std::int64_t x, y;
  Vec2 scaled(double by) const {
    return {static_cast<double>(x) * by, static_cast<double>(y) * by};
  }
};

int sign(Wide value) { return (value > 0) - (value < 0); }

int orientation_of(Point a, Point b, Point c) {
  return sign(Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x));
}

int in_circle_of(Point a, Point b, Point c, Point d) {
  const auto lift = [&](Point p) {
    return Wide{p.x - d.x} * (p.x - d.x) + Wide{p.y - d.y} * (p.y - d.y);
  };
  const auto minor = [&](Point p, Point q) {
    return Wide{p.x - d.x} * (q.y - d.y) - Wide{p.y - d.y} * (q.x - d.x);
  };
  return sign(lift(a) * minor(b, c) + lift(b) * minor(c, a) + lift(c) * minor(a, b));
}

Point random_bits_point(Random& random, int bits) {
  const auto coordinate = [&] {
    return static_cast<std::int64_t>(random.next() >> (64 - bits)) -
           (std::int64_t{1} << (bits - 1));
  };
  const std::int64_t x = coordinate();
  return {x, coordinate()};
}

// The results must not depend on the scale.
constexpr std::array<double, 3> kScales = {1, 0x1p-40, 0x1p+30};

void expect_orientation(Point a, Point b, Point c) {
  const int expected = orientation_of(a, b, c);
  for (const double s : kScales) {
    ASSERT_EQ(orientation(a.scaled(s), b.scaled(s), c.scaled(s)), expected);
    ASSERT_EQ(orientation(b.scaled(s), c.scaled(s), a.scaled(s)), expected);
    ASSERT_EQ(orientation(b.scaled(s), a.scaled(s), c.scaled(s)), -expected);
  }
}

void expect_in_circle(Point a, Point b, Point c, Point d) {
  const int expected = in_circle_of(a, b, c, d);
  for (const double s : kScales) {
    ASSERT_EQ(in_circle(a.scaled(s), b.scaled(s), c.scaled(s), d.scaled(s)), expected);
    ASSERT_EQ(in_circle(b.scaled(s), c.scaled(s), a.scaled(s), d.scaled(s)), expected);
    ASSERT_EQ(in_circle(b.scaled(s), a.scaled(s), c.scaled(s), d.scaled(s)), -expected);
  }
}

TEST(Orientation, is_exact_on_random_integers) {
  Random random(seed_of(1));
  for (int i = 0; i < 20000; ++i) {
    const int bits = 2 + i % 51;
    const Point a = random_bits_point(random, bits);
    const Point b = random_bits_point(random, bits);
    expect_orientation(a, b, random_bits_point(random, bits));
  }
}

TEST(Orientation, is_exact_near_a_line) {
  Random random(seed_of(2));
  for (int i = 0; i < 20000; ++i) {
    const Point a = random_bits_point(random, 44);
    const Point step = random_bits_point(random, 40);
    const auto along = static_cast<std::int64_t>(random.below(64)) - 32;
    const auto nudge = [&] { return static_cast<std::int64_t>(random.below(3)) - 1; };
    const std::int64_t dx = nudge();
    const std::int64_t dy = nudge();
    expect_orientation(a, {a.x + step.x, a.y + step.y},
                       {a.x + along * step.x + dx, a.y + along * step.y + dy});
  }
}

// The point next to the line from zero to p on the grid of integers: x p.y - y p.x is 1 or -1, by
// Euclid's algorithm. Requires: p's coordinates are positive and share no factor.
Point beside(Point p) {
  Point last{1, 0};
  Point now{0, 1};
  for (std::int64_t a = p.x, b = p.y; b != 0;) {
    const std::int64_t times = a / b;
    a = std::exchange(b, a - times * b);
    last = std::exchange(now, {last.x - times * now.x, last.y - times * now.y});
  }
  return {std::abs(last.y), std::abs(last.x)};
}

// Triangles of the least area on coordinates of 53 bits: one wrong bit in a product of two of them
// turns the result over.
TEST(Orientation, is_exact_where_the_last_bit_of_a_product_decides) {
  Random random(seed_of(5));
  const auto coordinate = [&] { return static_cast<std::int64_t>(random.next() >> 11) | 1; };
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t x = coordinate();
    const Point p{x, coordinate()};
    if (std::gcd(p.x, p.y) != 1) continue;
    const Point q = beside(p);
    ASSERT_NE(orientation_of(p, q, {0, 0}), 0);
    expect_orientation(p, q, {0, 0});
  }
}

// The well-known example: points one rounding apart near (0.5, 0.5), seen from (12, 12), (24, 24).
TEST(Orientation, is_exact_between_neighbouring_doubles) {
  constexpr std::int64_t kOne = std::int64_t{1} << 53;
  for (std::int64_t x = 0; x < 64; ++x) {
    for (std::int64_t y = 0; y < 64; ++y) {
      const Point p{kOne / 2 + x, kOne / 2 + y};
      const int expected = orientation_of(p, {12 * kOne, 12 * kOne}, {24 * kOne, 24 * kOne});
      ASSERT_EQ(orientation(p.scaled(0x1p-53), {12, 12}, {24, 24}), expected);
      ASSERT_EQ(orientation({12, 12}, {24, 24}, p.scaled(0x1p-53)), expected);
    }
  }
}

TEST(Orientation, is_exact_over_wide_ranges_of_size) {
  EXPECT_EQ(orientation({1e-60, 1e-60}, {1, 1}, {1e60, 1e60}), 0);
  EXPECT_EQ(orientation({0, 0}, {1e60, 1e60}, {1e-60, 2e-60}), 1);
  EXPECT_EQ(orientation({0, 0}, {1e60, 1e60}, {2e-60, 1e-60}), -1);
  EXPECT_EQ(orientation({1e60, 1e60}, {-1e60, -1e60}, {1, 1 + 0x1p-52}), -1);
  EXPECT_EQ(orientation({3, 4}, {3, 4}, {7, 8}), 0);
}

TEST(InCircle, is_exact_on_random_integers) {
  Random random(seed_of(3));
  for (int i = 0; i < 10000; ++i) {
    const int bits = 2 + i % 27;
    const Point a = random_bits_point(random, bits);
    const Point b = random_bits_point(random, bits);
    const Point c = random_bits_point(random, bits);
    expect_in_circle(a, b, c, random_bits_point(random, bits));
  }
}

TEST(InCircle, is_exact_near_the_circle) {
  // Points of one circle around the origin, of radius 65.
  constexpr std::array<Point, 9> kCircle = {{{16, 63},
                                             {33, 56},
                                             {52, 39},
                                             {60, 25},
                                             {63, -16},
                                             {-56, 33},
                                             {-39, -52},
                                             {-25, -60},
                                             {0, 65}}};
  Random random(seed_of(4));
  for (int i = 0; i < 20000; ++i) {
    const auto scale = static_cast<std::int64_t>(random.below(1 << 19)) + 1;
    const Point centre = random_bits_point(random, 20);
    std::array<Point, 4> p;
    for (Point& q : p) {
      const Point on = kCircle[random.below(kCircle.size())];
      q = {centre.x + on.x * scale, centre.y + on.y * scale};
    }
    p[3].x += static_cast<std::int64_t>(random.below(3)) - 1;
    p[3].y += static_cast<std::int64_t>(random.below(3)) - 1;
    expect_in_circle(p[0], p[1], p[2], p[3]);
  }
}

TEST(InCircle, knows_inside_from_outside) {
  EXPECT_EQ(in_circle({1, 0}, {0, 1}, {-1, 0}, {0, 0}), 1);
  EXPECT_EQ(in_circle({1, 0}, {0, 1}, {-1, 0}, {0, -1}), 0);
  EXPECT_EQ(in_circle({1, 0}, {0, 1}, {-1, 0}, {0, -1 - 0x1p-52}), -1);
  EXPECT_EQ(in_circle({1, 0}, {0, 1}, {-1, 0}, {0, -1 + 0x1p-53}), 1);
  EXPECT_EQ(in_circle({1, 0}, {0, 1}, {-1, 0}, {0x1p-200, -1}), -1);
}

}  // namespace
}  // namespace thalweg
