// Islands: the sets of nodes that passable arcs join.
#pragma once

#include <span>

#include "thalweg/graph/metric.hpp"

namespace thalweg {

// `is_open[node]` is 0 where the profile cannot stand. O(arcs).
Islands find_islands(const Graph& graph, std::span<const Cost> costs,
                     std::span<const std::uint8_t> is_open);

}  // namespace thalweg
