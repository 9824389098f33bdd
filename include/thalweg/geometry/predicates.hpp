// Exact tests: the sign is right for all finite doubles whose products neither overflow nor
// underflow (coordinates between 1e-70 and 1e70 in size, or zero).
//
// A fast floating-point value decides where its error bound allows it; otherwise exact expansions
// decide (Shewchuk 1997, docs/reference/papers.md [She97]).
#pragma once

#include "thalweg/core/cpp20.hpp"

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// The same as orientation, for where rounding may decide: slower.
int exact_orientation(Vec2 a, Vec2 b, Vec2 c);

// The direction of the turn a -> b -> c: +1 left (counter-clockwise), -1 right, 0 straight.
inline int orientation(Vec2 a, Vec2 b, Vec2 c) {
  constexpr double kBound = (3 + 16 * 0x1p-53) * 0x1p-53;
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double det = left - right;
  const double bound = kBound * (std::abs(left) + std::abs(right));
  if (std::abs(det) > bound) [[likely]]
    return det > 0 ? 1 : -1;
  return exact_orientation(a, b, c);
}

// +1 when d lies inside the circle through a, b, c (counter-clockwise), -1 outside, 0 on it.
int in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

}  // namespace thalweg
