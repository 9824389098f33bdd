// What planners build, taken from a .thal file where it holds it.
#pragma once

#include <memory>

#include "common/common.hpp"
#include "common/metrics.hpp"

namespace thalweg::tool {

// A planner that uses what the store holds for it. What had to be built is kept with the graph for
// the next planner, and said on stderr.
std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec);

// What that planner searches: of the store, or built now. Requires: the planner builds something.
Built ready_built(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec);

}  // namespace thalweg::tool
