#include "thalweg/papers/natural.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/paper.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg {
namespace {

GraphSpec graph_of_faces(const World& world) {
  return world.mesh.empty() ? GraphSpec::grid() : GraphSpec::faces();
}

Result<std::unique_ptr<Planner>> make_descending(const Ground& ground, const Built& built,
                                                 const NaturalOptions& options) {
  TRY(auto made, DescendingPlanner::make(ground, std::get<NaturalTree>(built),
                                         {.near_nodes = options.near_nodes}));
  return std::unique_ptr<Planner>(std::move(made));
}

std::vector<Option<NaturalOptions>> own_natural_options() {
  using O = NaturalOptions;
  return {
      number("layers", &O::layers,
             {.least = kFewestLayers,
              .most = kManyOf,
              .zero = "full",
              .help = "at most so many, the graph's nodes being one; full: as merging leaves them",
              .in_key = true}),
      choice(
          "rule", &O::rule,
          {RestRule::average, RestRule::worst_unweighted, RestRule::worst_weighted,
           RestRule::worst_unit},
          {.help = "what stands for the rest of a cell; worst_unit: the thesis", .in_key = true}),
      number("tie_bits", &O::tie_bits,
             {.most = kMostTieBits,
              .help = "unit distances that agree in so many bits after the first count as equal; "
                      "52: the thesis",
              .in_key = true}),
      number("most_children", &O::most_children,
             {.least = kFewestChildren,
              .most = kManyOf,
              .zero = "0",
              .help = "matches form groups of at most so many; 0: any number, the thesis",
              .in_key = true}),
      number("near", &O::near_nodes,
             {.most = kManyOf,
              .unit = "nodes",
              .help = "searched by A* first, for goals that are near; 0: none"}),
  };
}

const Paper<NaturalOptions>& natural_paper() {
  using O = NaturalOptions;
  static const Paper<O> kPaper = {
      .table = {"natural", own_natural_options()},
      .summary = "down a hierarchy grown from the terrain: fast, not the cheapest",
      .graph = graph_of_faces,
      .builds = Builds::natural_tree,
      .build_summary = "cells merged by what the ground costs, compressed to fewer layers",
      .build = built_by<natural_tree, O>,
      .make = make_descending};
  return kPaper;
}

}  // namespace

Result<NaturalTree> natural_tree(const Ground& priced, const NaturalOptions& options) try {
  TRY_DO(natural_paper().table.check(options));
  TRY(const NaturalGround ground, NaturalGround::of(priced));
  NaturalTree single = assemble(ground, Partition::of_single_nodes(ground.graph()), options.rule);
  NaturalTree tree = merge(ground, std::move(single),
                           {.steps = options.steps,
                            .tie_bits = options.tie_bits,
                            .most_children = options.most_children,
                            .progress = options.progress})
                         .tree;
  Partition partition = tree.partition();
  tree = {};
  if (options.layers != 0) {
    partition = compress(partition, {.layers = options.layers, .progress = options.progress});
  }
  // A tree that was not compressed is assembled too: a descent then reads memory in order.
  return assemble(ground, partition, options.rule);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::unique_ptr<Planner>> natural_planner(const Ground& ground,
                                                 const NaturalOptions& options) try {
  return planner_of(natural_paper(), ground, options);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<NaturalOptions> natural_options(const PlannerSpec& spec) {
  return natural_paper().table.read(spec);
}

std::string natural_key(const NaturalOptions& options) {
  return natural_paper().table.key(options);
}

PlannerDescriptor natural_descriptor() { return descriptor_of(natural_paper()); }

}  // namespace thalweg
