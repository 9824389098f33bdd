// Hierarchies of a store: kept with the metric that they were built from.
#include <algorithm>

#include "store/hierarchy_sections.hpp"
#include "store/metric_sections.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg {
namespace {

Error about(const StoredHierarchy& stored, const std::string& what) {
  return Error{"hierarchy " + stored.name + ": " + what};
}

// Its ground, checked to be the one that it was built from.
Result<Ground> ground_of(const Store& store, const StoredHierarchy& stored) {
  auto ground = stored_ground(store, stored.metric);
  if (!ground) return about(stored, ground.error());
  const Partition& partition = stored.hierarchy.partition();
  if (partition.graph_fingerprint() != ground->graph().fingerprint() ||
      partition.node_count() != ground->graph().node_count()) {
    return about(stored, "it was built over another graph");
  }
  if (stored.hierarchy.metric_fingerprint() != ground->fingerprint()) {
    return about(stored, "it was built from another metric");
  }
  return ground;
}

}  // namespace

Result<Store> with_hierarchy(Store store, StoredHierarchy hierarchy) {
  if (!is_stored_name(hierarchy.name)) {
    return Error{thalweg::quoted(hierarchy.name) + " cannot name a hierarchy"};
  }
  if (!is_recipe(hierarchy.recipe)) {
    return Error{thalweg::quoted(hierarchy.recipe) + " is no recipe of a hierarchy"};
  }
  const auto metric = std::ranges::find(store.metrics, hierarchy.metric, &StoredMetric::name);
  if (metric == store.metrics.end()) {
    return Error{"there is no metric " + thalweg::quoted(hierarchy.metric) + " in the file"};
  }
  if (metric->parts.graph != hierarchy.hierarchy.partition().graph_fingerprint()) {
    return Error{"the hierarchy is of another graph than its metric"};
  }
  std::erase_if(store.hierarchies,
                [&](const StoredHierarchy& other) { return other.name == hierarchy.name; });
  store.hierarchies.push_back(std::move(hierarchy));
  std::ranges::sort(store.hierarchies, {}, &StoredHierarchy::name);
  return store;
}

Result<const StoredHierarchy*> find_hierarchy(const Store& store, std::string_view name) {
  std::string names;
  for (const StoredHierarchy& stored : store.hierarchies) {
    if (stored.name == name) return &stored;
    names += (names.empty() ? "" : ", ") + stored.name;
  }
  return Error{"there is no hierarchy " + thalweg::quoted(name) + " in the file" +
               (names.empty() ? ": it holds none" : ", but " + names)};
}

Result<GroundedHierarchy> stored_hierarchy(const Store& store, std::string_view name) {
  const auto found = find_hierarchy(store, name);
  if (!found) return Error{found.error()};
  auto ground = ground_of(store, **found);
  if (!ground) return Error{ground.error()};
  return GroundedHierarchy{std::move(ground).value(), (*found)->hierarchy};
}

std::optional<std::string> broken_hierarchy_law(const Store& store,
                                                const StoredHierarchy& hierarchy) {
  const auto ground = ground_of(store, hierarchy);
  if (!ground) return ground.error();
  const auto wrong = broken_law(hierarchy.hierarchy, *ground);
  if (wrong) return about(hierarchy, *wrong).message;
  return std::nullopt;
}

}  // namespace thalweg
