// Partitions as sections of a .thal file, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// The arrays of a partition as sections PREFIX/home, PREFIX/parent and PREFIX/height, and back. Of
// what does not fit the taker tells.
std::vector<ThalSection> tree_sections(const std::string& prefix, const PartitionArrays& arrays);
PartitionArrays take_tree(SectionTaker& sections, const std::string& prefix);

std::vector<ThalSection> partition_sections(const StoredPartition& stored);

// All the partitions among `sections`, in order of name. Whether they fit their metric is checked
// when that is built again.
Result<std::vector<StoredPartition>> take_partitions(SectionTaker& sections);

// The first law that a partition breaks with its metric in the store, or nothing.
std::optional<std::string> broken_partition_law(const Store& store,
                                                const StoredPartition& partition);

}  // namespace thalweg
