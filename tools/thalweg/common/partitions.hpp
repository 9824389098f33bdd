// Partitions of a .thal file as the verbs use them: shown, and chosen by name.
#pragma once

#include <string>

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Cells, layers, tops, rubbish and bytes, for info and build.
nlohmann::ordered_json describe(const StoredPartition& stored);

// The partition of that name; of no name, the only one. Failure with the names that there are.
const StoredPartition& chosen_partition(const Store& store, const std::string& name);

}  // namespace thalweg::tool
