// Partitions of a .thal file as the verbs use them: shown, chosen by name, handed to planners.
#pragma once

#include <memory>
#include <string>

#include "common/common.hpp"
#include "common/metrics.hpp"

namespace thalweg::tool {

// Cells, layers, tops, rubbish and bytes, for info and build.
nlohmann::ordered_json describe(const StoredPartition& stored);

// The partition of that name; of no name, the only one. Failure with the names that there are.
const StoredPartition& chosen_partition(const Store& store, const std::string& name);

// The value of a planner's option, or its own fallback. Requires: a planner and option that exist.
std::string_view setting_of(const PlannerSpec& spec, std::string_view option);

// The options of a natural tree that a planner of that spec asks for.
NaturalOptions natural_options(const PlannerSpec& spec);

// A planner that uses the store's partition or hierarchy where one fits. What had to be built is
// kept with the graph for the next planner, and said on stderr.
std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec);

}  // namespace thalweg::tool
