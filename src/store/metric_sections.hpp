// Metrics as sections of a .thal file, and back.
#pragma once

#include <string_view>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// True for what may name a metric or partition: letters, digits and _ - . , 1 to 64 of them.
bool is_stored_name(std::string_view name);

// The NAME in "prefix/NAME/about", which a metric or partition has; empty for other sections.
std::string_view name_told_about(std::string_view section, std::string_view prefix);

std::vector<ThalSection> metric_sections(const StoredMetric& metric);

// All the metrics among `sections`, in order of name. Sizes are checked against the graph only when
// that is built again.
Result<std::vector<StoredMetric>> take_metrics(SectionTaker& sections);

}  // namespace thalweg
