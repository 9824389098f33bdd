// Colours that show the cells of a partition, for DrawOptions::islands.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

// A number for each node: nodes of one cell of that level have the same number, and neighbouring
// pieces have different ones. A cell counts for a level if it is the highest one of at most that
// height, so that 0 shows single nodes and top_level() or more shows the tops. Nodes without any
// arc get 0xFFFFFFFF. Draw them with
//
//   const auto colours = cell_colours(graph, partition, level);
//   draw_image(world, {.islands = *colours});
//
// Refused with a sentence: a partition of another graph, a graph whose nodes are neither faces nor
// squares. O(arcs + cells log cells).
Result<std::vector<std::uint32_t>> cell_colours(const Graph& graph, const Partition& partition,
                                                Level level);

}  // namespace thalweg
