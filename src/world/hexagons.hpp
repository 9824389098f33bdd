// The layout of hexagons.
#pragma once

namespace thalweg {

// The distance between rows of hexagons over their width: the square root of 3/4, rounded.
inline constexpr double kHexRow = 0.8660254037844386;

}  // namespace thalweg
