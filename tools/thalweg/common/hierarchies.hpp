// Hierarchies of a .thal file for the verbs: described, and chosen by name.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Cells level by level, gates, crossings, whether routes are stored, and bytes, for info and build.
Json describe(const StoredHierarchy& stored);

// The hierarchy of that name, or the only one if no name is given. A Failure lists the names.
const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name);

}  // namespace thalweg::tool
