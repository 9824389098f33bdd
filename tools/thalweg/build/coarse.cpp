// Builds the coarse ground of a planner that searches a coarse mesh first.
#include "build/build.hpp"
#include "common/names.hpp"
#include "common/partitioner.hpp"

namespace thalweg::tool {

BuildOutcome build_coarse(const BuildJob& job) {
  refuse_steps(job);
  const PlannerPlan plan = need(planner_plan(job.spec));
  const Stopwatch watch;
  const Built made = need(plan.build(job.ready.ground, build_tools(terminal_progress())));
  BuildOutcome built;
  built.what =
      stored_coarse(job.settings.name.empty()
                        ? hierarchy_name(*need(find_planner(job.spec.name)), job.metric, plan.key)
                        : job.settings.name,
                    plan.key, job.metric, std::get<CoarseGround>(made));
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace thalweg::tool
