// Store: the contents of a .thal file. One world, any number of named metrics, the structures that
// were built from them, and unknown sections. It knows no kind of structure: those stay sections
// until structure_of reads them.
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
#include "thalweg/store/structure.hpp"
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
  GraphRows arcs = {};       // empty: built again. Checked when the ground is asked for
  std::uint64_t ground = 0;  // fingerprint of the ground; 0: not known, as after loading
};

struct Store {
  World world;
  std::vector<StoredMetric> metrics;        // each name once
  std::vector<StoredStructure> structures;  // in order of kind and name, each once
  // Sections that this version does not know, in order of name; they are kept when the store is
  // saved.
  std::vector<ThalSection> others;
};

// The store in a file. Its arrays stay in the mapped file and are not copied, so the file must not
// be changed in place while the store exists; saving over it is safe, since that makes a new file.
//
// Checksums, sizes, ids, single values and the geometry of faces are checked: every function of the
// library may be used on a loaded store, whoever wrote the file. Structures are checked when
// structure_of is called, with their ground; whether all they say is true, `verify` checks.
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

// `store` with a structure added; it replaces one of the same kind and name. Refused with a sentence:
// a name or recipe that is not valid, an unknown metric, one that it was not built from.
Result<Store> with_structure(Store store, StoredStructure structure);

// The structure of that kind and name; if there is none, the error lists the names.
Result<const StoredStructure*> find_structure(const Store& store, std::string_view kind,
                                              std::string_view name);

// The sections in which a store is saved. Refused with a sentence: a metric or structure whose name
// is not valid.
Result<std::vector<ThalSection>> sections_of(const Store& store);

// Every law that `store` breaks, one sentence each; empty when it is sound. Slow: checks all
// structure laws of the world, computes each metric again, and reads each structure and checks its
// laws.
std::vector<std::string> verify(const Store& store);

}  // namespace thalweg
