// The starts and goals of a query by number.
#pragma once

#include <cstddef>
#include <vector>

#include "thalweg/geometry/frame.hpp"

namespace thalweg {

// The point with this number in a query: the first, or one of the others.
inline Point nth_point(Point first, const std::vector<Point>& others, std::size_t i) {
  return i == 0 ? first : others[i - 1];
}

}  // namespace thalweg
