// The planners that need nothing but a graph: A*, Dijkstra, and Dijkstra from both ends.
#include "papers/classical.hpp"

#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/bidirectional.hpp"
#include "thalweg/planners/fold.hpp"

namespace thalweg {
namespace {

using MadePlanner = Result<std::unique_ptr<Planner>>;

struct NoOptions {};

// With fewer nodes a search is done before a fold pays.
constexpr std::uint32_t kLeastFolded = 512;

// Meshes of levels are nearly trees: there A* searches what is left after dead ends and chains are
// folded away (hierarchy/fold.hpp). The same costs, a part of the nodes.
MadePlanner make_a_star(const Ground& ground, const Built& /*built*/, const AStarOptions& options) {
  const bool is_plain =
      options.heuristic == HeuristicKind::fitting && !options.is_hashed && !options.is_backward;
  const bool is_large = ground.graph().node_count() >= kLeastFolded;
  if (!options.is_folded || !is_plain || !is_large || !is_worth_folding(ground)) {
    return MadePlanner(std::make_unique<AStarPlanner>(ground, options));
  }
  TRY(const Fold fold,
      fold_ground(ground, {.table_limit = 0, .label_limit = 0, .short_paths = false}));
  TRY(auto planner, FoldPlanner::make(ground, fold));
  return MadePlanner(std::move(planner));
}

const Paper<AStarOptions>& a_star_paper() {
  using O = AStarOptions;
  static const Paper<O> kPaper = {
      .table =
          {"a_star",
           {heuristic_option<O>(), bank_option<O>(),
            flag("backward", &O::is_backward, {.help = "1 searches from the goal to the start"}),
            flag("fold", &O::is_folded,
                 {.help = "0 searches the whole graph, even of meshes that are nearly trees"})}},
      .summary = "the cheapest route, led by a heuristic",
      .is_exact = true,
      .make = make_a_star};
  return kPaper;
}

const Paper<NoOptions>& bidirectional_paper() {
  static const Paper<NoOptions> kPaper = {
      .table = {"bidirectional", {}},
      .summary = "the cheapest route by Dijkstra from both ends",
      .is_exact = true,
      .make = [](const Ground& ground, const Built&, const NoOptions&) {
        return MadePlanner(std::make_unique<BidirectionalPlanner>(ground));
      }};
  return kPaper;
}

const Paper<NoOptions>& dijkstra_paper() {
  static const Paper<NoOptions> kPaper = {
      .table = {"dijkstra", {}},
      .summary = "the cheapest route by cost alone: the oracle",
      .is_exact = true,
      .make = [](const Ground& ground, const Built&, const NoOptions&) {
        return MadePlanner(
            std::make_unique<AStarPlanner>(ground, AStarOptions{.heuristic = HeuristicKind::none}));
      }};
  return kPaper;
}

}  // namespace

PlannerDescriptor a_star_descriptor() { return descriptor_of(a_star_paper()); }
PlannerDescriptor bidirectional_descriptor() { return descriptor_of(bidirectional_paper()); }
PlannerDescriptor dijkstra_descriptor() { return descriptor_of(dijkstra_paper()); }

}  // namespace thalweg
