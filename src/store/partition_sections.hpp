// Partitions as sections of a .thal file, and back.
#pragma once

#include <string>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// The arrays of a partition as sections PREFIX/home, PREFIX/parent and PREFIX/height, and back. The
// taker remembers a section that does not fit.
std::vector<ThalSection> tree_sections(const std::string& prefix, const PartitionArrays& arrays);
PartitionArrays take_tree(SectionTaker& sections, const std::string& prefix);

std::vector<ThalSection> partition_sections(const StoredPartition& stored);

// All the partitions among `sections`, in order of name. Whether they fit their metric is checked
// when the metric's graph is built again.
Result<std::vector<StoredPartition>> take_partitions(SectionTaker& sections);

// Refuses a partition that does not fit its metric in the store or breaks a law.
Result<void> check_partition(const Store& store, const StoredPartition& stored);

}  // namespace thalweg
