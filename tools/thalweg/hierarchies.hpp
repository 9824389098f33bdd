// Hierarchies of a .thal file as the verbs use them: shown, and handed to planners.
#pragma once

#include "common.hpp"
#include "metrics.hpp"

namespace thalweg::tool {

// Cells level by level, gates, crossings, whether ways are kept, and bytes, for info and build.
nlohmann::ordered_json describe(const StoredHierarchy& stored);

// Puts the store's hierarchy for a planner of that spec into the graph's stock, where one fits.
void take_hierarchy(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec);

}  // namespace thalweg::tool
