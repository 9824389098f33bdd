// Structures are looked for in the file by key and fingerprint, in a section of each kind; what is
// missing is built, with a note that thalweg build keeps it.
#include "common/built.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/partitioner.hpp"
#include "common/partitions.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

// The partition of that key: a finished one if possible, otherwise the highest step. Null if there
// is none.
const StoredPartition* find_grown(const Store& store, const Ground& ground,
                                  const std::string& key) {
  const StoredPartition* best = nullptr;
  const auto rank = [](const NaturalRecipe& r) { return std::pair(r.is_done, r.steps); };
  for (const StoredPartition& stored : store.partitions) {
    if (stored.metric_fingerprint != ground.fingerprint() || recipe_key(stored.natural) != key) {
      continue;
    }
    if (best == nullptr || rank(stored.natural) > rank(best->natural)) best = &stored;
  }
  return best;
}

// Null if there is none.
const StoredHierarchy* find_hierarchy_of(const Store& store, const Ground& ground,
                                         const std::string& key) {
  const auto found = std::ranges::find_if(store.hierarchies, [&](const StoredHierarchy& stored) {
    const Hierarchy& hierarchy = stored.hierarchy;
    return is_same_recipe(stored.recipe, key) &&
           hierarchy.metric_fingerprint() == ground.fingerprint() &&
           hierarchy.partition().graph_fingerprint() == ground.graph().fingerprint();
  });
  return found == store.hierarchies.end() ? nullptr : &*found;
}

// Null if there is none.
const StoredPyramid* find_pyramid_of(const Store& store, const Ground& ground,
                                     const std::string& key) {
  const auto found = std::ranges::find_if(store.pyramids, [&](const StoredPyramid& stored) {
    return is_same_recipe(stored.recipe, key) &&
           stored.pyramid.metric_fingerprint() == ground.fingerprint();
  });
  return found == store.pyramids.end() ? nullptr : &*found;
}

// Null if there is none.
const StoredCoarse* find_coarse_of(const Store& store, const Ground& ground,
                                   const std::string& key) {
  const auto found = std::ranges::find_if(store.coarse, [&](const StoredCoarse& stored) {
    return is_same_recipe(stored.recipe, key) && stored.metric_fingerprint == ground.fingerprint();
  });
  return found == store.coarse.end() ? nullptr : &*found;
}

// Null if there is none.
const StoredFold* find_fold_of(const Store& store, const Ground& ground, const std::string& key) {
  const auto found = std::ranges::find_if(store.folds, [&](const StoredFold& stored) {
    return is_same_recipe(stored.recipe, key) && stored.fold.metric == ground.fingerprint();
  });
  return found == store.folds.end() ? nullptr : &*found;
}

// Puts the structure that the store has for that key into the graph's cache.
void take_from_store(const Store& store, const ReadyGraph& ready, const std::string& key) {
  if (key.empty() || ready.cache->find(key, ready.ground) != nullptr) return;
  if (const StoredHierarchy* stored = find_hierarchy_of(store, ready.ground, key)) {
    ready.cache->add(key, ready.ground, stored->hierarchy);
  }
  if (const StoredPyramid* stored = find_pyramid_of(store, ready.ground, key)) {
    ready.cache->add(key, ready.ground, need(stored_pyramid(*stored, ready.ground)));
  }
  if (const StoredCoarse* stored = find_coarse_of(store, ready.ground, key)) {
    ready.cache->add(key, ready.ground, need(coarse_ground(*stored, ready.ground)));
  }
  if (const StoredFold* stored = find_fold_of(store, ready.ground, key)) {
    ready.cache->add(key, ready.ground, need(stored_fold(*stored, ready.ground)));
  }
  const StoredPartition* grown = find_grown(store, ready.ground, key);
  if (grown == nullptr) return;
  ready.cache->add(key, ready.ground, need(natural_tree(*grown, ready.ground)));
  if (!grown->natural.is_done) {
    note(fmt::format("the partition {} is not finished: {} steps of merging", grown->name,
                     grown->natural.steps));
  }
}

// The structure that the plan needs. It is in the graph's cache when this returns.
Built taken_or_built(const Store& store, const ReadyGraph& ready, const PlannerPlan& plan) {
  if (const auto known = known_built(store, ready, plan)) return *known;
  const Stopwatch watch;
  Built built = need(plan.build(ready.ground, build_tools(terminal_progress())));
  ready.cache->add(plan.key, ready.ground, built);
  note(fmt::format("the file holds no {} for {}.{}: built in {:.2f} s (thalweg build keeps it)",
                   plan.key, ready.metric().profile().name, ready.name, watch.seconds()));
  return built;
}

}  // namespace

std::optional<Built> known_built(const Store& store, const ReadyGraph& ready,
                                 const PlannerPlan& plan) {
  if (plan.key.empty()) return Built{};
  take_from_store(store, ready, plan.key);
  const Built* built = ready.cache->find(plan.key, ready.ground);
  return built == nullptr ? std::nullopt : std::optional<Built>(*built);
}

std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec) {
  const PlannerPlan plan = need(planner_plan(chosen_planner(spec, ready.ground)));
  return need(make_planner(plan, ready.ground, taken_or_built(store, ready, plan)));
}

Built ready_built(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec) {
  Built built =
      taken_or_built(store, ready, need(planner_plan(chosen_planner(spec, ready.ground))));
  end_progress();
  return built;
}

}  // namespace thalweg::tool
