// divide: nodes of a graph grouped by a partitioner, every group connected.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/partition/partitioner.hpp"

namespace thalweg {

struct DivideOptions {
  std::uint32_t merged = 2;  // nodes that become one, about
  std::uint32_t seed = 1;    // of the partitioner
};

struct Division {
  std::vector<std::uint64_t> labels;  // [node]
  bool is_divided = false;            // some connected part has several labels
};

// Each connected part of the graph is divided by itself. Refused with a sentence: no partitioner
// where one is needed, or one that answers wrongly.
Result<Division> divide(const WeightedGraph& graph, const Partitioner& partitioner,
                        const DivideOptions& options);

}  // namespace thalweg
