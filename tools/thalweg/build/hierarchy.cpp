// Builds the hierarchy of a planner that searches over gates.
#include <fmt/format.h>

#include <algorithm>

#include "build/build.hpp"

namespace thalweg::tool {
namespace {

// Settings that only merging has are refused rather than ignored.
void check_settings(const BuildJob& job) {
  if (job.settings.steps == 0 && job.settings.steps_to.empty()) return;
  const auto merging =
      std::ranges::find(planners(), Builds::natural_tree, &PlannerDescriptor::builds);
  throw UsageError(
      fmt::format("steps and steps_to are for {}, not for {}", merging->name, job.spec.name));
}

// "hpa_star.euclid.grid", followed by the options that differ from the defaults: ".20-size".
std::string name_of(const BuildJob& job, const std::string& key) {
  if (!job.settings.name.empty()) return job.settings.name;
  const PlannerDescriptor& planner = *need(find_planner(job.spec.name));
  std::string name = job.spec.name + "." + job.metric;
  for (const std::string& part : split_names(key, ':')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) continue;
    const std::string option = part.substr(0, equals);
    const std::string value = part.substr(equals + 1);
    if (value != planner.find_option(option)->fallback) name += "." + value + "-" + option;
  }
  return name;
}

}  // namespace

BuildOutcome build_hierarchy(const BuildJob& job) {
  check_settings(job);
  const PlannerPlan plan = need(planner_plan(job.spec));
  const Stopwatch watch;
  BuildOutcome built;
  built.what = StoredHierarchy{
      .name = name_of(job, plan.key),
      .recipe = plan.key,
      .metric = job.metric,
      .hierarchy = std::get<Hierarchy>(need(plan.build(job.ready.ground, terminal_progress())))};
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace thalweg::tool
