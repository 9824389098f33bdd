// Hierarchies of a .thal file as the verbs use them: shown, and handed to planners.
#pragma once

#include "common/common.hpp"
#include "common/metrics.hpp"

namespace thalweg::tool {

// Cells level by level, gates, crossings, whether ways are kept, and bytes, for info and build.
nlohmann::ordered_json describe(const StoredHierarchy& stored);

// The hierarchy of that name; of no name, the only one. Failure with the names that there are.
const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name);

// The side of the sections of height 1 of a hierarchy of that recipe, in metres; 0 where its cells
// are none, or their size is not named.
double section_size(const World& world, std::string_view recipe);

// Puts the store's hierarchy for a planner of that spec into the graph's stock, where one fits.
void take_hierarchy(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec);

}  // namespace thalweg::tool
