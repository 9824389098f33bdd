// The largest numbers that a mesh and the points asked about may have.
#pragma once

#include <cmath>
#include <cstddef>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// The ids of a mesh have 32 bits, of which one value means none.
inline constexpr std::size_t kMaxItems = 0xFFFFFFFEu;

// True if the exact predicates are valid for `p`. False for NaN.
inline bool is_exact(Vec2 p) {
  constexpr double kFarthest = 1e70;
  return std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest;
}

}  // namespace thalweg
