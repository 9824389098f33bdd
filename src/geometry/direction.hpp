// Directions in the plane.
#pragma once

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// Splits directions into two half-open half planes: true for angles from 0 to below 180 degrees.
// Around a polygon that turns once, the edges change sides exactly twice.
inline bool is_upwards(Vec2 from, Vec2 to) {
  return to.y > from.y || (to.y == from.y && to.x > from.x);
}

}  // namespace thalweg
