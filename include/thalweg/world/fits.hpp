// When an agent fits through a passage.
#pragma once

#include "thalweg/core/cpp20.hpp"

namespace thalweg {

// True when a disc of this radius goes through a passage of this width. A millionth of the width is
// left to rounding.
constexpr bool fits(double radius, double width) { return 2 * radius * (1 - 0x1p-20) <= width; }

}  // namespace thalweg
