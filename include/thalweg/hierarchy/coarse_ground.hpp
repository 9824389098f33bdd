// CoarseGround: the ground of another one with far fewer faces, and where the nodes of the other
// graph lie on it. Searches look there first for where a route may lead (planners/coarse.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

struct CoarseGround {
  Ground ground;                  // a terrain graph of triangles, priced for the same profile
  IdArray<NodeId, FaceId> homes;  // [node of the fine graph]  the coarse face it lies on; none: no
                                  // face
  double error = 0;               // metres: how far the corners of the fine mesh lie above or below
  std::uint64_t metric = 0;       // fingerprint of the fine ground's metric

  std::size_t bytes() const;
};

// Puts a coarse world under a ground: builds its terrain graph for the ground's profile, and
// locates the nodes. Refused with a sentence: a ground on a grid, a world of which no such graph can
// be built. The same bytes on any number of threads.
struct CoarseParts {
  World world;
  double error = 0;  // metres, as CoarseGround has it
  Progress progress = {};
};
Result<CoarseGround> coarse_ground(const Ground& fine, CoarseParts coarse);

// The face of the coarse world that each node of the fine graph lies on.
std::vector<FaceId> homes_of(const Ground& fine, const World& coarse);

// The first law that `coarse` breaks, or nothing: it was made for this ground and its profile, each
// node of the ground's graph has the home that homes_of finds, and graph and metric keep their own
// laws.
std::optional<std::string> broken_law(const CoarseGround& coarse, const Ground& fine);

}  // namespace thalweg
