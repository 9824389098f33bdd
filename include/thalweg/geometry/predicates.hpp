// Exact tests: the sign is right for all finite doubles whose products neither overflow nor
// underflow (coordinates between 1e-70 and 1e70 in size, or zero).
//
// A fast floating-point value decides where its error bound allows it; otherwise exact expansions
// decide (Shewchuk 1997, docs/reference/papers.md [She97]).
#pragma once

#include "thalweg/core/cpp20.hpp"

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// The direction of the turn a -> b -> c: +1 left (counter-clockwise), -1 right, 0 straight.
int orientation(Vec2 a, Vec2 b, Vec2 c);

// +1 when d lies inside the circle through a, b, c (counter-clockwise), -1 outside, 0 on it.
int in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

}  // namespace thalweg
