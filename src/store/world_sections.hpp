// A World as sections of a .thal file, and back.
#pragma once

#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

std::vector<ThalSection> world_sections(const World& world);

// Checks everything that memory safety needs, the laws of single values and those of the mesh.
Result<World> take_world(SectionTaker& sections);

}  // namespace thalweg
