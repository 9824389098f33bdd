// Which squares of a grid an agent may be on, and which of them a point stands for.
#pragma once

#include "thalweg/graph/end.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

// True for squares that the profile and a filter allow.
inline bool is_open_square(const Ground& ground, const GroundFilter* filter, SquareId square) {
  return ground.pricer().may_enter(square) && (filter == nullptr || filter->allows(square));
}

// True for those that an end may lie on. Where squares are nodes, the agent must fit on them.
inline bool is_open_end(const Ground& ground, const GroundFilter* filter, SquareId square) {
  return is_open_square(ground, filter, square) &&
         (!ground.graph().facts().nodes_are_squares || ground.pricer().fits(square));
}

Box2 square_box(const Grid& grid, SquareId square);

// The open square that holds a point in local coordinates, with the point; or else the nearest open one within
// reach (metres), with its centre.
End end_on_grid(const Ground& ground, const GroundFilter* filter, Vec3 local, double reach);

}  // namespace thalweg
