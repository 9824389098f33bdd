// Hierarchies of a store: kept with the metric that they were built from.
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"

namespace thalweg {
namespace {

// Its graph and metric, found to be those that it was built from.
Result<PricedGraph> ground_of(const Store& store, const StoredHierarchy& stored) {
  TRY(PricedGraph priced, priced_graph(store, stored.metric));
  const Partition& partition = stored.hierarchy.partition();
  if (partition.graph_fingerprint() != priced.graph.fingerprint() ||
      partition.node_count() != priced.graph.node_count()) {
    return Error{"it was built over another graph"};
  }
  if (stored.hierarchy.metric_fingerprint() != priced.metric.fingerprint()) {
    return Error{"it was built from another metric"};
  }
  return priced;
}

}  // namespace

Result<Store> with_hierarchy(Store store, StoredHierarchy hierarchy) {
  TRY_DO(check_name(hierarchy));
  if (!is_recipe(hierarchy.recipe)) {
    return Error{thalweg::quoted(hierarchy.recipe) + " is no recipe of a hierarchy"};
  }
  TRY_DO(check_metric(store, hierarchy, hierarchy.hierarchy.partition().graph_fingerprint()));
  put(store.hierarchies, std::move(hierarchy));
  return store;
}

Result<const StoredHierarchy*> find_hierarchy(const Store& store, std::string_view name) {
  return find_named(store.hierarchies, name);
}

Result<PricedHierarchy> priced_hierarchy(const Store& store, std::string_view name) {
  TRY(const StoredHierarchy* stored, find_hierarchy(store, name));
  TRY(PricedGraph priced, ground_of(store, *stored).in(title(*stored)));
  return PricedHierarchy{std::move(priced), stored->hierarchy};
}

Result<void> check_hierarchy(const Store& store, const StoredHierarchy& stored) {
  TRY(const PricedGraph priced, ground_of(store, stored).in(title(stored)));
  return lawful(broken_law(stored.hierarchy, {store.world, priced.graph, priced.metric}))
      .in(title(stored));
}

}  // namespace thalweg
