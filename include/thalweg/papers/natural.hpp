// The natural hierarchy: merging by terrain, compression, descending navigation.
//                                                          docs/reference/papers.md [NH]
//
//   thesis                  here                    meaning
//   low mesh                node (of a face graph)  a triangle
//   high mesh, top mesh     cell, top
//   weighted distance       Distances::weighted     what a way costs
//   unweighted distance     Distances::unweighted   what it would cost on flat and easy ground
//   joint                   NaturalTree::Joint      an arc that crosses a border
//   layers                  layer_count             the faces are one
//
//   1 price the triangles   price (Profile::thesis) 5.1
//   2 merge                 merge                   5.2
//   3 compress              compress, assemble      6
//   4 navigate              DescendingPlanner       4
//
// Departures: docs/guide/natural.md lists them.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

struct NaturalOptions {
  std::uint32_t layers = 10;          // at most, the nodes being one. 0: as merging leaves it
  std::uint32_t steps = 0;            // of merging at most. DEFAULT: 0, to the end
  RestRule rule = RestRule::average;  // the thesis chose worst_unit
  std::uint32_t tie_bits = MergeOptions{}.tie_bits;            // 52: as in the thesis
  std::uint32_t most_children = MergeOptions{}.most_children;  // 0: as in the thesis
  Progress progress = {};
};

// "full" is 0; else a number from 2 on. Refused with a sentence: anything else.
Result<std::uint32_t> natural_layers(std::string_view text);

// What a tree of these options is called: "natural:layers=10:rule=worst_unit:tie_bits=2:..."
std::string natural_key(const NaturalOptions& options);

// Merges a graph's nodes by what its metric says, and compresses the tree.
Result<NaturalTree> natural_tree(const Ground& ground, const NaturalOptions& options = {});

}  // namespace thalweg
