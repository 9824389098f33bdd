// Blocked: obstacles that one query must not enter. Rabin marks the
// squares of characters and obstacles (docs/reference/papers.md [Gems]); here also faces and
// circles.
#pragma once

#include <vector>

#include "thalweg/core/ids.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Ground that somebody takes up, as an agent that stands there.
struct BlockedCircle {
  Point centre = {};    // in the query's axes; without a height it blocks every floor
  double radius = 0.5;  // metres, in the plane
  double height = 2;    // metres: ground farther above or below the centre is another floor
};

// Paths keep the agent's radius from all of these.
struct Blocked {
  std::vector<FaceId> faces = {};
  std::vector<SquareId> squares = {};
  std::vector<BlockedCircle> circles = {};

  bool empty() const { return faces.empty() && squares.empty() && circles.empty(); }
};

}  // namespace thalweg
