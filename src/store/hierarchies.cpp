// Hierarchies of a store, stored with the metric that they were built from.
#include "core/thrown.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"

namespace thalweg {
namespace {

// The hierarchy's ground, checked to be the one that it was built from.
Result<Ground> ground_of(const Store& store, const StoredHierarchy& stored) {
  TRY(Ground ground, stored_ground(store, stored.metric));
  const Partition& partition = stored.hierarchy.partition();
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return Error{"it was built over another graph"};
  }
  if (stored.hierarchy.metric_fingerprint() != ground.fingerprint()) {
    return Error{"it was built from another metric"};
  }
  return ground;
}

}  // namespace

Result<Store> with_hierarchy(Store store, StoredHierarchy hierarchy) try {
  TRY_DO(check_name(hierarchy));
  if (!is_recipe(hierarchy.recipe)) {
    return Error{thalweg::quoted(hierarchy.recipe) + " is no recipe of a hierarchy"};
  }
  TRY_DO(check_metric(store, hierarchy, hierarchy.hierarchy.partition().graph_fingerprint()));
  put(store.hierarchies, std::move(hierarchy));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredHierarchy*> find_hierarchy(const Store& store, std::string_view name) {
  return find_named(store.hierarchies, name);
}

Result<GroundedHierarchy> stored_hierarchy(const Store& store, std::string_view name) try {
  TRY(const StoredHierarchy* stored, find_hierarchy(store, name));
  TRY(Ground ground, ground_of(store, *stored).in(title(*stored)));
  return GroundedHierarchy{std::move(ground), stored->hierarchy};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> check_hierarchy(const Store& store, const StoredHierarchy& stored) {
  TRY(const Ground ground, ground_of(store, stored).in(title(stored)));
  return lawful(broken_law(stored.hierarchy, ground)).in(title(stored));
}

}  // namespace thalweg
