// When the straight walk from an end to another needs no search.
#pragma once

#include <cmath>
#include <optional>

#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/metric_bound.hpp"

namespace thalweg {

// The cost of a straight walk at this price, in the profile's unit, if no route can be cheaper.
inline std::optional<Distance> straight_cost(const Metric& metric, const MetricBound& span,
                                             double price, Vec3 from, Vec3 to) {
  constexpr double kAsCheapAsCanBe = 1 + 1e-4;
  constexpr double kMostStraight = 0x1p60;  // quanta: what a Distance holds
  const double least = metric.least_per_metre() * span.between({from, from}, {to, to});
  const double cost = std::ceil(price / metric.quantum());
  if (!(cost < kMostStraight && cost <= least * kAsCheapAsCanBe + 1)) return std::nullopt;
  return static_cast<Distance>(cost);
}

}  // namespace thalweg
