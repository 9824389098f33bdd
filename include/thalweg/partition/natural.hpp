// Natural merging: cells grown from below by what the ground costs (natural-hierarchy thesis, 5.2).
//
// Each step has two phases. Candidate picking: every top names its nearest neighbours by unit
// distance, the mean of both directions, weighted over unweighted. Processing matches: tops that
// name each other, and those that they match in turn, become one cell.
//
// Capped growth unites neighbouring tops, nearest first, but level by level: cells of one level have
// about base times as many nodes as those of the level below, so the tree is shallow and balanced.
#pragma once

#include <cstdint>
#include <string_view>

#include "thalweg/core/progress.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

// The ranges of options of merging. A limit on children of 0 means none.
inline constexpr std::uint32_t kMostTieBits = 52;
inline constexpr std::uint32_t kFewestChildren = 2;

// How tops are put into groups that become cells.
enum class GrowRule : std::uint32_t {
  thesis,  // matching tops, whatever their size
  capped,  // neighbouring tops, nearest first, up to base^k nodes in the k-th level
};

std::string_view to_string(GrowRule rule);

// Which tops are nearest in capped growth.
enum class GrowOrder : std::uint32_t {
  cost,  // least cost of the more expensive direction
  unit,  // least unit distance, as in the thesis
};

std::string_view to_string(GrowOrder order);

// The range of the base of capped growth.
inline constexpr std::uint32_t kSmallestBase = 2;
inline constexpr std::uint32_t kLargestBase = 65536;

struct MergeOptions {
  std::uint32_t steps = 0;  // at most. DEFAULT: 0, until nothing can be merged any more
  // Unit distances that agree in this many bits after the first count as equal, so that more tops
  // merge at once and trees stay shallow. DEFAULT: 3, classes a sixteenth to an eighth wide.
  // kMostTieBits: none
  std::uint32_t tie_bits = 3;
  // The greatest size of a group of matching tops, kFewestChildren or more. DEFAULT: 256. 0: any number, as in the thesis,
  // where a plateau becomes one cell of all its faces
  std::uint32_t most_children = 256;
  // Capped growth uses neither tie_bits nor most_children. DEFAULT: thesis
  GrowRule grow = GrowRule::thesis;
  std::uint32_t base = 16;            // of capped growth, kSmallestBase to kLargestBase
  GrowOrder order = GrowOrder::cost;  // of capped growth
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
