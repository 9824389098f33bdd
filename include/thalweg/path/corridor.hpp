// Corridor: the faces a route leads through, in order, and the connection from each to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Leaving a face: through a portal or by a link.
struct CorridorStep {
  FaceId face;                // the face left
  EdgeId portal;              // its half-edge that is crossed; none where a link is taken
  LinkId link;                // none where a portal is crossed
  bool is_backwards = false;  // the link is taken from its end to its start
};

struct Corridor {
  SurfacePoint start;
  SurfacePoint goal;                // on the face that the last step leads to
  std::vector<CorridorStep> steps;  // empty: start and goal share a face
};

// The first law `corridor` breaks, or nothing: start and goal lie on their faces, each step leads
// to the face of the next, the last one to the goal's.
std::optional<std::string> broken_law(const Corridor& corridor, const World& world);

}  // namespace thalweg
