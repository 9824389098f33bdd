// The structures that planners build, taken from a .thal file if it contains them.
#pragma once

#include <memory>
#include <optional>

#include "common/common.hpp"
#include "common/metrics.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg::tool {

// A planner that uses the structure that the store has for it. A structure that had to be built
// stays in the graph's cache for the next planner, and a note is printed on stderr.
std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec);

// The structure that the plan needs, from the graph's cache or from the store; nothing if it has to
// be built. None for planners that build nothing.
std::optional<Structure> known_built(const Store& store, const ReadyGraph& ready,
                                     const PlannerPlan& plan);

// The structure that the planner searches: from the store, or built now. Requires: the planner
// builds something.
Structure ready_built(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec);

}  // namespace thalweg::tool
