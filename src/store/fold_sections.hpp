// Folds as sections of a .thal file, and back.
#pragma once

#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

std::vector<ThalSection> fold_sections(const StoredFold& stored);

// All the folds among `sections`, in order of name. Whether they fit their metric is checked when
// that one's graph is built again.
Result<std::vector<StoredFold>> take_folds(SectionTaker& sections);

// Refuses a fold that does not fit its metric in the store or breaks a law.
Result<void> check_stored_fold(const Store& store, const StoredFold& stored);

}  // namespace thalweg
