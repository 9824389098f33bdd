// Pyramids as sections of a .thal file, and back.
#pragma once

#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

std::vector<ThalSection> pyramid_sections(const StoredPyramid& stored);

// All the pyramids among `sections`, in order of name. Whether they fit their metric is checked when
// they are used.
Result<std::vector<StoredPyramid>> take_pyramids(SectionTaker& sections);

// Refuses a pyramid that does not fit its metric in the store or breaks a law.
Result<void> check_stored_pyramid(const Store& store, const StoredPyramid& stored);

}  // namespace thalweg
