// The prices of a corner graph's arcs.
#pragma once

#include "thalweg/price/pricer.hpp"
#include "thalweg/world/corners.hpp"

namespace thalweg {

// True where the agent can be at a corner of the grid's squares. docs/guide/spaces.md
bool may_stand(const World& world, const Pricer& pricer, Corner corner);

// From a corner to a neighbouring one over ground that counts once, in quanta of the pricer's
// grid_quantum(); kNoLimit where the profile cannot.
double corner_step(const World& world, const Pricer& pricer, Corner from, Corner to);

// The same over the cheapest square beside the step.
double corner_arc(const World& world, const Pricer& pricer, Corner from, Corner to);

// Through a link from corner to corner, with the walk to it and from it.
LinkWalk corner_link(const World& world, const Pricer& pricer, LinkId id, Corner from, Corner to);

}  // namespace thalweg
