// Query and Answer: what every planner is asked, and what it says.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/search/best_first.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct Query {
  // In the axes below. The height (z; with y_up axes y) may be left out as NaN: the topmost floor.
  Point start = {};
  Point goal = {};
  Axes axes = Axes::z_up;  // how points go in and come out
  double reach = 1;        // metres; how far off the ground the ends may lie, in the plane
  double weight = 1;       // of the heuristic: 0 Dijkstra, 1 exact A*, over 1 greedier
  std::uint64_t node_budget = std::numeric_limits<std::uint64_t>::max();  // expansions
  // Where there is no way: lead to the reachable node nearest the goal. Where the budget is spent:
  // to the goal by the best way seen, else to the nearest node seen.
  bool allow_partial = false;
};

enum class Outcome : std::uint8_t {
  found,        // from start to goal
  partial,      // there is no way: as near to the goal as one can get; only where allowed
  unreachable,  // no way
  outside,      // an end lies on no ground that the profile enters
  over_budget,  // not known: the node budget was spent first; with a path where partial ones are
                // allowed
  invalid,      // the question makes no sense: see why()
};

const char* to_string(Outcome outcome);

struct Answer {
  Outcome outcome = Outcome::invalid;
  const char* reason = "";        // one sentence; empty where found
  Distance cost = 0;              // quanta: the graph route, arc by arc, and its ends
  double price = 0;               // the same in the profile's unit (metres or seconds)
  std::vector<PathPoint> points;  // from the start (moved onto the ground) to the end
  Route route;  // nodes and arcs of the graph; empty where straight across one face
  SearchStats stats;

  bool found() const { return outcome == Outcome::found; }
  // Why the goal was not found, as one sentence; empty where it was.
  const char* why() const { return reason; }
  // Metres along the points.
  double length() const { return thalweg::length(points); }
};

}  // namespace thalweg
