// Coarse grounds as sections of a .thal file, and back.
#pragma once

#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// The sections of its world and its metric have the names that they have in a file of their own,
// after "coarse/NAME/".
std::vector<ThalSection> coarse_sections(const StoredCoarse& stored);

// All the coarse grounds among `sections`, in order of name. Whether they fit their metric is
// checked when that one's graph is built again.
Result<std::vector<StoredCoarse>> take_coarse(SectionTaker& sections);

// Refuses a coarse ground that does not fit its metric in the store or breaks a law.
Result<void> check_coarse(const Store& store, const StoredCoarse& stored);

}  // namespace thalweg
