// The planner `thpa_star` as the registry lists it: sections of a triangulation, shared faces as
// gates. An update finds the sections again and keeps what is equal.
#include "thalweg/papers/thpa_star.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/gates.hpp"
#include "partition/section_lattice.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

bool is_of_faces(const Ground& ground) { return ground.graph().facts().nodes_are_faces; }

std::vector<Option<ThpaStarOptions>> own_thpa_star_options() {
  using O = ThpaStarOptions;
  return {number("size", &O::size,
                 {.most = kLargestSection,
                  .is_above_least = true,
                  .unit = "metres",
                  .help = "the side of a section",
                  .in_key = true}),
          levels_option<O>()};
}

const PlannerRecipe<ThpaStarOptions>& thpa_star_paper() {
  using O = ThpaStarOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"thpa_star", with_gate_options(own_thpa_star_options())},
      .summary = "over sections of a triangulation: fast, not the cheapest",
      .graph = [](const World&) { return GraphSpec::faces(); },
      .serves = is_of_faces,
      .builds = &hierarchy_kind(),
      .build_summary = "sections of a triangulation, their gates and crossings",
      .build = built_by<thpa_star, hierarchy_kind, O>,
      .update = hierarchy_updated_by<update_thpa_star, O>,
      .make = make_over_gates<O>,
      .gates = gate_search<O>};
  return kRecipe;
}

Result<Cells> rectangles(const Ground& ground, const ThpaStarOptions& options) {
  TRY_DO(thpa_star_paper().table.check(options));
  if (!is_of_faces(ground)) return Error{"THPA* needs a graph of faces"};
  report(options.progress, "sections", 0);
  return triangle_sections(ground, {.size = options.size, .levels = options.levels});
}

HierarchyOptions entrances(const ThpaStarOptions& options) {
  return {
      .rule = GateRule::shared, .keep_routes = options.keep_routes, .progress = options.progress};
}

}  // namespace

Result<Hierarchy> thpa_star(const Ground& ground, const ThpaStarOptions& options) try {
  TRY(const auto cells, rectangles(ground, options));
  return build_hierarchy(ground, cells, entrances(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<UpdatedHierarchy> update_thpa_star(const Ground& before, const Hierarchy& old,
                                          const Ground& now, const ThpaStarOptions& options) try {
  TRY(const auto cells, rectangles(now, options));
  return update_hierarchy(before, old, now, cells, entrances(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

PlannerDescriptor thpa_star_descriptor() { return descriptor_of(thpa_star_paper()); }

}  // namespace thalweg
