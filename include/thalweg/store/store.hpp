// Store: what a .thal file holds. One world, any number of named metrics, partitions and
// hierarchies, and room for more.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/partition/partition.hpp"
#include "thalweg/store/thal_file.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// A metric as a file keeps it. Its graph is not kept but built again, which is about as fast as
// reading it would be.
struct StoredMetric {
  std::string name;  // letters, digits and _ - . , 1 to 64 of them
  GraphSpec graph;
  MetricParts parts;
};

enum class PartitionKind : std::uint32_t { natural };

std::string_view to_string(PartitionKind kind);

// How a natural partition was grown.
struct NaturalRecipe {
  RestRule rule = RestRule::average;
  std::uint32_t tie_bits = MergeOptions{}.tie_bits;
  std::uint32_t most_children = MergeOptions{}.most_children;
  std::uint32_t steps = 0;   // of merging taken
  bool is_done = false;      // nothing could be merged any more
  std::uint32_t layers = 0;  // compressed to, the nodes being one; 0: not compressed

  bool operator==(const NaturalRecipe&) const = default;
};

// A partition as a file keeps it: who is grouped with whom. What planners know beyond that is found
// again from the metric.
struct StoredPartition {
  std::string name;  // as a metric's
  PartitionKind kind = PartitionKind::natural;
  std::string metric;                    // the name of the one it was grown from
  std::uint64_t metric_fingerprint = 0;  // of the same
  NaturalRecipe natural = {};
  Partition partition;
};

// A hierarchy as a file keeps it: whole, with its cells.
struct StoredHierarchy {
  std::string name;    // as a metric's
  std::string recipe;  // the planner that it was built for and all options that shaped it, as
                       // "hpa_star:size=10:levels=1": 1 to 512 letters of ASCII, no blanks
  std::string metric;  // the name of the one it was built from
  Hierarchy hierarchy;
};

struct Store {
  World world;
  std::vector<StoredMetric> metrics;         // each name once
  std::vector<StoredPartition> partitions;   // each name once
  std::vector<StoredHierarchy> hierarchies;  // each name once
  // Sections that this program does not know, in order of name: kept when the store is saved.
  std::vector<ThalSection> others;
};

// The store in a file. Its arrays stay in the mapped file and are not copied, so the file must not
// be changed in place while the store lives; saving over it is safe, since that makes a new file.
//
// Checksums, sizes, ids and single values are checked: every function of the library may be used on
// what is loaded, whoever wrote it. Whether the geometry makes sense is for `verify` to say.
Result<Store> load_store(const std::filesystem::path& path);
Result<World> load_world(const std::filesystem::path& path);

// The same from bytes that live as long as `owner` does, and start at a multiple of 8.
Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);

// Saves by way of write_file: a crash leaves the old file or the new one. The same value gives the
// same bytes, and a loaded file saved again is the same file.
Result<void> save_store(const Store& store, const std::filesystem::path& path);
Result<void> save_world(const World& world, const std::filesystem::path& path);

// The world with the metric of that name, ready for use: its graph is built again, and checked to
// be the same. Refused with a sentence: a name that is not there, a metric that does not fit the
// world. O(arcs).
Result<Ground> stored_ground(const Store& store, std::string_view name);

// `store` with the ground's metric added, or put in the place of the one of that name; partitions
// and hierarchies of another metric of the name are dropped. Refused with a sentence: a name that
// is not valid, a ground of another world.
Result<Store> with_metric(Store store, std::string name, const Ground& ground);

// `store` with a partition added, or put in the place of the one of that name. Refused with a
// sentence: a name that is none, a metric that is not there, a partition of another graph.
Result<Store> with_partition(Store store, StoredPartition partition);

// The partition of that name; refused with the names that there are.
Result<const StoredPartition*> find_partition(const Store& store, std::string_view name);

// The natural tree of `stored`, all its distances found anew. Refused with a sentence: a metric
// or graph that it was not grown from, cells that fall apart. O(arcs x height).
Result<NaturalTree> natural_tree(const StoredPartition& stored, const Ground& ground);

// The natural tree of the partition of that name, ready for use with its ground.
struct GroundedTree {
  Ground ground;
  NaturalTree tree;
};
Result<GroundedTree> natural_tree(const Store& store, std::string_view name);

// `store` with a hierarchy added, or put in the place of the one of that name. Refused with a
// sentence: a name or recipe that is none, a metric that is not there, a hierarchy of another
// graph.
Result<Store> with_hierarchy(Store store, StoredHierarchy hierarchy);

// The hierarchy of that name; refused with the names that there are.
Result<const StoredHierarchy*> find_hierarchy(const Store& store, std::string_view name);

// The hierarchy of that name, ready for use with its ground. Refused with a sentence: a
// name that is not there, a metric or graph that it was not built from. O(arcs).
struct GroundedHierarchy {
  Ground ground;
  Hierarchy hierarchy;
};
Result<GroundedHierarchy> stored_hierarchy(const Store& store, std::string_view name);

// The sections that a store is saved as. Refused with a sentence: a metric, partition or hierarchy
// without a proper name.
Result<std::vector<ThalSection>> sections_of(const Store& store);

// Every law that `store` breaks, one sentence each; empty when it is sound. Slow: all the structure
// laws of the world, each metric priced again, the laws of each partition and each hierarchy.
std::vector<std::string> verify(const Store& store);

}  // namespace thalweg
