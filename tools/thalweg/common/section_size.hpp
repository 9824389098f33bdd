// The sections that a recipe says.
#pragma once

#include <string>

#include "thalweg/world/world.hpp"

namespace thalweg::tool {

// Metres: the side of the sections of level 1 that were built by this recipe; 0 if no planner has
// it or the cells are no sections.
double section_size(const std::string& recipe, const World& world);

}  // namespace thalweg::tool
