// Metrics as sections of a .thal file, and back.
#pragma once

#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

std::vector<ThalSection> metric_sections(const StoredMetric& metric);

// All the metrics among `sections`, in order of name. Sizes are checked against the graph when the
// graph is built again.
Result<std::vector<StoredMetric>> take_metrics(SectionTaker& sections);

}  // namespace thalweg
