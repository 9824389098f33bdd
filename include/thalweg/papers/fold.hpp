// Fold: the cheapest route on meshes that are nearly trees.      docs/guide/fold.md
//
//   1 take off dead ends, draw chains together, look up the rest   fold_ground (hierarchy/fold.hpp)
//   2 lift both ends, let them meet, copy the route together       FoldPlanner (planners/fold.hpp)
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/papers/descriptor.hpp"

namespace thalweg {

struct FoldPlannerOptions {
  double table = 32;        // megabytes: the most that the table of the core may take; 0: none
  double labels = 64;       // megabytes: the most that hub labels may take; 0: none
  double share = 0.5;       // of the nodes, 0 to 1: with more junctions, and neither table nor
                            // labels, A* searches the whole graph
  bool is_shortest = true;  // paths on level ground are the shortest; else the taut ones of routes
  Progress progress = {};
};

}  // namespace thalweg
