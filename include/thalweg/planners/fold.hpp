// The cheapest route by a fold of the graph (hierarchy/fold.hpp).
//
//   const auto fold = thalweg::fold_ground(ground).value();
//   thalweg::Planner planner(ground, thalweg::fold_search(ground, fold).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Both ends are led to the core, where the rest of the route is looked up or searched; then the
// route is copied together. Two ends on ground of one price need no graph for that, and the search
// hands on the portals of the path as records. A* on the whole graph answers where the fold does not
// count as the query does: filters, obstacles, wider agents, many starts times many goals, graphs
// that do not fold.
#pragma once

#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

struct FoldSearchOptions {
  // Paths of the shape `cheapest` on level ground of one price are the shortest there are between the ends
  // of the cheapest route, where the fold knows lengths; false: the taut paths of the cheapest routes. Routes
  // and costs are the same. DEFAULT: yes
  bool is_shortest = true;
};

// Refused with a sentence: a fold of another ground.
MadeSearch fold_search(const Ground& ground, const Fold& fold,
                       const FoldSearchOptions& options = {});

}  // namespace thalweg
