// Measures planners against each other, query by query in turn.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg::tool {

// The least value that at least a fraction `p` of the values does not exceed (nearest rank).
// Requires: values, 0 < p <= 1.
double percentile(std::span<const double> values, double p);

// Mean and some ranks of several values; nothing without values.
struct Spread {
  double mean = 0;
  double median = 0;
  double p99 = 0;
  double max = 0;
};
std::optional<Spread> spread(std::span<const double> values);

// Spearman's rank correlation of `a` and `b`, from -1 to 1; equal values share their mean rank. 0
// if all values of either are equal. Requires: the same number of each.
double rank_correlation(std::span<const double> a, std::span<const double> b);

// The result of one planner for one query.
struct Sample {
  Outcome outcome = Outcome::invalid;
  Distance cost = 0;
  double price = 0;  // the cost in the profile's unit
  double bound = 1;
  double length = 0;       // metres along the points
  double start_moved = 0;  // metres, onto the ground
  double goal_moved = 0;
  bool is_straight = false;
  std::uint64_t settled = 0;
  std::uint64_t generated = 0;
  std::uint64_t ns = 0;  // of the whole call

  bool found() const { return outcome == Outcome::found; }
};

// The queries whose ends lay off the ground and were moved onto it.
struct MovedEnds {
  std::uint64_t queries = 0;
  double most = 0;  // metres
};
MovedEnds moved_ends(std::span<const Sample> samples);

// Runs one query and measures its time. `answer`'s memory is used again.
Sample timed_find(Planner& planner, const Query& query, Answer& answer);

// The same, but repeated, up to `tries` times in all, if the thread was preempted meanwhile. The
// least time counts, so that a busy machine matters less. Systems that do not report preemption run
// it once.
Sample calm_find(Planner& planner, const Query& query, Answer& answer, int tries);

// How often this thread was preempted so far; 0 on systems that do not report it.
long interruptions();

// What walking the path of a query costs: asks again, so that no measured time includes the pricing.
// 0 if nothing is found.
double walked_price(Planner& planner, Query query, Answer& answer);

// Prices over the least ones, for all queries where both are known; nothing without any.
std::optional<Spread> price_ratios(std::span<const double> prices, std::span<const double> least);

// Lets the planners answer every query in turn; the first planner changes from query to query. A
// warm-up over the first `warm_up` queries precedes. Rows by planner: [planner][query] at planner *
// queries + query.
struct Contestant {
  Planner* planner;
  double weight = 1;  // of the heuristic
};
std::vector<Sample> measure(std::span<const Contestant> contestants, std::span<const Query> queries,
                            std::size_t warm_up, const Progress& progress = {});

// The ratio of `cost` to `least`; 1 if both are 0.
double ratio(double cost, double least);

// Why a sample and Dijkstra's on the same graph and metric cannot both be right; nothing if they
// can. `is_exact`: the planner always finds a route if there is one.
std::optional<std::string> disagreement(const Sample& sample, const Sample& dijkstra,
                                        bool is_exact);

}  // namespace thalweg::tool
