// Hexagons of a grid, upright: one corner above and one below the middle. Lengths over their width.
#pragma once

namespace thalweg {

// The distance between rows: the square root of 3/4, rounded.
inline constexpr double kHexRow = 0.8660254037844386;
// From the middle to a corner: the square root of 1/3, rounded.
inline constexpr double kHexCorner = 0.5773502691896258;

}  // namespace thalweg
