// The natural hierarchy: merging by terrain, compression, descending navigation.
//                                                          docs/reference/papers.md [NH]
//
//   thesis                  here                    meaning
//   low mesh                node (of a face graph)  a triangle
//   high mesh, top mesh     cell, top
//   weighted distance       Distances::weighted     what a route costs
//   unweighted distance     Distances::unweighted   its plain distance, heights included
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

#include <memory>

#include "thalweg/core/progress.hpp"
#include "thalweg/papers/descriptor.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

struct NaturalOptions {
  std::uint32_t layers = 10;          // 2 or more: at most so many, the nodes being one. 0: as
                                      // merging leaves it
  std::uint32_t steps = 0;            // of merging at most. DEFAULT: 0, to the end
  RestRule rule = RestRule::average;  // the thesis chose worst_unit
  std::uint32_t tie_bits = MergeOptions{}.tie_bits;            // 0 to 52. 52: as in the thesis
  std::uint32_t most_children = MergeOptions{}.most_children;  // 2 or more. 0: as in the thesis
  std::uint32_t near_nodes = 64;  // nodes searched by A* first, for goals that are near. 0: none
  Progress progress = {};
};

// The options that a spec of this planner sets. Refused with a sentence: values out of range.
Result<NaturalOptions> natural_options(const PlannerSpec& spec);

// What a tree of these options is called:
// "natural:layers=10:rule=average:tie_bits=3:most_children=256".
std::string natural_key(const NaturalOptions& options);

// Merges a graph's nodes by what its metric says, and compresses the tree. Refused with a sentence:
// options out of range.
Result<NaturalTree> natural_tree(const Ground& ground, const NaturalOptions& options = {});

// The planner with its tree: the same as make_planner("natural", ground).
Result<std::unique_ptr<Planner>> natural_planner(const Ground& ground,
                                                 const NaturalOptions& options = {});

}  // namespace thalweg
