// Gauge: how long displacements are in a plane where some steps are given a length.
//
// The longest norm (not the same in both directions, perhaps) in which no step is longer than given:
//
//        step/length            The convex hull of all steps, each divided by its length, is what
//          .---.                can be reached at length 1. A sum of steps is never shorter than the
//         /  o--\-- d           norm of where it leads: so the norm is a lower bound of what any
//         \     /               route costs, tighter than the straight line times the least cost
//          '---'                per metre, and exact on regular meshes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

class Gauge {
 public:
  struct Step {
    Vec2 to;
    double length = 0;  // 0 or more
  };
  // Zero everywhere.
  Gauge() = default;
  // Zero in directions that no sum of steps leads to. Steps of no length make it zero everywhere.
  // O(n log n).
  static Gauge of(std::span<const Step> steps);

  // The straight line.
  static Gauge round() {
    Gauge gauge;
    gauge.is_round_ = true;
    return gauge;
  }

  double operator()(Vec2 d) const {
    if (is_round_) return length(d);
    double most = 0;
    for (const Vec2 normal : normals_) most = std::max(most, dot(normal, d));
    return most;
  }

 private:
  std::vector<Vec2> normals_;  // of the hull's sides, over their distance from the origin
  bool is_round_ = false;
};

}  // namespace thalweg
