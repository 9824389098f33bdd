// GrownTree: a natural tree, and how it was grown, so that merging can go on from a file.
#pragma once

#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

// How a natural tree was grown.
struct NaturalRecipe {
  RestRule rule = RestRule::average;
  std::uint32_t tie_bits = MergeOptions{}.tie_bits;
  std::uint32_t most_children = MergeOptions{}.most_children;
  std::uint32_t steps = 0;   // of merging taken
  bool is_done = false;      // nothing could be merged any more
  std::uint32_t layers = 0;  // after compression, the nodes being one; 0: not compressed
  GrowRule grow = GrowRule::thesis;
  std::uint32_t base = MergeOptions{}.base;  // of capped growth

  bool operator==(const NaturalRecipe&) const = default;
};

struct GrownTree {
  NaturalTree tree;
  NaturalRecipe recipe;
};

}  // namespace thalweg
