// Catmull-Rom curves through the points of a path, as Rabin smooths them
// (docs/reference/papers.md [Gems]).
//
// Departure: his curve spends the same time on every pair of points. Where long and short distances
// follow each other, that curve overshoots and turns back. Here the time from point to point is the
// square root of their distance (the centripetal curve), and no tangent is longer than the straight
// line between the two points.
#pragma once

#include <array>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// Four points that follow each other. The curve runs from the second to the third. A path's first
// and last points are doubled.
using CurvePoints = std::array<Vec2, 4>;

// A cubic from point to point with its tangents there: how far it would get in the whole time.
struct CurvePiece {
  Vec2 from;
  Vec2 to;
  Vec2 leaving;   // tangent at `from`
  Vec2 arriving;  // tangent at `to`
};

CurvePiece catmull_rom(const CurvePoints& points);

// The point of the curve at u: `from` at 0, `to` at 1. Requires: 0 <= u <= 1.
Vec2 point_at(const CurvePiece& piece, double u);

// The same at u = quarter / 4, with the weights worked out beforehand. Requires: quarter < 4.
Vec2 point_at_quarter(const CurvePiece& piece, std::size_t quarter);

}  // namespace thalweg
