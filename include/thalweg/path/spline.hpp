// Catmull-Rom curves through the points of a path, as Rabin smooths them
// (docs/reference/papers.md [Gems]).
#pragma once

#include <array>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// Four points that follow each other. The curve runs from the second to the third.
using CurvePoints = std::array<Vec2, 4>;

// The point of the curve at u: the second at 0, the third at 1. Requires: 0 <= u <= 1.
Vec2 catmull_rom(const CurvePoints& points, double u);

// The same at u = quarter / 4, with the weights worked out beforehand. Requires: quarter < 4.
Vec2 catmull_rom_quarter(const CurvePoints& points, std::size_t quarter);

}  // namespace thalweg
