// Hierarchies of a .thal file as the verbs use them: shown, and chosen by name.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Cells level by level, gates, crossings, whether ways are kept, and bytes, for info and build.
nlohmann::ordered_json describe(const StoredHierarchy& stored);

// The hierarchy of that name; of no name, the only one. Failure with the names that there are.
const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name);

}  // namespace thalweg::tool
