// Partitions of a store, stored with the metric that they were grown from; trees are rebuilt from
// them.
#include <algorithm>

#include "core/thrown.hpp"
#include "store/named.hpp"
#include "store/partition_sections.hpp"

namespace thalweg {
namespace {

// Refuses a ground from which the partition was not grown.
Result<void> check_fit(const StoredPartition& stored, const Ground& ground) {
  TRY_DO(lawful(broken_law(stored.partition, ground)));
  if (stored.metric_fingerprint != ground.fingerprint()) {
    return Error{"it was grown from another metric"};
  }
  return {};
}

}  // namespace

std::string_view to_string(PartitionKind) { return "natural"; }

Result<Store> with_partition(Store store, StoredPartition partition) try {
  TRY_DO(check_name(partition));
  TRY_DO(check_metric(store, partition, partition.partition.graph_fingerprint()));
  put(store.partitions, std::move(partition));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredPartition*> find_partition(const Store& store, std::string_view name) {
  return find_named(store.partitions, name);
}

Result<NaturalTree> natural_tree(const StoredPartition& stored, const Ground& ground) try {
  TRY_DO(check_fit(stored, ground).in(title(stored)));
  TRY(const NaturalGround natural, NaturalGround::of(ground).in(title(stored)));
  return assemble(natural, stored.partition, stored.natural.rule, stored.rests.span());
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<GroundedTree> natural_tree(const Store& store, std::string_view name) try {
  TRY(const StoredPartition* stored, find_partition(store, name));
  TRY(Ground ground, stored_ground(store, stored->metric).in(title(*stored)));
  TRY(NaturalTree tree, natural_tree(*stored, ground));
  return GroundedTree{std::move(ground), std::move(tree)};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> check_partition(const Store& store, const StoredPartition& stored) {
  TRY(const Ground ground, stored_ground(store, stored.metric).in(title(stored)));
  TRY_DO(check_fit(stored, ground).in(title(stored)));
  if (stored.rests.empty()) return {};
  TRY(const NaturalGround natural, NaturalGround::of(ground).in(title(stored)));
  const NaturalTree tree = assemble(natural, stored.partition, stored.natural.rule);
  if (std::ranges::equal(rests_of(tree), stored.rests)) return {};
  return Result<void>(Error{"its rests are not those of its metric"}).in(title(stored));
}

}  // namespace thalweg
