// Builds the hierarchy of a planner that searches over gates.
#include <fmt/format.h>

#include <algorithm>

#include "build/build.hpp"
#include "common/names.hpp"
#include "common/partitioner.hpp"

namespace thalweg::tool {

void refuse_steps(const BuildJob& job) {
  if (job.settings.steps == 0 && job.settings.steps_to.empty()) return;
  const auto merging = std::ranges::find(planners(), Builds::natural, &PlannerDescriptor::builds);
  throw UsageError(fmt::format("steps and steps_to are for {}:refine=descent, not for {}",
                               merging->name, job.spec.name));
}

BuildOutcome build_hierarchy(const BuildJob& job) {
  refuse_steps(job);
  const PlannerPlan plan = need(planner_plan(job.spec));
  const Stopwatch watch;
  BuildOutcome built;
  built.what = StoredHierarchy{
      .name = job.settings.name.empty()
                  ? hierarchy_name(*need(find_planner(job.spec.name)), job.metric, plan.key)
                  : job.settings.name,
      .recipe = plan.key,
      .metric = job.metric,
      .hierarchy = std::get<Hierarchy>(
          need(plan.build(job.ready.ground, build_tools(terminal_progress()))))};
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace thalweg::tool
