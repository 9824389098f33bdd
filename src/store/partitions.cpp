// Partitions of a store: kept with the metric that they were grown from, and grown ready again.
#include "store/named.hpp"
#include "store/partition_sections.hpp"

namespace thalweg {
namespace {

// Refuses a graph or metric that the partition was not grown from.
Result<void> check_fit(const StoredPartition& stored, const PricedGraph& priced) {
  TRY_DO(lawful(broken_law(stored.partition, priced.graph, priced.metric)));
  if (stored.metric_fingerprint != priced.metric.fingerprint()) {
    return Error{"it was grown from another metric"};
  }
  return {};
}

}  // namespace

std::string_view to_string(PartitionKind) { return "natural"; }

Result<Store> with_partition(Store store, StoredPartition partition) {
  TRY_DO(check_name(partition));
  TRY_DO(check_metric(store, partition, partition.partition.graph_fingerprint()));
  put(store.partitions, std::move(partition));
  return store;
}

Result<const StoredPartition*> find_partition(const Store& store, std::string_view name) {
  return find_named(store.partitions, name);
}

Result<NaturalTree> natural_tree(const StoredPartition& stored, const World& world,
                                 const PricedGraph& priced) {
  TRY_DO(check_fit(stored, priced).in(title(stored)));
  const Metric unweighted = unweighted_metric(world, priced.graph, priced.metric);
  return assemble({world, priced.graph, priced.metric, unweighted}, stored.partition,
                  stored.natural.rule);
}

Result<PlantedTree> natural_tree(const Store& store, std::string_view name) {
  TRY(const StoredPartition* stored, find_partition(store, name));
  TRY(PricedGraph priced, priced_graph(store, stored->metric).in(title(*stored)));
  TRY(NaturalTree tree, natural_tree(*stored, store.world, priced));
  return PlantedTree{std::move(priced), std::move(tree)};
}

Result<void> check_partition(const Store& store, const StoredPartition& stored) {
  TRY(const PricedGraph priced, priced_graph(store, stored.metric).in(title(stored)));
  return check_fit(stored, priced).in(title(stored));
}

}  // namespace thalweg
