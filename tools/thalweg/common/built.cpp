// Structures are looked for in the file by kind, fingerprint and recipe; what is missing is built,
// with a note that thalweg build keeps it.
#include "common/built.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/partitioner.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

// True if the second is further than the first: finished, or after more steps.
bool is_further(const StructureHeader& one, const StructureHeader& other) {
  return one.steps && (!other.steps || *other.steps > *one.steps);
}

// The structures that the plan can use: the finished ones first, then those after most steps.
std::vector<const StoredStructure*> find_built(const Store& store, const Ground& ground,
                                               const PlannerPlan& plan) {
  std::vector<const StoredStructure*> found;
  for (const StoredStructure& stored : store.structures) {
    if (stored.kind != plan.builds->names().name || stored.header.ground != ground.fingerprint() ||
        !is_same_recipe(stored.header.recipe, plan.key)) {
      continue;
    }
    found.push_back(&stored);
  }
  std::ranges::stable_sort(found, [](const StoredStructure* one, const StoredStructure* other) {
    return is_further(other->header, one->header);
  });
  return found;
}

// Puts the structure that the store has for that plan into the graph's cache. Where the first is damaged, the next
// may do.
void take_from_store(const Store& store, const ReadyGraph& ready, const PlannerPlan& plan) {
  if (ready.cache->find(plan.key, ready.ground) != nullptr) return;
  std::optional<Error> why;
  for (const StoredStructure* found : find_built(store, ready.ground, plan)) {
    auto built = structure_of(*found, ready.ground);
    if (!built) {
      if (!why) why = std::move(built).take_error();
      continue;
    }
    ready.cache->add(plan.key, ready.ground, std::move(built).value());
    if (found->header.steps) {
      note(fmt::format("the {} {} is not finished: {} steps", found->kind, found->name,
                       *found->header.steps));
    }
    return;
  }
  if (why) static_cast<void>(need(Result<Structure>(std::move(*why))));
}

// The structure that the plan needs. It is in the graph's cache when this returns.
Structure taken_or_built(const Store& store, const ReadyGraph& ready, const PlannerPlan& plan) {
  if (const auto known = known_built(store, ready, plan)) return *known;
  const Stopwatch watch;
  Structure built = need(plan.build(ready.ground, build_tools(terminal_progress())));
  ready.cache->add(plan.key, ready.ground, built);
  note(fmt::format("the file holds no {} for {}.{}: built in {:.2f} s (thalweg build keeps it)",
                   plan.key, ready.metric().profile().name, ready.name, watch.seconds()));
  return built;
}

}  // namespace

std::optional<Structure> known_built(const Store& store, const ReadyGraph& ready,
                                     const PlannerPlan& plan) {
  if (plan.key.empty()) return Structure{};
  take_from_store(store, ready, plan);
  const Structure* built = ready.cache->find(plan.key, ready.ground);
  return built == nullptr ? std::nullopt : std::optional<Structure>(*built);
}

std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec) {
  const PlannerPlan plan = need(planner_plan(chosen_planner(spec, ready.ground)));
  return need(make_planner(plan, ready.ground, taken_or_built(store, ready, plan)));
}

Structure ready_built(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec) {
  Structure built =
      taken_or_built(store, ready, need(planner_plan(chosen_planner(spec, ready.ground))));
  end_progress();
  return built;
}

}  // namespace thalweg::tool
