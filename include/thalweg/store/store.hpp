// Store: the contents of a .thal file. One world, any number of named metrics, partitions,
// hierarchies, pyramids, coarse grounds and folds, and unknown sections.
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
#include "thalweg/hierarchy/coarse_ground.hpp"
#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/partition/partition.hpp"
#include "thalweg/store/thal_file.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// True for valid names of what a store holds: 1 to 64 letters, digits, '_', '-' and '.'.
inline constexpr std::size_t kMostNameLetters = 64;
bool is_stored_name(std::string_view name);

// A metric as stored in a file. Its graph is built again, which is about as fast as reading it would
// be, or comes from stored arcs if its kind is slow to build.
struct StoredMetric {
  std::string name;  // as is_stored_name says
  GraphSpec graph;
  MetricParts parts;
  GraphRows arcs = {};  // empty: built again. Checked when the ground is asked for
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
  std::uint32_t layers = 0;  // after compression, the nodes being one; 0: not compressed
  GrowRule grow = GrowRule::thesis;
  std::uint32_t base = MergeOptions{}.base;  // of capped growth

  bool operator==(const NaturalRecipe&) const = default;
};

// A partition as stored in a file: which pieces form which cell, and what is slow to find again.
// Whatever else planners need is computed from the metric.
struct StoredPartition {
  std::string name;  // as a metric's
  PartitionKind kind = PartitionKind::natural;
  std::string metric;                    // the name of the metric it was grown from
  std::uint64_t metric_fingerprint = 0;  // of that metric
  NaturalRecipe natural = {};
  Partition partition;
  // [piece]  as rests_of gives them, so that loading a tree is faster than building it. May be
  // empty: they are then computed again.
  Array<Distances> rests = {};
};

// A hierarchy as stored in a file: complete, with its cells.
struct StoredHierarchy {
  std::string name;    // as a metric's
  std::string recipe;  // the planner that it was built for and all options that shaped it, as
                       // "hpa_star:size=10:levels=1": 1 to 512 letters of ASCII, no blanks
  std::string metric;  // the name of the metric it was built from
  Hierarchy hierarchy;
};

// A pyramid as stored in a file: complete.
struct StoredPyramid {
  std::string name;    // as a metric's
  std::string recipe;  // as a hierarchy's
  std::string metric;  // the name of the metric it was built from
  Pyramid pyramid;
};

// A coarse ground as stored in a file: complete, with its graph.
struct StoredCoarse {
  static constexpr const char* kMetric = "m";  // what its own metric is called

  std::string name;                      // as a metric's
  std::string recipe;                    // as a hierarchy's
  std::string metric;                    // the name of the metric it was made for
  std::uint64_t metric_fingerprint = 0;  // of that metric
  double error = 0;                      // metres, as CoarseGround has it
  World world = {};                      // the coarse one
  StoredMetric own = {};                 // of the coarse world
  IdArray<NodeId, FaceId> homes = {};    // [node]  none, or a face of the coarse world
};

// A fold as stored in a file: complete.
struct StoredFold {
  std::string name;    // as a metric's
  std::string recipe;  // as a hierarchy's
  std::string metric;  // the name of the metric it was made for
  Fold fold = {};      // as the file has it: stored_fold checks it
};

struct Store {
  World world;
  std::vector<StoredMetric> metrics;         // each name once
  std::vector<StoredPartition> partitions;   // each name once
  std::vector<StoredHierarchy> hierarchies;  // each name once
  std::vector<StoredPyramid> pyramids;       // each name once
  std::vector<StoredCoarse> coarse;          // each name once
  std::vector<StoredFold> folds;             // each name once
  // Sections that this version does not know, in order of name; they are kept when the store is
  // saved.
  std::vector<ThalSection> others;
};

// The store in a file. Its arrays stay in the mapped file and are not copied, so the file must not
// be changed in place while the store exists; saving over it is safe, since that makes a new file.
//
// Checksums, sizes, ids, single values and the geometry of faces are checked: every function of the
// library may be used on a loaded store, whoever wrote the file. Structures are checked again with
// their ground (stored_hierarchy, stored_fold, ...); whether all they say is true, `verify` checks.
Result<Store> load_store(const std::filesystem::path& path);
Result<World> load_world(const std::filesystem::path& path);

// The same from bytes that live as long as `owner` does, and start at a multiple of 8.
Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);

// Saves through write_file: a crash leaves the old file or the new one. The same value gives the
// same bytes, and a loaded file saved again is the same file. Before the old file is replaced, the
// new one is checked as loading checks it: what could not be loaded is refused with a sentence.
Result<void> save_store(const Store& store, const std::filesystem::path& path);
Result<void> save_world(const World& world, const std::filesystem::path& path);

// The world with the metric of that name, ready for use: its graph is built again and must be the
// same, or is made from the stored arcs, which must be walks in the world. Refused with a sentence:
// an unknown name, a metric that does not fit the world. O(arcs).
Result<Ground> stored_ground(const Store& store, std::string_view name);

// `store` with the ground's metric added, and the arcs of its graph if that is slow to build; it
// replaces a metric of the same name. If that was a different metric, what was built from it is
// dropped. Refused with a sentence: a name
// that is not valid, a ground of another world.
Result<Store> with_metric(Store store, std::string name, const Ground& ground);

// `store` with a partition added; it replaces one of the same name. Refused with a sentence: a name
// that is not valid, an unknown metric, a partition of another graph.
Result<Store> with_partition(Store store, StoredPartition partition);

// The partition of that name; if there is none, the error lists the names.
Result<const StoredPartition*> find_partition(const Store& store, std::string_view name);

// The natural tree of `stored`. Refused with a sentence: a metric or graph that it was not grown
// from, cells that are not connected. O(arcs x height) with stored rests.
Result<NaturalTree> natural_tree(const StoredPartition& stored, const Ground& ground);

// The natural tree of the partition of that name, ready for use with its ground.
struct GroundedTree {
  Ground ground;
  NaturalTree tree;
};
Result<GroundedTree> natural_tree(const Store& store, std::string_view name);

// `store` with a hierarchy added; it replaces one of the same name. Refused with a sentence: a name
// or recipe that is not valid, an unknown metric, a hierarchy of another graph.
Result<Store> with_hierarchy(Store store, StoredHierarchy hierarchy);

// The hierarchy of that name; if there is none, the error lists the names.
Result<const StoredHierarchy*> find_hierarchy(const Store& store, std::string_view name);

// The hierarchy of that name, ready for use with its ground. Refused with a sentence: an unknown
// name, a metric or graph that it was not built from. O(arcs).
struct GroundedHierarchy {
  Ground ground;
  Hierarchy hierarchy;
};
Result<GroundedHierarchy> stored_hierarchy(const Store& store, std::string_view name);

// `store` with a pyramid added; it replaces one of the same name. Refused with a sentence: a name or
// recipe that is not valid, an unknown metric, a pyramid of another graph.
Result<Store> with_pyramid(Store store, StoredPyramid pyramid);

// The pyramid of that name; if there is none, the error lists the names.
Result<const StoredPyramid*> find_pyramid(const Store& store, std::string_view name);

// `stored`, ready for use. Refused with a sentence: a ground that it was not built from, cells that
// are not connected, steps where no arc leads (check_pyramid). O(arcs).
Result<Pyramid> stored_pyramid(const StoredPyramid& stored, const Ground& ground);

// A coarse ground as a store keeps it.
StoredCoarse stored_coarse(std::string name, std::string recipe, std::string metric,
                           const CoarseGround& coarse);

// `store` with a coarse ground added; it replaces one of the same name. Refused with a sentence: a
// name or recipe that is not valid, an unknown metric, a coarse ground of another graph.
Result<Store> with_coarse(Store store, StoredCoarse coarse);

// The coarse ground of that name; if there is none, the error lists the names.
Result<const StoredCoarse*> find_coarse(const Store& store, std::string_view name);

// `stored`, ready for use. Refused with a sentence: a ground that it was not made for, a metric that
// does not fit its world. O(arcs of the coarse graph).
Result<CoarseGround> coarse_ground(const StoredCoarse& stored, const Ground& fine);

// `store` with a fold added; it replaces one of the same name. Refused with a sentence: a name or
// recipe that is not valid, an unknown metric, a fold of another graph.
Result<Store> with_fold(Store store, StoredFold fold);

// The fold of that name; if there is none, the error lists the names.
Result<const StoredFold*> find_fold(const Store& store, std::string_view name);

// `stored`, ready for use. Refused with a sentence: a ground that it was not made for, positions,
// branches and arcs that the ground does not have (check_fold), lengths where there are no passages.
// O(fold).
Result<Fold> stored_fold(const StoredFold& stored, const Ground& ground);

// The sections in which a store is saved. Refused with a sentence: a metric, partition or hierarchy
// whose name is not valid.
Result<std::vector<ThalSection>> sections_of(const Store& store);

// Every law that `store` breaks, one sentence each; empty when it is sound. Slow: checks all
// structure laws of the world, computes each metric again, and checks the laws of each partition,
// hierarchy, pyramid, coarse ground and fold.
std::vector<std::string> verify(const Store& store);

}  // namespace thalweg
