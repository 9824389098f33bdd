// A wave: queries from one start to many faces, by several planners, compared with the cheapest
// routes (natural-hierarchy thesis, chapter 9).
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/measure.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {

// A planner that takes part, and the cost of building it.
struct WavePlanner {
  std::string name;  // as asked for
  std::unique_ptr<Planner> planner;
  double build_seconds = 0;
};
Result<std::vector<WavePlanner>> wave_planners(std::span<const std::string> names,
                                               const PlannerInput& input);

struct WaveOptions {
  Point start;                   // world coordinates
  double reach = 1;              // metres; how far off the ground the start may lie
  double radius = kNoLimit;      // metres in plan from the start to a target's centre, at most
  std::uint32_t targets = 0;     // the size of an even sample. DEFAULT: 0, all
  Shape shape = Shape::centres;  // of the paths
  Progress progress = {};
};

// The target faces of a wave, and the least cost to each.
struct WaveTargets {
  FaceId start;
  Point start_point;
  std::vector<FaceId> faces;    // in order of id
  std::vector<Distance> exact;  // [target]  by one Dijkstra; kUnreached: there is no route
  std::uint64_t unreachable = 0;
};

// Refused with a sentence: a graph that is not of faces, a start off the ground.
Result<WaveTargets> wave_targets(const PlannerInput& input, const WaveOptions& options);

// The results of one planner. Times are of all targets; ratios of those that can be reached, that of
// what is walked of a sample of at most 1,000 of them.
struct WaveLine {
  std::string name;
  double total_seconds = 0;
  std::optional<Spread> us;           // of a query
  std::array<double, 4> quartiles{};  // of the cost ratio; the last is the worst
  double mean_ratio = 0;
  std::optional<Spread>
      ground_ratio;  // price of what is walked over the least of the wave, sampled
  double settled_mean = 0;
  double bytes_per_face = 0;  // built for it: graph and prices are not counted
  double build_seconds = 0;
  std::vector<Distance> costs;  // [target]  kUnreached: not found
};

// Asks every planner for every target, in turns of some targets each, after a warm-up. Refused with
// a sentence: the first answer that is cheaper than the exact one, found where there is no route,
// not found where there is one, or more expensive than its proven bound.
Result<std::vector<WaveLine>> run_wave(std::span<const WavePlanner> planners,
                                       const WaveTargets& targets, const WaveOptions& options);

// First, second and third quartile and the greatest of the values, by nearest rank.
// Requires: values.
std::array<double, 4> quartiles(std::span<const double> values);

}  // namespace thalweg::tool
