// Given cells: worlds that are already built of rooms (Rabin: docs/reference/papers.md [Gems]).
//
// Nodes that share a label, and reach each other inside it, are a cell. One level.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {

using CellLabel = std::uint32_t;  // any number

// [node] The area of the ground that a node stands on: its face or square; of a point on a portal
// or between squares, the first walkable one of those beside it.
// Requires, here and below: a graph of this world.
std::vector<CellLabel> labels_by_area(const World& world, const Graph& graph);

// [node] The tags of its face: of imported geometry, the number of its group. All 0 on grids.
std::vector<CellLabel> labels_by_tags(const World& world, const Graph& graph);

// [node] From a text of words, one for each face of the mesh or square of the grid in order, apart
// by blanks or line ends; lines that begin with # are remarks. Equal words are equal labels.
// Refused with a sentence: too few or too many words.
Result<std::vector<CellLabel>> labels_by_text(std::string_view text, const World& world,
                                              const Graph& graph);

// Refused with a sentence: not one label for each node. O(arcs).
Result<Cells> given_cells(const Ground& ground, std::span<const CellLabel> labels);

}  // namespace thalweg
