// Compression of a partition to fewer layers (natural-hierarchy thesis, chapter 6).
//
// A compressed cell hands its children to its parent. The cells with the fewest children go first,
// and only cells that make the tree too deep.
#pragma once

#include <cstdint>
#include <string_view>

#include "thalweg/core/progress.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

// Layers as the natural-hierarchy thesis counts them: the nodes are one, and cells add one for each
// level.
inline std::uint32_t layer_count(const Partition& partition) { return partition.top_level() + 1; }

// A compressed partition keeps its nodes and its tops.
inline constexpr std::uint32_t kFewestLayers = 2;

// Which cells go.
enum class CompressRule : std::uint32_t {
  children,  // the cells with the fewest children first, as in the thesis
  size,      // cells whose parent is not larger by a class; classes are even steps of the logarithm
             // of nodes, so that no cell gets too many children
};

std::string_view to_string(CompressRule rule);

struct CompressOptions {
  std::uint32_t layers = 10;  // at most, counting the nodes as one; kFewestLayers or more
  std::uint32_t steps = 0;    // of compression by children, at most. DEFAULT: 0, no limit
  CompressRule rule = CompressRule::children;
  Progress progress = {};
};

// The partition with at most `layers` layers, or after `steps` steps. Cells are renumbered in their
// old order. Tops stay. Where a cell and its child could go in one step, the lower goes. May
// end with fewer layers than wanted: a step can shorten a chain by several. About O(nodes +
// cells log cells) for trees of merging; at worst, on trees as deep as they have cells, layers
// times that.
Partition compress(const Partition& partition, const CompressOptions& options = {});

}  // namespace thalweg
