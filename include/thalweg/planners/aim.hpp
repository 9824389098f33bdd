// What heuristics aim at: an end of a query as an Estimator's target.
#pragma once

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg {

// The node of the end where the graph has one for it, else its point.
inline Estimator::Target target_at(const Graph& graph, const End& end) {
  Estimator::Target target{{}, end.point};
  if (graph.kind() == GraphKind::face) target.node = NodeId(end.face.value);
  if (graph.kind() == GraphKind::grid) target.node = NodeId(end.square.value);
  return target;
}

}  // namespace thalweg
