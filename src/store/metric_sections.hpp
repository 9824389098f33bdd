// Metrics as sections of a .thal file, and back.
#pragma once

#include <string_view>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

inline constexpr std::string_view kMetricKind = "metric";  // before the names of its sections

std::vector<ThalSection> metric_sections(const StoredMetric& metric);

// All the metrics among `sections`, in order of name. Sizes are checked against the graph when the
// graph is built again.
Result<std::vector<StoredMetric>> take_metrics(SectionTaker& sections);

}  // namespace thalweg
