// k-way cells: multilevel k-way partitioning of a mesh, level over level (HNA*:
// docs/reference/papers.md [HNA16]).
//
// What is grouped are *units*: faces where nodes lie on portals, else the nodes of the graph. About
// `merged` units become a cell of level 1, about `merged` of these a cell of level 2, and so on. A
// node on the portal between two cells takes part in both. Every cell is strongly connected: a part
// that is not becomes several cells. Units cut off from everything are cells of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/partition/cells.hpp"
#include "thalweg/partition/partitioner.hpp"

namespace thalweg {

// What the partitioner balances and what it keeps small.
enum class KwayWeights : std::uint32_t {
  even,          // cells of as many units each, few portals between them
  random_nodes,  // units weigh 1 to 100 at random: cells are not balanced
  random_edges,  // portals weigh 1 to 100 at random: their number is not kept small
  random,        // both
};

struct KwayOptions {
  Partitioner partitioner = {};             // metis_kway of thalweg_metis, where it is linked
  std::uint32_t merged = 10;                // units in a cell, about, 2 to 1,000,000 (paper: µ)
  std::uint32_t levels = 3;                 // 1 to 16, at most: fewer where one part is left
  std::uint32_t seed = 1;                   // of the partitioner and of random weights
  KwayWeights weights = KwayWeights::even;  // unless they are given:
  std::vector<std::uint32_t> unit_weights = {};  // [unit]
  std::vector<std::uint32_t> edge_weights = {};  // [neighbour of units_of(ground)]  above 0
  Progress progress = {};
};

// The units of a ground and how many portals, or arcs, join them. Units that the profile cannot
// cross have no neighbours. O(arcs log arcs).
WeightedGraph units_of(const Ground& ground);

// Refused with a sentence: no partitioner where one is needed, options out of range, weights that do
// not fit, what the partitioner refuses. The partitioner is not called for parts of the ground that
// become one cell. Each connected part of the ground is divided by itself.
Result<Cells> kway_cells(const Ground& ground, const KwayOptions& options);

// The same cells on a ground that has changed, without a partitioner: nodes stay in their cells,
// cells that are torn apart are split, and nodes that were in none join a neighbour's. Refused with
// a sentence: cells of a graph with other nodes, or not of even levels. O(levels x arcs).
Result<Cells> kept_cells(const Ground& now, const Cells& old);

}  // namespace thalweg
