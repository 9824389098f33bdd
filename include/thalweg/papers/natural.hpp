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
//   4 navigate              DescendingSearch        4
//
// Departures: docs/guide/natural.md lists them. By default cells grow level by level up to a size,
// and the whole route is refined level by level (PyramidSearch). The thesis's own planner is
// "natural:grow=thesis:refine=descent".
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/papers/descriptor.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/partition/grown_tree.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

// How a route is found in the cells.
enum class NaturalRefine : std::uint8_t {
  whole,    // the whole route again on each level (PyramidSearch)
  descent,  // the thesis: the first cell of the route is expanded, again and again
};

std::string_view to_string(NaturalRefine refine);

struct NaturalOptions {
  GrowRule grow = GrowRule::capped;
  std::uint32_t base = MergeOptions{}.base;  // of capped growth and of the levels of a pyramid
  GrowOrder order = GrowOrder::cost;         // of capped growth
  NaturalRefine refine = NaturalRefine::whole;
  std::uint32_t rings = 0;    // of whole refinement: PyramidPlannerOptions::rings
  std::uint32_t layers = 10;  // of growth as in the thesis. 2 or more: at most so many, the
                              // nodes being one. 0: as merging leaves it
  CompressRule compress = CompressRule::children;    // to those layers
  std::uint32_t steps = 0;                           // of merging at most. DEFAULT: 0, to the end
  RestRule rule = RestRule::average;                 // the thesis chose worst_unit. Pyramids
                                                     // over capped cells: always harmonic
  std::uint32_t tie_bits = MergeOptions{}.tie_bits;  // 0 to 52. 52: as in the thesis
  std::uint32_t most_children = MergeOptions{}.most_children;  // 2 or more. 0: as in the thesis
  std::uint32_t near_nodes = 64;  // nodes searched by A* first, for goals that are near. 0: none
  Progress progress = {};
};

// The options that a spec of this planner sets. Refused with a sentence: values out of range.
Result<NaturalOptions> natural_options(const PlannerSpec& spec);

// Merges a graph's nodes by what its metric says; a tree grown as in the thesis is compressed.
// Refused with a sentence: options out of range.
Result<GrownTree> grown_tree(const Ground& ground, const NaturalOptions& options = {});
// The tree alone.
Result<NaturalTree> natural_tree(const Ground& ground, const NaturalOptions& options = {});

// The pyramid over such a tree. Refused with a sentence: options out of range.
Result<Pyramid> natural_pyramid(const Ground& ground, const NaturalOptions& options = {});

}  // namespace thalweg
