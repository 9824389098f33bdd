// What heuristics aim at: an end of a query as an Estimator's target.
#pragma once

#include "thalweg/graph/form.hpp"
#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg {

// The node of the end where the graph has one for it, else its point.
inline Estimator::Target target_at(const Graph& graph, const End& end) {
  return {graph.form().node_of(end), end.point};
}

}  // namespace thalweg
