// Names of what thalweg build stores, made from its settings: two structures that were built with
// different settings have different names.
#pragma once

#include <cstdint>
#include <string>

#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {

// A name that a store takes: names over 64 letters keep their beginning and end with a hash of the
// whole name.
std::string fitting_name(std::string name);

// "hpa_star.euclid.grid", followed by the options of the key that differ from their defaults:
// ".20-size". Requires: a key of the planner, from a PlannerPlan.
std::string hierarchy_name(const PlannerDescriptor& planner, const std::string& metric,
                           const std::string& key);

// "natural.euclid.faces", followed by the options of merging that differ from their defaults:
// ".worst_unit.52-tie_bits", or ".capped" and the base. The name of the full tree, and of its saved
// steps.
std::string full_tree_name(const std::string& metric, const NaturalOptions& options);
// The same, followed by ".10-layers" where it is compressed and ".7-steps" where steps are limited.
std::string tree_name(const std::string& metric, const NaturalOptions& options,
                      std::uint32_t steps);

}  // namespace thalweg::tool
