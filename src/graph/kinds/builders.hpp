// The longest builders of graphs, each apart from the file of its kind.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {

// Require: a spec that the kind has checked.
Result<GraphArrays> build_portal_graph(const World& world, const GraphSpec& spec);
Result<GraphArrays> build_axis_graph(const World& world, const GraphSpec& spec,
                                     const Pricer* agent);

// Where nobody is given: for somebody who pays for length.
Result<GraphArrays> build_terrain_graph(const World& world, const GraphSpec& spec,
                                        const Pricer* agent, const Progress& progress);
// Anything may be in the arcs.
Result<GraphArrays> restore_terrain_graph(const World& world, const GraphSpec& spec,
                                          GraphRows rows);

}  // namespace thalweg
