// The gates of HPA*.
#pragma once

#include "hierarchy/gates.hpp"

namespace thalweg {

// Between cells in scope: steps in both directions, unordered. Requires: a grid graph of squares.
std::vector<StepNodes> find_entrances(const Ground& ground, const Cells& cells,
                                      const GateScope& scope, std::uint32_t wide);

}  // namespace thalweg
