// Hierarchies as sections of a .thal file, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// True for 1 to 512 ASCII characters without blanks.
bool is_recipe(std::string_view text);

std::vector<ThalSection> hierarchy_sections(const StoredHierarchy& stored);

// All the hierarchies among `sections`, in order of name. Whether they fit their metric is checked
// when the metric's graph is built again.
Result<std::vector<StoredHierarchy>> take_hierarchies(SectionTaker& sections);

// Refuses a hierarchy that does not fit its metric in the store or breaks a law.
Result<void> check_hierarchy(const Store& store, const StoredHierarchy& stored);

}  // namespace thalweg
