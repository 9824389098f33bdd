// update_ground: a ground after its world was edited (world/edits.hpp).
#pragma once

#include "thalweg/graph/ground.hpp"

namespace thalweg {

struct UpdatedGround {
  Ground ground;
  bool kept_arcs = false;  // of a graph that is slow to build: taken over, not built again
};

// The same graph, profile and quantum in `now`. All arcs are priced again. The arcs of a graph that
// is slow to build are taken over where the edits only changed what ground costs, not where anybody
// may walk, and added no link. Where a price no longer fits the quantum, another one is chosen.
// Refused with a sentence: as ground() does. O(arcs), or what building the graph takes.
Result<UpdatedGround> update_ground(const Ground& before, const World& now,
                                    const Progress& progress = {});

}  // namespace thalweg
