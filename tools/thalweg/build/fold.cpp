// Builds the fold of a graph.
#include "build/build.hpp"
#include "common/names.hpp"
#include "common/partitioner.hpp"

namespace thalweg::tool {

BuildOutcome build_fold(const BuildJob& job) {
  refuse_steps(job);
  const PlannerPlan plan = need(planner_plan(job.spec));
  const Stopwatch watch;
  const Built made = need(plan.build(job.ready.ground, build_tools(terminal_progress())));
  BuildOutcome built;
  built.what = StoredFold{
      .name = job.settings.name.empty()
                  ? hierarchy_name(*need(find_planner(job.spec.name)), job.metric, plan.key)
                  : job.settings.name,
      .recipe = plan.key,
      .metric = job.metric,
      .fold = std::get<Fold>(made)};
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace thalweg::tool
