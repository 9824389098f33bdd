// ExactPoints: the geometry of strings that bend at points, by exact predicates.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "path/string_funnel.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// True when b lies between a and c, ends included. Requires: the three lie on a line.
inline bool is_between(Vec2 a, Vec2 b, Vec2 c) {
  Box2 box;
  box.add(a);
  box.add(c);
  return box.contains(b);
}

// The largest coordinate of a mesh in the plane, in size. O(vertices).
inline double largest_coordinate(const Mesh& mesh) {
  double most = 0;
  for (const VertexId v : mesh.vertices()) {
    most = std::max({most, std::abs(mesh.flat(v).x), std::abs(mesh.flat(v).y)});
  }
  return most;
}

// How large the doubled area of a triangle must come out so that its sign is right, for corners whose
// coordinates are at most `most` in size: both products are at most (2 x most)², and less than four
// roundings of half a unit in the last digit are lost.
inline double sure_area(double most) { return 8 * (2 * most) * (2 * most) * 0x1p-53; }

// A bend has a `point`.
template <class AnyBend>
struct ExactPoints {
  // Doubled areas beyond this have the right sign, whatever was rounded (sure_area).
  double sure = std::numeric_limits<double>::infinity();

  // 1: a -> b -> c turns towards the side; -1: away from it.
  [[gnu::always_inline]] int turn(Side side, Vec2 a, Vec2 b, Vec2 c) const {
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double sided = static_cast<double>(static_cast<int>(side)) * area;
    if (sided > sure) return 1;
    if (sided < -sure) [[likely]]
      return -1;
    return static_cast<int>(side) * orientation(a, b, c);
  }

  static bool is_same(const AnyBend& a, const AnyBend& b) { return a.point == b.point; }

  [[gnu::always_inline]] bool is_kept(Side side, const AnyBend& before, const AnyBend& tail,
                                      const AnyBend& p) const {
    return turn(side, before.point, tail.point, p.point) > 0;
  }

  // On the line itself there are three cases: beyond the corner, before it, and behind the apex
  // (an apex inside a portal lies between its two ends).
  [[gnu::always_inline]] Passing pass(Side side, const AnyBend& apex, const AnyBend& other,
                                      const AnyBend& p) const {
    const int sign = turn(side, apex.point, other.point, p.point);
    if (sign != 0) return sign < 0 ? Passing::beyond : Passing::apart;
    if (is_between(apex.point, other.point, p.point)) return Passing::beyond;
    return is_between(apex.point, p.point, other.point) ? Passing::short_ : Passing::apart;
  }
};

// The bends without those that are collinear, in the same memory.
template <class AnyBend>
std::span<AnyBend> straightened(std::span<AnyBend> bends,
                                const ExactPoints<AnyBend>& geometry = {}) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    while (kept >= 2 &&
           geometry.turn(Side::left, bends[kept - 2].point, bends[kept - 1].point,
                         bends[i].point) == 0 &&
           is_between(bends[kept - 2].point, bends[kept - 1].point, bends[i].point)) {
      --kept;
    }
    bends[kept++] = bends[i];
  }
  return bends.first(kept);
}

}  // namespace thalweg
