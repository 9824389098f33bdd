// Fold: the cheapest route on meshes that are nearly trees.      docs/guide/fold.md
//
//   1 take off dead ends, draw chains together, look up the rest   fold_ground (hierarchy/fold.hpp)
//   2 lead both ends into the core, let them meet, copy the route together       fold_search (planners/fold.hpp)
#include "thalweg/planners/fold.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/planner_recipe.hpp"

namespace thalweg {
namespace {

struct FoldPlannerOptions {
  std::optional<FoldCore> core;  // null: as the limits allow
  double table = 32;             // megabytes: the most that the table of the core may take; 0: none
  double labels = 64;            // megabytes: the most that hub labels may take; 0: none
  double share = 0.5;            // of the nodes, 0 to 1: with more junctions, and neither table nor
                                 // labels, A* searches the whole graph
  bool is_shortest = true;  // paths on level ground are the shortest; else the taut ones of routes
  Progress progress = {};
};

GraphSpec portals_of(const World& /*world*/) { return GraphSpec::portals(); }

// Keys leave it out where it is auto, as those that were stored before there was a choice.
Option<FoldPlannerOptions> core_option() {
  using O = FoldPlannerOptions;
  auto option = choice<O, std::optional<FoldCore>>(
      "core", &O::core,
      {{"auto", std::nullopt},
       {"table", FoldCore::table},
       {"labels", FoldCore::labels},
       {"search", FoldCore::search}},
      {.help = "how routes between junctions are known; auto: as table, labels and share allow; "
               "search: A* over the folded graph"});
  return with_key<O>(option, [name = option.text](const O& options) {
    return options.core ? name(options) : std::string();
  });
}

constexpr double kMostMegabytes = 100'000;  // of a table, or of labels

Result<Fold> fold_for(const Ground& ground, const FoldPlannerOptions& options) {
  const auto limit = [&](FoldCore core, double megabytes) {
    if (!options.core) return megabytes;
    return *options.core == core ? kMostMegabytes : 0;
  };
  TRY(Fold fold, fold_ground(ground, {.table_limit = limit(FoldCore::table, options.table),
                                      .label_limit = limit(FoldCore::labels, options.labels),
                                      .most_junctions = options.share,
                                      .short_paths = options.core != FoldCore::search,
                                      .progress = options.progress}));
  const bool may_differ = !options.core || *options.core == FoldCore::search;
  if (may_differ || fold.core == *options.core) return fold;
  const std::string core = "core=" + core_option().text(options) + " cannot be had: ";
  if (fold.core == FoldCore::whole) return Error{core + "the ground does not fold"};
  if (fold.junctions.empty()) return fold;  // nothing to know
  return Error{core + "the ground has too many junctions, or costs that do not fit"};
}

Result<std::optional<UpdatedStructure>> updated_fold(const Structure& old, const Ground& before,
                                                     const Ground& now,
                                                     const FoldPlannerOptions& /*options*/) {
  TRY(auto fold, update_fold(*old.as<Fold>(), before, now));
  if (!fold) return std::optional<UpdatedStructure>();
  return std::optional<UpdatedStructure>(
      {Structure(fold_kind(), now, {}, std::move(*fold)), "sums and rows that the change reaches"});
}

MadeSearch make_fold(const Ground& ground, const Structure& built,
                     const FoldPlannerOptions& options) {
  return fold_search(ground, *built.as<Fold>(), {.is_shortest = options.is_shortest});
}

const PlannerRecipe<FoldPlannerOptions>& fold_paper() {
  using O = FoldPlannerOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"fold",
                {core_option(),
                 number("table", &O::table,
                        {.most = kMostMegabytes,
                         .unit = "megabytes",
                         .help = "that the table of routes between junctions may take",
                         .in_key = true}),
                 number("labels", &O::labels,
                        {.most = kMostMegabytes,
                         .unit = "megabytes",
                         .help = "that hub labels may take where the table would take more; where "
                                 "they would, too, A* searches between junctions",
                         .in_key = true}),
                 number("share", &O::share,
                        {.most = 1,
                         .help = "of the nodes: with more junctions, and neither table nor labels, "
                                 "A* searches the whole graph",
                         .in_key = true}),
                 flag("shortest", &O::is_shortest,
                      {.help = "paths on level ground of one price are the shortest; 0: the taut "
                               "paths of the cheapest routes"})}},
      .summary = "the cheapest route on meshes that are nearly trees, looked up: microseconds",
      .is_exact = true,
      .graph = portals_of,
      .serves = can_fold,
      .builds = &fold_kind(),
      .build_summary = "the graph without dead ends and chains, and the routes between the rest",
      .build = built_by<fold_for, fold_kind, O>,
      .update = updated_fold,
      .make = make_fold};
  return kRecipe;
}

}  // namespace

PlannerDescriptor fold_descriptor() { return descriptor_of(fold_paper()); }

}  // namespace thalweg
