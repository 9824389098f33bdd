// Partitions of a .thal file for the verbs: described, and chosen by name.
#pragma once

#include <string>

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// The key of the tree that is assembled from a stored partition, as a PlannerPlan has it.
std::string recipe_key(const NaturalRecipe& recipe);

// Cells, layers, tops, rubbish and bytes, for info and build.
Json describe(const StoredPartition& stored);

// The partition of that name, or the only one if no name is given. A Failure lists the names.
const StoredPartition& chosen_partition(const Store& store, const std::string& name);

}  // namespace thalweg::tool
