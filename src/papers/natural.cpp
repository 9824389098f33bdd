// The planner `natural` as the registry lists it: a tree for descents, a pyramid otherwise. An
// option is part of the key only where the chosen rule of growth uses it.
#include "thalweg/papers/natural.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/planner_recipe.hpp"
#include "thalweg/hierarchy/pyramid_update.hpp"
#include "thalweg/partition/update.hpp"
#include "thalweg/planners/descending.hpp"
#include "thalweg/planners/pyramid_search.hpp"

namespace thalweg {
namespace {

GraphSpec graph_of_faces(const World& world) {
  return world.mesh.empty() ? GraphSpec::grid() : GraphSpec::faces();
}

MadeSearch make_natural(const Ground& ground, const Structure& built,
                        const NaturalOptions& options) {
  if (const auto* pyramid = built.as<Pyramid>()) {
    return PyramidSearch::make(ground, *pyramid,
                               {.rings = options.rings, .near_nodes = options.near_nodes});
  }
  return DescendingSearch::make(ground, built.as<GrownTree>()->tree,
                                {.near_nodes = options.near_nodes});
}

const AnyStructureKind& kind_built(const NaturalOptions& options) {
  if (options.refine == NaturalRefine::descent) return natural_tree_kind();
  return pyramid_kind();
}

Result<Structure> build_natural(const Ground& ground, const NaturalOptions& options) {
  if (options.refine == NaturalRefine::descent) {
    return built_by<grown_tree, natural_tree_kind, NaturalOptions>(ground, options);
  }
  return built_by<natural_pyramid, pyramid_kind, NaturalOptions>(ground, options);
}

MergeOptions merging(const NaturalOptions& options) {
  return {.steps = options.steps,
          .tie_bits = options.tie_bits,
          .most_children = options.most_children,
          .grow = options.grow,
          .base = options.base,
          .order = options.order,
          .progress = options.progress};
}

Result<std::optional<UpdatedStructure>> updated_tree(const GrownTree& old, const Ground& before,
                                                     const Ground& now,
                                                     const NaturalOptions& options) {
  TRY(const NaturalGround was, NaturalGround::of(before));
  TRY(const NaturalGround is, NaturalGround::of(now));
  UpdatedTree updated = update(was, is, old.tree, merging(options));
  if (updated.is_rebuilt) return std::optional<UpdatedStructure>();
  return std::optional<UpdatedStructure>(
      {Structure(natural_tree_kind(), now, {}, GrownTree{std::move(updated.tree), old.recipe}),
       std::to_string(updated.dissolved) + " cells dissolved"});
}

Result<std::optional<UpdatedStructure>> update_natural(const Structure& old, const Ground& before,
                                                       const Ground& now,
                                                       const NaturalOptions& options) {
  if (!have_same_arcs(before.graph(), now.graph())) return std::optional<UpdatedStructure>();
  if (const auto* tree = old.as<GrownTree>()) return updated_tree(*tree, before, now, options);
  TRY(UpdatedPyramid updated, update_pyramid(before, now, *old.as<Pyramid>()));
  const std::string cells = std::to_string(updated.pyramid.cells().cell_count());
  return std::optional<UpdatedStructure>(
      {Structure(pyramid_kind(), now, {}, std::move(updated.pyramid)),
       std::to_string(updated.measured) + " of " + cells + " cells"});
}

// An option that counts only where cells grow by this rule.
Option<NaturalOptions> of_growth(GrowRule rule, Option<NaturalOptions> option) {
  const auto text = option.text;
  return with_key<NaturalOptions>(std::move(option), [rule, text](const NaturalOptions& options) {
    return options.grow == rule ? text(options) : std::string();
  });
}
Option<NaturalOptions> of_thesis(Option<NaturalOptions> option) {
  return of_growth(GrowRule::thesis, std::move(option));
}

bool is_pyramid_of_capped(const NaturalOptions& options) {
  return options.grow == GrowRule::capped && options.refine == NaturalRefine::whole;
}

Option<NaturalOptions> cap_base_option() {
  auto option = number(
      "cap_base", &NaturalOptions::base,
      {.least = kSmallestBase,
       .most = kLargestBase,
       .help = "cells of a level have about so many times the nodes of those one level below"});
  const auto text = option.text;
  return with_key<NaturalOptions>(std::move(option), [text](const NaturalOptions& options) {
    const bool counts = options.grow == GrowRule::capped || options.refine == NaturalRefine::whole;
    return counts ? text(options) : std::string();
  });
}

// Trees that are compressed as in the thesis keep the names that files have for them.
Option<NaturalOptions> compress_option() {
  auto option =
      choice("compress", &NaturalOptions::compress, {CompressRule::children, CompressRule::size},
             {.help = "which cells go, for grow=thesis; children: those with the fewest, "
                      "the thesis; size: those not much smaller than their parent"});
  const auto text = option.text;
  return with_key<NaturalOptions>(std::move(option), [text](const NaturalOptions& options) {
    const bool counts = options.grow == GrowRule::thesis && options.layers != 0 &&
                        options.compress != CompressRule::children;
    return counts ? text(options) : std::string();
  });
}

// Counts where cells grow as in the thesis, and in trees.
Option<NaturalOptions> rule_option() {
  auto option = choice("rule", &NaturalOptions::rule,
                       {RestRule::average, RestRule::worst_unweighted, RestRule::worst_weighted,
                        RestRule::worst_unit, RestRule::harmonic},
                       {.help = "what stands for the rest of a cell, for grow=thesis and "
                                "refine=descent; worst_unit: the thesis"});
  const auto text = option.text;
  return with_key<NaturalOptions>(std::move(option), [text](const NaturalOptions& options) {
    return is_pyramid_of_capped(options) ? std::string() : text(options);
  });
}

std::vector<Option<NaturalOptions>> own_natural_options() {
  using O = NaturalOptions;
  return {
      choice("grow", &O::grow, {GrowRule::capped, GrowRule::thesis},
             {.help = "how cells grow; capped: level by level up to a size", .in_key = true}),
      cap_base_option(),
      of_growth(GrowRule::capped,
                choice("order", &O::order, {GrowOrder::cost, GrowOrder::unit},
                       {.help = "which neighbours unite first, for grow=capped; unit: by cost over "
                                "length, as in the thesis"})),
      choice(
          "refine", &O::refine, {NaturalRefine::whole, NaturalRefine::descent},
          {.help = "whole: the whole route again on each level; descent: cell by cell, the thesis",
           .in_key = true}),
      number("rings", &O::rings,
             {.most = kManyOf,
              .help = "of cells about the route of the lowest level, for refine=whole: more give "
                      "cheaper routes and slower searches"}),
      of_thesis(number("layers", &O::layers,
                       {.least = kFewestLayers,
                        .most = kManyOf,
                        .zero = "full",
                        .help = "at most so many, the graph's nodes being one, for grow=thesis; "
                                "full: as merging leaves them"})),
      compress_option(),
      rule_option(),
      of_thesis(
          number("tie_bits", &O::tie_bits,
                 {.most = kMostTieBits,
                  .help = "unit distances that agree in so many bits after the first count as "
                          "equal, for grow=thesis; 52: the thesis"})),
      of_thesis(number("most_children", &O::most_children,
                       {.least = kFewestChildren,
                        .most = kManyOf,
                        .zero = "0",
                        .help = "matches form groups of at most so many, for grow=thesis; 0: any "
                                "number, the thesis"})),
      number("near", &O::near_nodes,
             {.most = kManyOf,
              .unit = "nodes",
              .help = "searched by A* first, for goals that are near; 0: none"}),
  };
}

const PlannerRecipe<NaturalOptions>& natural_paper() {
  using O = NaturalOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"natural", own_natural_options()},
      .summary =
          "over a hierarchy grown from the terrain, refined level by level: fast, near the "
          "cheapest",
      .graph = graph_of_faces,
      .builds = &pyramid_kind(),
      .builds_with = kind_built,
      .build_summary = "levels of cells merged by what the ground costs",
      .build = build_natural,
      .update = update_natural,
      .make = make_natural};
  return kRecipe;
}

}  // namespace

std::string_view to_string(NaturalRefine refine) {
  return refine == NaturalRefine::whole ? "whole" : "descent";
}

namespace {

// Cells, and how they were grown.
struct Grown {
  Partition cells;
  NaturalRecipe recipe;
};

Grown grown_cells(const NaturalGround& ground, const NaturalOptions& options) {
  const RestRule rule = is_pyramid_of_capped(options) ? RestRule::harmonic : options.rule;
  NaturalTree single = assemble(ground, Partition::of_single_nodes(ground.graph()), rule);
  const Merged merged = merge(ground, std::move(single), merging(options));
  Grown grown{merged.tree.partition(),
              {.rule = options.rule,
               .tie_bits = options.tie_bits,
               .most_children = options.most_children,
               .steps = merged.report.steps,
               .is_done = merged.report.is_done,
               .grow = options.grow,
               .base = options.base}};
  if (options.grow == GrowRule::capped || options.layers == 0) return grown;
  grown.cells =
      compress(grown.cells,
               {.layers = options.layers, .rule = options.compress, .progress = options.progress});
  grown.recipe.layers = options.layers;
  return grown;
}

}  // namespace

Result<GrownTree> grown_tree(const Ground& priced, const NaturalOptions& options) try {
  TRY_DO(natural_paper().table.check(options));
  TRY(const NaturalGround ground, NaturalGround::of(priced));
  const Grown grown = grown_cells(ground, options);
  // A tree that was not compressed is assembled too: a descent then reads memory in order.
  return GrownTree{assemble(ground, grown.cells, options.rule), grown.recipe};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<NaturalTree> natural_tree(const Ground& ground, const NaturalOptions& options) {
  TRY(GrownTree grown, grown_tree(ground, options));
  return std::move(grown.tree);
}

Result<Pyramid> natural_pyramid(const Ground& priced, const NaturalOptions& options) try {
  TRY_DO(natural_paper().table.check(options));
  TRY(const NaturalGround ground, NaturalGround::of(priced));
  return build_pyramid(priced, grown_cells(ground, options).cells,
                       {.base = options.base, .progress = options.progress});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<NaturalOptions> natural_options(const PlannerSpec& spec) {
  return natural_paper().table.read(spec);
}

PlannerDescriptor natural_descriptor() { return descriptor_of(natural_paper()); }

}  // namespace thalweg
