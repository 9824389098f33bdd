// FoldCosts: what routes cost from many starts to many goals, and which goals are the nearest, by a
// fold. No routes and no paths: ask the planner fold for those that are wanted.
//
//   const auto costs = thalweg::FoldCosts::make(ground, fold).value();      // threads may share it
//   const auto table = costs.many_to_many(soldiers, flags);                 // quanta, row by row
//   const auto near = costs.nearest(soldiers.front(), flags, 3);
//
// The costs are those that the planner finds without the straight walk. Every end is led into the
// core once; a start's costs to all junctions are read from the table, or found by one search of the
// core, and each goal then takes a few additions. Grounds that do not fold are searched by Dijkstra,
// once for each start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg {

struct FoldCostsOptions {
  Axes axes = Axes::z_up;  // of the points
  double reach = 1;        // metres: how far off the ground a point may lie
};

class FoldCosts {
 public:
  // Refused with a sentence: a fold of another ground.
  static Result<FoldCosts> make(const Ground& ground, const Fold& fold);

  // The least cost from each start to each goal, row by row; kUnreached where there is no route or
  // an end lies on no ground. Refused with a sentence: a point that is not finite, a table beyond
  // the memory limit. The same on any number of threads.
  Result<std::vector<Distance>> many_to_many(std::span<const Point> starts,
                                             std::span<const Point> goals,
                                             const FoldCostsOptions& options = {}) const;

  struct Near {
    std::uint32_t goal = 0;  // its number
    Distance cost = 0;

    bool operator==(const Near&) const = default;
  };
  // The goals that are cheapest to reach, at most `count`, in order of cost, then number; those that
  // cannot be reached are left out.
  Result<std::vector<Near>> nearest(Point start, std::span<const Point> goals, std::size_t count,
                                    const FoldCostsOptions& options = {}) const;

 private:
  struct EnteredEnd;
  struct Row;

  FoldCosts(const Ground& ground, const Fold& fold)
      : ground_(ground), fold_(fold), finder_(ground_) {}

  Result<std::vector<EnteredEnd>> entered(std::span<const Point> points, bool is_start,
                                          const FoldCostsOptions& options) const;
  std::span<const Distance> costs_to_junctions(const FoldEnd& start, Row& row) const;
  Distance cost(const EnteredEnd& start, const EnteredEnd& goal,
                std::span<const Distance> to_core) const;
  void fill(const EnteredEnd& start, std::span<const EnteredEnd> goals, Row& row,
            std::span<Distance> out) const;
  void fill_unfolded(const EnteredEnd& start, std::span<const EnteredEnd> goals, Row& row,
                     std::span<Distance> out) const;

  Ground ground_;
  Fold fold_;
  EndFinder finder_;
};

}  // namespace thalweg
