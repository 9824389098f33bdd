// Natural merging: cells grown from below by what the ground costs (natural-hierarchy thesis, 5.2).
//
// Each step has two phases. Candidate picking: every top names its nearest neighbours by unit
// distance, the mean of both directions, weighted over unweighted. Processing matches: tops that
// name each other, and those that they match in turn, become one cell.
#pragma once

#include <cstdint>

#include "thalweg/core/progress.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

struct MergeOptions {
  std::uint32_t steps = 0;  // at most. DEFAULT: 0, until nothing can be merged any more
  // Unit distances within so small a part of each other count as equal: 2^-bits. DEFAULT: 2^-12
  std::uint32_t tie_bits = 12;
  Progress progress = {};
};

struct MergeReport {
  std::uint32_t steps = 0;  // taken in this call
  std::uint32_t cells = 0;  // made
  bool is_done = false;     // nothing can be merged any more
};

struct Merged {
  NaturalTree tree;
  MergeReport report;
};

// Goes on with merging where `tree` stands: from the tree of single nodes, a saved step, or one
// whose cells an update dissolved. Tops merge only where arcs lead both ways, so that inside a cell
// every node reaches every other. The same on any machine.
Merged merge(const NaturalGround& ground, NaturalTree tree, const MergeOptions& options = {});

}  // namespace thalweg
