// A partitioner for tests, so that they need no library: it cuts the nodes, in the order of a
// breadth-first search, into pieces of equal number. Pieces need not be connected.
#pragma once

#include "thalweg/papers/registry.hpp"

namespace thalweg {

inline Result<std::vector<std::uint32_t>> cut_into_pieces(const KwayTask& task) {
  const WeightedGraph& graph = task.graph;
  std::vector<std::uint32_t> order;
  std::vector<bool> is_seen(graph.size());
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (is_seen[first]) continue;
    is_seen[first] = true;
    order.push_back(first);
    for (std::size_t i = order.size() - 1; i < order.size(); ++i) {
      for (std::uint32_t e = graph.offsets[order[i]]; e < graph.offsets[order[i] + 1]; ++e) {
        if (!is_seen[graph.neighbours[e]]) order.push_back(graph.neighbours[e]);
        is_seen[graph.neighbours[e]] = true;
      }
    }
  }
  std::vector<std::uint32_t> parts(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    parts[order[i]] = static_cast<std::uint32_t>(i * task.parts / order.size());
  }
  return parts;
}

// What every planner can be made from.
inline PlannerInput any_input(const Ground& ground, StructureCache* cache = nullptr) {
  return {ground, cache, {.progress = {}, .partitioner = cut_into_pieces}};
}

}  // namespace thalweg
