// Query and Answer: the input and the output of every planner.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/price/area_filter.hpp"
#include "thalweg/price/blocked.hpp"
#include "thalweg/price/ground_filter.hpp"
#include "thalweg/search/route.hpp"
#include "thalweg/search/search.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct Query {
  // In the axes below. The height (z; with y_up axes y) may be left out as NaN: the topmost floor.
  Point start = {};
  Point goal = {};
  std::vector<Point> more_starts = {};  // the path leads from the start that is cheapest to leave
  std::vector<Point> more_goals = {};   // the path leads to whichever goal is cheapest to reach
  Axes axes = Axes::z_up;               // how points go in and come out
  double reach = 1;                     // metres; how far off the ground the ends may lie
  double weight = 1;                    // of the heuristic: 0 Dijkstra, 1 exact A*, over 1 greedier
  std::uint64_t node_budget = kNoBudget;  // expansions
  // Where there is no route: lead to the reachable point nearest the (first) goal. Where the budget
  // is spent: to the goal by the best route seen, else to the nearest point seen.
  bool allow_partial = false;
  bool use_islands = true;  // say unreachable at once where islands prove it
  // Take the straight line without a search where nothing is cheaper; only on grids and on graphs with
  // corridors.
  bool try_straight = true;
  std::shared_ptr<const AreaFilter> filter = nullptr;  // areas left out or avoided
  Blocked blocked = {};                                // obstacles, where somebody stands
  // Metres: of the agent. The larger of this and the profile's counts. The first query of a new
  // radius prices the ground for it, O(arcs); the ground keeps that for all its planners.
  double radius = 0;
  Shape shape = Shape::cheapest;  // how the route becomes points: on every graph
  // The other options of shaping; its shape and radius do not count.
  ShapeOptions shape_options = {};
  bool want_ground_price = false;  // fill in Answer::ground_price

  // The start, or goal, of this number: 0, or i for that of more_starts[i - 1].
  Point nth_start(std::size_t i) const { return i == 0 ? start : more_starts[i - 1]; }
  Point nth_goal(std::size_t i) const { return i == 0 ? goal : more_goals[i - 1]; }
};

// Why the query is invalid on any ground; null where it is valid.
const char* why_invalid(const Query& query);
// Why the query is invalid in this world: obstacles that it does not have. Null where it is
// valid.
const char* why_invalid(const Query& query, const World& world);

// What a query leaves out or avoids, for an agent of this radius; is_empty() where that is nothing.
// `old`'s memory is used again. Borrows the query's area filter and the world. Requires: valid.
GroundFilter filter_of(const Query& query, const World& world, double radius,
                       GroundFilter old = {});

enum class Outcome : std::uint8_t {
  found,        // from start to goal
  partial,      // no route: to the reachable point nearest the goal; only where allowed
  unreachable,  // no route
  outside,      // an end lies on no ground that the profile enters
  over_budget,  // not known: the node budget was spent first; with a path where partial ones are
                // allowed
  invalid,      // the query makes no sense: see why()
};

const char* to_string(Outcome outcome);

struct Answer {
  Outcome outcome = Outcome::invalid;
  const char* reason = "";        // one sentence; empty where found
  Distance cost = 0;              // quanta: the graph route, arc by arc, and its ends
  Distance penalty = 0;           // quanta that the search added, as for turns
  double price = 0;               // the cost in the profile's unit (metres or seconds)
  double bound = 1;               // the cheapest route costs at least `cost / bound`; 0: no proof
  double ground_price = 0;        // of the points as they lie, in the profile's unit; where wanted
  std::vector<PathPoint> points;  // from the start (moved onto the ground) to the end
  Route route;                    // nodes and arcs of the graph; empty where it passes no node
  // Where the graph has corridors (GraphFacts), the faces of the path; else empty. Local coordinates.
  Corridor corridor;
  bool is_straight = false;       // no search: `cost` is the straight line's
  std::uint32_t start_index = 0;  // 0: the start; i: more_starts[i - 1]
  std::uint32_t goal_index = 0;   // 0: the goal; i: more_goals[i - 1]
  double start_moved = 0;         // metres in the plane from the start (goal) as given to where it
  double goal_moved = 0;          // was put: over 0 where it lay off the ground
  SearchStats stats;

  bool found() const { return outcome == Outcome::found; }
  // Why the goal was not found, as one sentence; empty where it was.
  const char* why() const { return reason; }
  // Metres along the points.
  double length() const { return thalweg::length(points); }
};

// Makes it an empty answer with the same memory.
void clear(Answer& answer);

}  // namespace thalweg
