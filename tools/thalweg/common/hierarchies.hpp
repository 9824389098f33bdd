// Hierarchies of a .thal file for the verbs: described, and chosen by name.
#pragma once

#include <string>

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Cells level by level, gates, crossings, whether routes are stored, and bytes, for info and build.
Json describe(const StoredHierarchy& stored);

// The hierarchy of that name, or the only one if no name is given. A Failure lists the names.
const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name);

// Metres: the side of the sections of level 1 that were built by this recipe; 0 if no planner has
// it or the cells are no sections.
double section_size(const std::string& recipe, const World& world);

}  // namespace thalweg::tool
