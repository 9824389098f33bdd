// PlannerRecipe: a planner's descriptor with the type of its options, as the file of each paper
// writes it. descriptor_of turns it into the PlannerDescriptor that the registry lists. Only `table`,
// `summary` and `make` are needed.
#pragma once

#include <memory>
#include <utility>

#include "papers/options.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {

template <class Options>
struct PlannerRecipe {
  OptionTable<Options> table;  // with the planner's name
  std::string_view summary;
  bool is_exact = false;
  GraphSpec (*graph)(const World& world) = default_graph;
  bool (*serves)(const Ground& ground) = nullptr;
  const AnyStructureKind* builds = nullptr;  // with default options
  // Where options change it. DEFAULT: null, they do not
  const AnyStructureKind& (*builds_with)(const Options& options) = nullptr;
  std::string_view build_summary = {};
  // Reads the files that options name. DEFAULT: null, there are none
  Result<Options> (*settle)(Options options) = nullptr;
  // The plan gives it its recipe.
  Result<Structure> (*build)(const Ground& ground, const Options& options) = nullptr;
  // PlannerPlan::update.
  Result<std::optional<UpdatedStructure>> (*update)(const Structure& old, const Ground& before,
                                                    const Ground& now,
                                                    const Options& options) = nullptr;
  // Requires: `built` is what `build` made for the same ground and options.
  MadeSearch (*make)(const Ground& ground, const Structure& built,
                     const Options& options) = nullptr;
  AbstractOptions (*gates)(const Options& options) = nullptr;
};

// A function as PlannerRecipe::build, which gives a value of that kind.
template <auto kFunction, auto kKind, class Options>
Result<Structure> built_by(const Ground& ground, const Options& options) {
  TRY(auto built, kFunction(ground, options));
  return Structure(kKind(), ground, {}, std::move(built));
}

template <class Options>
Options with_tools(Options options, const BuildTools& tools) {
  if constexpr (requires { options.progress; }) options.progress = tools.progress;
  if constexpr (requires { options.partitioner; }) options.partitioner = tools.partitioner;
  return options;
}

template <class Options>
Result<PlannerPlan> plan_of(const PlannerRecipe<Options>& paper, const PlannerSpec& spec) {
  TRY(Options options, paper.table.read(spec));
  if (paper.settle != nullptr) {
    TRY(options, paper.settle(std::move(options)));
  }
  PlannerPlan plan;
  if (paper.build != nullptr) plan.key = paper.table.key(options);
  plan.builds = paper.builds_with == nullptr ? paper.builds : &paper.builds_with(options);
  plan.build = [&paper, options, key = plan.key](const Ground& ground,
                                                 const BuildTools& tools) -> Result<Structure> {
    if (paper.build == nullptr) return Structure();
    TRY(const Structure built, paper.build(ground, with_tools(options, tools)));
    return built.with_recipe(key);
  };
  if (paper.update != nullptr) {
    plan.update = [&paper, options](
                      const Structure& old, const Ground& before, const Ground& now,
                      const BuildTools& tools) -> Result<std::optional<UpdatedStructure>> {
      TRY(auto updated, paper.update(old, before, now, with_tools(options, tools)));
      if (updated) updated->structure = updated->structure.with_recipe(old.recipe());
      return updated;
    };
  }
  plan.make = [&paper, options](const Ground& ground, const Structure& built) {
    return paper.make(ground, built, options);
  };
  if (paper.gates != nullptr) plan.gates = paper.gates(options);
  return plan;
}

// Requires: the paper lives as long as the program.
template <class Options>
PlannerDescriptor descriptor_of(const PlannerRecipe<Options>& paper) {
  constexpr bool kNeedsPartitioner = requires(Options options) { options.partitioner; };
  PlannerDescriptor descriptor{.name = paper.table.planner,
                               .summary = paper.summary,
                               .is_exact = paper.is_exact,
                               .options = {},
                               .graph = paper.graph,
                               .serves = paper.serves,
                               .builds = paper.builds,
                               .build_summary = paper.build_summary,
                               .needs_partitioner = kNeedsPartitioner,
                               .check = {},
                               .plan = {}};
  for (const Option<Options>& option : paper.table.options) {
    descriptor.options.push_back(option.info);
  }
  descriptor.check = [&paper](const PlannerSpec& spec) -> Result<void> {
    TRY_DO(paper.table.read(spec));
    return {};
  };
  descriptor.plan = [&paper](const PlannerSpec& spec) { return plan_of(paper, spec); };
  return descriptor;
}

}  // namespace thalweg
