// The planner `hna_star` as the registry lists it. Whether end costs are stored is part of its key,
// since that changes what is built; how ends are connected otherwise is not.
#include "thalweg/papers/hna_star.hpp"

#include <array>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/gates.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 4> kWeights = {"even", "nodes", "edges", "random"};

AbstractOptions hna_star_search(const HnaStarOptions& options) {
  AbstractOptions search = gate_search(options);
  search.search.use = options.level == 0 ? LevelUse::best : LevelUse::one;
  search.search.level = options.level;
  search.search.connect = options.connect;
  return search;
}

MadeSearch make_hna_star(const Ground& ground, const Structure& built,
                         const HnaStarOptions& options) {
  return AbstractRouteSearch::make(ground, *built.as<Hierarchy>(), hna_star_search(options));
}

// What is built depends on whether costs are stored, not on how else ends are connected.
std::string stored_key(const HnaStarOptions& options) {
  return options.connect == ConnectBy::stored ? "stored" : "";
}

std::vector<Option<HnaStarOptions>> own_hna_star_options() {
  using O = HnaStarOptions;
  return {number("merged", &O::merged,
                 {.least = 2,
                  .most = 1e6,
                  .unit = "faces",
                  .help = "or cells, that become one cell of the next level, about",
                  .in_key = true}),
          number("levels", &O::levels,
                 {.least = 1,
                  .most = 16,
                  .help = "at most; fewer where one cell would be left",
                  .in_key = true}),
          choice("weights", &O::weights,
                 {KwayWeights::even, KwayWeights::random_nodes, KwayWeights::random_edges,
                  KwayWeights::random},
                 {.help = "even balances the cells and keeps gates few; others for comparison",
                  .in_key = true}),
          number("seed", &O::seed, {.most = kManyOf, .help = "of the partitioner", .in_key = true}),
          flag("scratch", &O::on_graph,
               {.help = "0 computes crossings from those of the level below: the same costs",
                .in_key = true}),
          number("level", &O::level,
                 {.least = 1,
                  .most = 16,
                  .zero = "auto",
                  .help = "the only level searched; auto: chosen for each query"}),
          with_key<O>(choice("connect", &O::connect,
                             {ConnectBy::dijkstra, ConnectBy::a_star, ConnectBy::parallel,
                              ConnectBy::stored},
                             {.help = "how ends are joined to gates; stored: by kept costs"}),
                      stored_key)};
}

const PlannerRecipe<HnaStarOptions>& hna_star_paper() {
  using O = HnaStarOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"hna_star", with_gate_options(own_hna_star_options())},
      .summary = "over cells of a mesh that METIS made: the cheapest, by a small search",
      .is_exact = true,
      .builds = &hierarchy_kind(),
      .build_summary = "k-way cells of a mesh, their gates and crossings",
      .build = built_by<hna_star, hierarchy_kind, O>,
      .update = hierarchy_updated_by<update_hna_star, O>,
      .make = make_hna_star,
      .gates = hna_star_search};
  return kRecipe;
}

HierarchyOptions border_gates(const HnaStarOptions& options) {
  return {.rule = GateRule::all,
          .keep_routes = options.keep_routes,
          .on_graph = options.on_graph,
          .keep_end_costs = options.connect == ConnectBy::stored,
          .progress = options.progress};
}

}  // namespace

std::string_view to_string(KwayWeights weights) {
  return kWeights[static_cast<std::size_t>(weights)];
}

Result<Hierarchy> hna_star(const Ground& ground, const HnaStarOptions& options) try {
  TRY_DO(hna_star_paper().table.check(options));
  TRY(const auto cells, kway_cells(ground, {.partitioner = options.partitioner,
                                            .merged = options.merged,
                                            .levels = options.levels,
                                            .seed = options.seed,
                                            .weights = options.weights,
                                            .progress = options.progress}));
  return build_hierarchy(ground, cells, border_gates(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<UpdatedHierarchy> update_hna_star(const Ground& before, const Hierarchy& old,
                                         const Ground& now, const HnaStarOptions& options) try {
  TRY_DO(hna_star_paper().table.check(options));
  TRY(const auto cells, kept_cells(now, old.cells()));
  return update_hierarchy(before, old, now, cells, border_gates(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

PlannerDescriptor hna_star_descriptor() { return descriptor_of(hna_star_paper()); }

}  // namespace thalweg
