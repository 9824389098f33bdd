// Building the hierarchy of a planner that goes from gate to gate: hpa_star, thpa_star, rooms.
#include <fmt/format.h>

#include <algorithm>

#include "build/build.hpp"

namespace thalweg::tool {
namespace {

// Settings that merging alone knows are not passed over in silence.
void check_settings(const BuildJob& job) {
  const BuildSettings& given = job.settings;
  const BuildSettings defaults;
  const bool is_plain = given.layers.empty() && given.rule.empty() && given.steps == 0 &&
                        given.steps_to.empty() && given.tie_bits == defaults.tie_bits &&
                        given.most_children == defaults.most_children;
  if (is_plain) return;
  throw Failure(fmt::format(
      "layers, rule, tie_bits, most_children, steps and steps_to are for natural, not for {}",
      job.spec.name));
}

std::string_view fallback_of(std::string_view planner, std::string_view option) {
  const auto info = std::ranges::find(planners(), planner, &PlannerInfo::name);
  const auto known = std::ranges::find(info->options, option, &PlannerOption::name);
  return known == info->options.end() ? std::string_view{} : known->fallback;
}

// "hpa_star.euclid.grid", and what is not as by default: ".20-size".
std::string name_of(const BuildJob& job, const std::string& key) {
  if (!job.settings.name.empty()) return job.settings.name;
  std::string name = job.spec.name + "." + job.metric;
  for (const std::string& part : split_names(key, ':')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) continue;
    const std::string option = part.substr(0, equals);
    const std::string value = part.substr(equals + 1);
    if (value != fallback_of(job.spec.name, option)) name += "." + value + "-" + option;
  }
  return name;
}

}  // namespace

Built build_hierarchy(const BuildJob& job) {
  check_settings(job);
  const auto plan = need(hierarchy_plan(job.spec));
  const Stopwatch watch;
  Built built;
  built.what =
      StoredHierarchy{.name = name_of(job, plan->key),
                      .recipe = plan->key,
                      .metric = job.metric,
                      .hierarchy = need(plan->build(job.ready.ground, terminal_progress()))};
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace thalweg::tool
