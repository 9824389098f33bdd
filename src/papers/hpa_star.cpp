// The planner `hpa_star` as the registry lists it: sections of a grid in squares, entrances as
// gates. An update finds the sections again and keeps what is equal.
#include "thalweg/papers/hpa_star.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/gates.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

bool is_grid_of_squares(const Ground& ground) { return is_of_squares(ground.graph()); }

std::vector<Option<HpaStarOptions>> own_hpa_star_options() {
  using O = HpaStarOptions;
  return {number("size", &O::size,
                 {.least = 1,
                  .most = 4096,
                  .unit = "squares",
                  .help = "the side of a section",
                  .in_key = true}),
          levels_option<O>(),
          number("wide", &O::wide,
                 {.most = kManyOf,
                  .unit = "squares",
                  .help = "border segments from this width on get two gates, others one",
                  .in_key = true}),
          flag("smooth", &O::is_smooth, {.help = "0 leaves the route as the gates bend it"})};
}

const PlannerRecipe<HpaStarOptions>& hpa_star_paper() {
  using O = HpaStarOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"hpa_star", with_gate_options(own_hpa_star_options())},
      .summary = "over sections of a grid: fast, nearly the cheapest",
      .graph = [](const World&) { return GraphSpec::grid(); },
      .serves = is_grid_of_squares,
      .builds = &hierarchy_kind(),
      .build_summary = "sections of a grid, their gates and crossings",
      .build = built_by<hpa_star, hierarchy_kind, O>,
      .update = hierarchy_updated_by<update_hpa_star, O>,
      .make = make_over_gates<O>,
      .gates = gate_search<O>};
  return kRecipe;
}

Result<Cells> clusters(const Ground& ground, const HpaStarOptions& options) {
  TRY_DO(hpa_star_paper().table.check(options));
  if (!is_grid_of_squares(ground)) return Error{"HPA* needs a grid of squares"};
  report(options.progress, "sections", 0);
  return sections(ground,
                  {.size = options.size * ground.world().grid.spacing(), .levels = options.levels});
}

HierarchyOptions entrances(const HpaStarOptions& options) {
  return {.rule = GateRule::entrances,
          .wide = options.wide,
          .keep_routes = options.keep_routes,
          .progress = options.progress};
}

}  // namespace

Result<Hierarchy> hpa_star(const Ground& ground, const HpaStarOptions& options) try {
  TRY(const auto cells, clusters(ground, options));
  return build_hierarchy(ground, cells, entrances(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<UpdatedHierarchy> update_hpa_star(const Ground& before, const Hierarchy& old,
                                         const Ground& now, const HpaStarOptions& options) try {
  TRY(const auto cells, clusters(now, options));
  return update_hierarchy(before, old, now, cells, entrances(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

PlannerDescriptor hpa_star_descriptor() { return descriptor_of(hpa_star_paper()); }

}  // namespace thalweg
