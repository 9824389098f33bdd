// The figures of `thalweg reproduce thpa`: times, lengths and openness from the measurements.
#pragma once

#include <string>
#include <vector>

#include "reproduce/thpa/run.hpp"
#include "reproduce/verdicts.hpp"

namespace thalweg::tool {

using ThpaMaps = std::vector<ThpaMeasured>;

// Of whole calls.
struct TimeFigures {
  std::uint64_t asked = 0;
  std::uint64_t solved = 0;
  double mean_us = 0;
  double least_us = 0;
  double greatest_us = 0;
  double mean_settled = 0;
};
TimeFigures time_figures(std::span<const Sample> samples);
// Of a contestant on all maps.
TimeFigures time_figures(std::span<const ThpaMeasured> maps, std::size_t contestant);

// A problem of a map.
struct ProblemIndex {
  std::size_t map = 0;
  std::size_t problem = 0;
};

// The given part of all problems, those with the shortest optimal routes; ties by map and line.
std::vector<ProblemIndex> shortest_problems(std::span<const ThpaMeasured> maps, double part);
TimeFigures time_figures(std::span<const ThpaMeasured> maps, std::size_t contestant,
                         std::span<const ProblemIndex> problems);

// What a path's length or a route's cost is compared with.
enum class Against {
  squares,    // the length of A* on squares: every problem
  any_angle,  // the any-angle shortest path: the oracle's problems
  cost,       // the cost of A* on the same graph: every problem
};

struct RatioFigures {
  std::uint64_t count = 0;
  double mean = 0;
  double p99 = 0;
  double worst = 0;
  ProblemIndex worst_at;
};
// Only problems that were solved count.
RatioFigures ratio_figures(std::span<const ThpaMeasured> maps, std::size_t contestant,
                           Against against);

// Three measures of how open a map is: larger is more open.
struct Openness {
  double free_share = 0;    // of the squares
  double straightness = 0;  // mean of straight line over optimal length
  double directness = 0;    // metres of route per node that A* on squares expands
};
Openness openness(const ThpaMeasured& map);

// "map line n", for messages.
std::string problem_name(std::span<const ThpaMeasured> maps, ProblemIndex index);

}  // namespace thalweg::tool
