// Cutting convex polygons by the lines of a lattice, in squares: square (x, y) is [x, x+1] x
// [y, y+1].
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

using Polygon = std::vector<Vec2>;

// The strip between two lines perpendicular to one axis.
struct Band {
  bool is_row;  // between y = low and y = high; else x
  double low;
  double high;
};

// Clips to one side of a band: the part of `in` where the coordinate is at most `at` (or at least).
// New corners lie exactly on the line. `old`'s memory is used again.
inline Polygon clipped_side(const Polygon& in, bool is_y, double at, bool keeps_below,
                            Polygon old) {
  Polygon out = std::move(old);
  out.clear();
  const auto value = [&](Vec2 p) { return is_y ? p.y : p.x; };
  const auto is_in = [&](Vec2 p) { return keeps_below ? value(p) <= at : value(p) >= at; };
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Vec2 a = in[i];
    const Vec2 b = in[i + 1 < in.size() ? i + 1 : 0];
    if (is_in(a)) out.push_back(a);
    const bool is_crossed = is_in(a) != is_in(b) && value(a) != at && value(b) != at;
    if (!is_crossed) continue;
    const double t = (at - value(a)) / (value(b) - value(a));
    Vec2 p = a + (b - a) * t;
    (is_y ? p.y : p.x) = at;
    out.push_back(p);
  }
  return out;
}

// Clips polygons to bands; the result is valid until the next call.
struct Clipper {
  Polygon half;
  Polygon whole;

  const Polygon& clip(const Polygon& in, const Band& band) {
    half = clipped_side(in, band.is_row, band.low, false, std::move(half));
    whole = clipped_side(half, band.is_row, band.high, true, std::move(whole));
    return whole;
  }
};

// The area of a polygon and its centroid.
struct Moments {
  double area = 0;
  Vec2 centre;
};
inline Moments moments(const Polygon& polygon) {
  if (polygon.size() < 3) return {};
  double doubled = 0;
  Vec2 sum;
  const Vec2 base = polygon[0];
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i - 1] - base;
    const Vec2 b = polygon[i] - base;
    const double part = cross(a, b);
    doubled += part;
    sum = sum + (a + b) * part;
  }
  if (!(doubled > 0)) return {};
  return {doubled / 2, base + sum * (1 / (3 * doubled))};
}

}  // namespace thalweg
