#include "serve/snapshot.hpp"

#include <fmt/format.h>

#include <atomic>

#include "common/built.hpp"

namespace thalweg::tool::serve {
namespace {

std::uint64_t next_snapshot_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Options that take any text name files of this machine: not for requests.
void check_no_files(const PlannerSpec& spec) {
  const PlannerDescriptor& planner = *need_option(find_planner(spec.name));
  for (const OptionInfo& option : planner.options) {
    if (option.numbers || !option.choices.empty()) continue;
    if (!spec.value(option.name, {}).empty()) {
      throw UsageError(
          fmt::format("the option '{}' names a file, which requests may not", option.name));
    }
  }
}

std::string land_key(const std::string& graph, const std::string& profile) {
  return profile + "." + graph;
}

PlannerPlan plan_of(const Chosen& chosen, const Land& land) {
  return need(planner_plan(chosen_planner(chosen.asked.spec, land.ready.ground)));
}

}  // namespace

Snapshot::Snapshot(Store store, std::shared_ptr<const DrawMesh> drawing)
    : id_(next_snapshot_id()), store_(std::move(store)), drawing_(std::move(drawing)) {}

std::shared_ptr<const DrawMesh> Snapshot::drawing() const {
  {
    const std::lock_guard lock(mutex_);
    if (drawing_) return drawing_;
  }
  auto made = std::make_shared<const DrawMesh>(draw_mesh(world()));
  const std::lock_guard lock(mutex_);
  if (!drawing_) drawing_ = std::move(made);
  return drawing_;
}

Chosen Snapshot::choose(const std::string& planner, const std::string& profile,
                        const std::string& graph) const {
  Chosen chosen{parse_asked_planner(planner), profile, graph};
  check_no_files(chosen.asked.spec);
  need_option(named_profile(profile));
  if (!chosen.asked.graph.empty()) chosen.graph = chosen.asked.graph;
  if (chosen.graph.empty()) chosen.graph = graph_for(chosen.asked.spec, world());
  need_option(space_graph(chosen.graph));
  return chosen;
}

std::shared_ptr<Land> Snapshot::known_land(const std::string& graph,
                                           const std::string& profile) const {
  const std::lock_guard lock(mutex_);
  const auto found = lands_.find(land_key(graph, profile));
  return found == lands_.end() ? nullptr : found->second;
}

std::shared_ptr<Land> Snapshot::land(const std::string& graph, const std::string& profile,
                                     const Progress& progress) const {
  if (auto known = known_land(graph, profile)) return known;
  const std::lock_guard pricing(pricing_);
  if (auto known = known_land(graph, profile)) return known;
  report(progress, "building and pricing the graph", 0);
  const std::string name = land_key(graph, profile);
  const Stopwatch watch;
  auto made = std::make_shared<Land>(
      name, ready_graph(store_, graph, need_option(named_profile(profile)), progress));
  note_built(name, name, watch.seconds());
  const std::lock_guard lock(mutex_);
  return lands_[name] = std::move(made);
}

bool Snapshot::is_ready(const Chosen& chosen) const {
  const auto known = known_land(chosen.graph, chosen.profile);
  if (!known) return false;
  const PlannerPlan plan = plan_of(chosen, *known);
  const std::lock_guard lock(known->mutex);
  return plan.key.empty() || known->ready.stock->find(plan.key, known->ready.ground) != nullptr;
}

Built Snapshot::built(const Chosen& chosen, const Progress& progress) const {
  const auto where = land(chosen.graph, chosen.profile, progress);
  const PlannerSpec spec = chosen_planner(chosen.asked.spec, where->ready.ground);
  const PlannerPlan plan = need(planner_plan(spec));
  if (plan.key.empty()) return {};
  const auto known = [&] {
    const std::lock_guard lock(where->mutex);
    auto found = known_built(store_, where->ready, plan);
    if (found) where->built_for.try_emplace(plan.key, spec);
    return found;
  };
  if (auto found = known()) return *found;
  const std::lock_guard building(where->building);
  if (auto found = known()) return *found;
  report(progress, "building for " + chosen.asked.name, 0);
  const Stopwatch watch;
  Built made = need(plan.build(where->ready.ground, build_tools(progress)));
  note_built(plan.key, where->name, watch.seconds());
  const std::lock_guard lock(where->mutex);
  where->ready.stock->add(plan.key, where->ready.ground, made);
  where->built_for[plan.key] = spec;
  return made;
}

MadePlanner Snapshot::planner(const Chosen& chosen, const Progress& progress) const {
  const Built structure = built(chosen, progress);
  const auto where = land(chosen.graph, chosen.profile, progress);
  const PlannerSpec used = chosen_planner(chosen.asked.spec, where->ready.ground);
  return {need(need(planner_plan(used)).make(where->ready.ground, structure)), used.name};
}

std::string Snapshot::key(const Chosen& chosen) const {
  return fmt::format("{} {} {} {}", id_, chosen.profile, chosen.graph, chosen.asked.name);
}

}  // namespace thalweg::tool::serve
