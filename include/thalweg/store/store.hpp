// Store: what a .thal file holds. One world, any number of named metrics, and room for more.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
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

struct Store {
  World world;
  std::vector<StoredMetric> metrics;  // each name once
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

// The same from bytes that live as long as `keeper` does, and start at a multiple of 8.
Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> keeper);

// Saves by way of write_file: a crash leaves the old file or the new one. The same value gives the
// same bytes, and a loaded file saved again is the same file.
Status save_store(const Store& store, const std::filesystem::path& path);
Status save_world(const World& world, const std::filesystem::path& path);

// A graph of a world, and what its arcs cost.
struct PricedGraph {
  Graph graph;
  Metric metric;
};

// The metric of that name, ready for use: its graph built again, and found to be the same. Refused
// with a sentence: a name that is not there, a metric that does not fit the world. O(arcs).
Result<PricedGraph> priced_graph(const Store& store, std::string_view name);

// `store` with a metric added, or put in the place of the one of that name. Refused with a
// sentence: a name that is none, a graph of another world, a metric of another graph.
Result<Store> with_metric(Store store, std::string name, const PricedGraph& priced);

// The sections that a store is saved as. Refused with a sentence: a metric without a proper name.
Result<std::vector<ThalSection>> sections_of(const Store& store);

// Every law that `store` breaks, one sentence each; empty when it is sound. Slow: all the structure
// laws of the world, and each metric priced again.
std::vector<std::string> verify(const Store& store);

}  // namespace thalweg
