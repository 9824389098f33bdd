// The descriptors of all planners, each from the file of its paper.
#pragma once

#include "thalweg/papers/descriptor.hpp"

namespace thalweg {

PlannerDescriptor a_star_descriptor();
PlannerDescriptor auto_descriptor();
PlannerDescriptor bidirectional_descriptor();
PlannerDescriptor coarse_descriptor();
PlannerDescriptor dijkstra_descriptor();
PlannerDescriptor fold_descriptor();
PlannerDescriptor hna_star_descriptor();
PlannerDescriptor hpa_star_descriptor();
PlannerDescriptor natural_descriptor();
PlannerDescriptor rooms_descriptor();
PlannerDescriptor thpa_star_descriptor();
PlannerDescriptor turning_descriptor();
PlannerDescriptor vtest_descriptor();

}  // namespace thalweg
