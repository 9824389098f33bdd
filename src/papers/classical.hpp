// Options that several planners over plain graphs share.
#pragma once

#include "papers/planner_recipe.hpp"
#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg {

template <class Options>
Option<Options> heuristic_option() {
  std::vector<std::pair<std::string_view, HeuristicKind>> kinds;
  for (const NamedHeuristic& heuristic : named_heuristics()) {
    kinds.emplace_back(heuristic.name, heuristic.kind);
  }
  return choice("heuristic", &Options::heuristic, std::move(kinds),
                {.help = "the estimate of the remaining cost; typical is not exact"});
}

}  // namespace thalweg
