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

// The ranges of options of merging. A limit on children of 0 means none.
inline constexpr std::uint32_t kMostTieBits = 52;
inline constexpr std::uint32_t kFewestChildren = 2;

struct MergeOptions {
  std::uint32_t steps = 0;  // at most. DEFAULT: 0, until nothing can be merged any more
  // Unit distances that agree in this many bits after the first count as equal, so that more tops
  // merge at once and trees stay shallow. DEFAULT: 3, classes a sixteenth to an eighth wide.
  // kMostTieBits: none
  std::uint32_t tie_bits = 3;
  // The greatest size of a group of matching tops, kFewestChildren or more. DEFAULT: 256. 0: any number, as in the thesis,
  // where a plateau becomes one cell of all its faces
  std::uint32_t most_children = 256;
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

// Continues merging from `tree`: the tree of single nodes, a saved step, or one whose cells an
// update dissolved. Tops merge only where arcs lead in both directions, so that inside a cell
// every node reaches every other. The same on any machine.
Merged merge(const NaturalGround& ground, NaturalTree tree, const MergeOptions& options = {});

}  // namespace thalweg
