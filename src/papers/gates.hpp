// What the papers over hierarchies share: the options of the search over gates, and the planner.
#pragma once

#include <utility>
#include <vector>

#include "papers/planner_recipe.hpp"

namespace thalweg {

template <class Options>
Option<Options> levels_option() {
  return number("levels", &Options::levels,
                {.least = 1,
                 .most = 16,
                 .help = "of sections; those of the next level are twice as wide",
                 .in_key = true});
}

// A paper's own options, followed by those that every planner over gates has.
template <class Options>
std::vector<Option<Options>> with_gate_options(std::vector<Option<Options>> options) {
  options.push_back(
      earlier("ways", flag("routes", &Options::keep_routes,
                           {.help = "0 finds the routes inside cells again: less memory, slower",
                            .in_key = true})));
  if constexpr (requires { &Options::search_level; }) {
    options.push_back(
        number("search", &Options::search_level,
               {.most = 16, .help = "the highest level searched; 0: all that there are"}));
  }
  options.push_back(
      flag("both", &Options::is_bidirectional, {.help = "1 searches the gates from both ends"}));
  options.push_back(number("near", &Options::near_nodes,
                           {.most = kManyOf,
                            .unit = "nodes",
                            .help = "searched by A* first, for goals that are near; 0: none"}));
  return options;
}

template <class Options>
AbstractOptions gate_search(const Options& options) {
  AbstractOptions search{.search = {.is_bidirectional = options.is_bidirectional},
                         .near_nodes = options.near_nodes};
  if constexpr (requires { options.search_level; }) search.search.level = options.search_level;
  if constexpr (requires { options.is_smooth; }) search.is_smooth = options.is_smooth;
  return search;
}

// A function that updates a planner's hierarchy as PlannerRecipe::update.
template <auto kFunction, class Options>
Result<std::optional<UpdatedStructure>> hierarchy_updated_by(const Structure& old,
                                                             const Ground& before,
                                                             const Ground& now,
                                                             const Options& options) {
  using Updated = std::optional<UpdatedStructure>;
  if (before.graph().node_count() != now.graph().node_count()) return Updated();
  TRY(UpdatedHierarchy updated, kFunction(before, *old.as<Hierarchy>(), now, options));
  const std::uint32_t cells = updated.rebuilt + updated.kept;
  return Updated({Structure(hierarchy_kind(), now, {}, std::move(updated.hierarchy)),
                  std::to_string(updated.rebuilt) + " of " + std::to_string(cells) + " cells"});
}

// PlannerRecipe::make of a planner over gates.
template <class Options>
MadeSearch make_over_gates(const Ground& ground, const Structure& built, const Options& options) {
  return AbstractRouteSearch::make(ground, *built.as<Hierarchy>(), gate_search(options));
}

}  // namespace thalweg
