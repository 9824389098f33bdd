// Partitions of a store: kept with the metric that they were grown from, and grown ready again.
#include <algorithm>

#include "store/metric_sections.hpp"
#include "store/partition_sections.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg {
namespace {

const StoredMetric* metric_of(const Store& store, const StoredPartition& stored) {
  const auto found = std::ranges::find(store.metrics, stored.metric, &StoredMetric::name);
  return found == store.metrics.end() ? nullptr : &*found;
}

// Why a partition and a metric do not belong together, or nothing.
std::optional<std::string> misfit(const StoredPartition& stored, const Ground& ground) {
  if (auto wrong = broken_law(stored.partition, ground)) return wrong;
  if (stored.metric_fingerprint != ground.fingerprint()) {
    return "it was grown from another metric";
  }
  return std::nullopt;
}

Error about(const StoredPartition& stored, const std::string& what) {
  return Error{"partition " + stored.name + ": " + what};
}

}  // namespace

std::string_view to_string(PartitionKind) { return "natural"; }

Result<Store> with_partition(Store store, StoredPartition partition) {
  if (!is_stored_name(partition.name)) {
    return Error{thalweg::quoted(partition.name) + " cannot name a partition"};
  }
  const StoredMetric* metric = metric_of(store, partition);
  if (metric == nullptr) {
    return Error{"there is no metric " + thalweg::quoted(partition.metric) + " in the file"};
  }
  if (metric->parts.graph != partition.partition.graph_fingerprint()) {
    return Error{"the partition is of another graph than its metric"};
  }
  std::erase_if(store.partitions,
                [&](const StoredPartition& other) { return other.name == partition.name; });
  store.partitions.push_back(std::move(partition));
  std::ranges::sort(store.partitions, {}, &StoredPartition::name);
  return store;
}

Result<const StoredPartition*> find_partition(const Store& store, std::string_view name) {
  std::string names;
  for (const StoredPartition& stored : store.partitions) {
    if (stored.name == name) return &stored;
    names += (names.empty() ? "" : ", ") + stored.name;
  }
  return Error{"there is no partition " + thalweg::quoted(name) + " in the file" +
               (names.empty() ? ": it holds none" : ", but " + names)};
}

Result<NaturalTree> natural_tree(const StoredPartition& stored, const Ground& ground) {
  if (auto wrong = misfit(stored, ground)) return about(stored, *wrong);
  return assemble(NaturalGround(ground), stored.partition, stored.natural.rule);
}

Result<GroundedTree> natural_tree(const Store& store, std::string_view name) {
  const auto found = find_partition(store, name);
  if (!found) return Error{found.error()};
  auto ground = stored_ground(store, (*found)->metric);
  if (!ground) return about(**found, ground.error());
  auto tree = natural_tree(**found, *ground);
  if (!tree) return Error{tree.error()};
  return GroundedTree{std::move(ground).value(), std::move(tree).value()};
}

std::optional<std::string> broken_partition_law(const Store& store,
                                                const StoredPartition& partition) {
  const auto ground = stored_ground(store, partition.metric);
  if (!ground) return about(partition, ground.error()).message;
  const auto wrong = misfit(partition, *ground);
  if (wrong) return about(partition, *wrong).message;
  return std::nullopt;
}

}  // namespace thalweg
