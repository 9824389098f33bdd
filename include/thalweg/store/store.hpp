// Store: what a .thal file holds. One world, any number of named metrics, and room for more.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/store/thal_file.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct Store {
  World world;
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

// The sections that a store is saved as.
Result<std::vector<ThalSection>> sections_of(const Store& store);

// Every law that `store` breaks, one sentence each; empty when it is sound. Slow: all the structure
// laws of the world, and each metric priced again.
std::vector<std::string> verify(const Store& store);

}  // namespace thalweg
