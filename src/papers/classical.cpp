// The planners that need nothing but a graph: A*, Dijkstra, and Dijkstra from both ends.
#include "papers/classical.hpp"

#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/bidirectional.hpp"

namespace thalweg {
namespace {

struct NoOptions {};

// Earlier versions searched the folded graph of some meshes, unless `fold=0` forbade it.
Result<PlannerSpec> without_fold(PlannerSpec spec) {
  if (spec.value("fold", "0") == "1") {
    return Error{"a_star searches the whole graph: A* over the folded graph is fold:core=search"};
  }
  std::erase_if(spec.settings, [](const PlannerSpec::Setting& setting) {
    return setting.option == "fold" && setting.value == "0";
  });
  return spec;
}

const PlannerRecipe<AStarOptions>& a_star_paper() {
  using O = AStarOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"a_star",
                {heuristic_option<O>(), flag("backward", &O::is_backward,
                                             {.help = "1 searches from the goal to the start"})},
                without_fold},
      .summary = "the cheapest route, led by a heuristic",
      .is_exact = true,
      .make = [](const Ground& ground, const Structure&, const O& options) {
        return MadeSearch(std::make_unique<AStarSearch>(ground, options));
      }};
  return kRecipe;
}

const PlannerRecipe<NoOptions>& bidirectional_paper() {
  static const PlannerRecipe<NoOptions> kRecipe = {
      .table = {"bidirectional", {}},
      .summary = "the cheapest route by Dijkstra from both ends",
      .is_exact = true,
      .make = [](const Ground& ground, const Structure&, const NoOptions&) {
        return MadeSearch(std::make_unique<BidirectionalSearch>(ground));
      }};
  return kRecipe;
}

const PlannerRecipe<NoOptions>& dijkstra_paper() {
  static const PlannerRecipe<NoOptions> kRecipe = {
      .table = {"dijkstra", {}},
      .summary = "the cheapest route by cost alone: the oracle",
      .is_exact = true,
      .make = [](const Ground& ground, const Structure&, const NoOptions&) {
        return MadeSearch(
            std::make_unique<AStarSearch>(ground, AStarOptions{.heuristic = HeuristicKind::none}));
      }};
  return kRecipe;
}

}  // namespace

PlannerDescriptor a_star_descriptor() { return descriptor_of(a_star_paper()); }
PlannerDescriptor bidirectional_descriptor() { return descriptor_of(bidirectional_paper()); }
PlannerDescriptor dijkstra_descriptor() { return descriptor_of(dijkstra_paper()); }

}  // namespace thalweg
