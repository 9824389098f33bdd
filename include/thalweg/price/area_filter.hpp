// AreaFilter: areas that one query leaves out or avoids, without pricing a new metric.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <array>
#include <cstdint>

#include "thalweg/core/cost.hpp"
#include "thalweg/world/areas.hpp"

namespace thalweg {

// All areas count as they are priced until changed here. Costs only grow, so proofs that there is
// no route and lower bounds on costs stay valid.
class AreaFilter {
 public:
  AreaFilter() { parts_.fill(kOne); }

  // Nobody enters it.
  AreaFilter& exclude(AreaId area) {
    parts_[area] = kNever;
    return *this;
  }
  // Costs on it count `factor` times, in 256ths rounded up; at least 1, at most 1000. What is not a
  // number counts as 1.
  AreaFilter& avoid(AreaId area, double factor) {
    if (!(factor > 1)) return *this;
    const double parts = (factor < 1000 ? factor : 1000.0) * kOne;
    const auto whole = static_cast<std::uint32_t>(parts);
    parts_[area] = whole + (whole < parts ? 1 : 0);
    return *this;
  }

  bool allows(AreaId area) const { return parts_[area] != kNever; }

  // How many times costs on it count. Requires: allows(area).
  double factor(AreaId area) const { return static_cast<double>(parts_[area]) / kOne; }

  // What a cost on `area` becomes: rounded up, at most the largest cost.
  Cost cost(Cost cost, AreaId area) const {
    if (parts_[area] == kOne) return cost;
    if (cost == kForbidden || parts_[area] == kNever) return kForbidden;
    const std::uint64_t grown = (std::uint64_t{cost} * parts_[area] + (kOne - 1)) / kOne;
    return grown < kForbidden ? static_cast<Cost>(grown) : kForbidden - 1;
  }

 private:
  static constexpr std::uint32_t kOne = 256;
  static constexpr std::uint32_t kNever = 0;

  std::array<std::uint32_t, 256> parts_;  // [area]  256ths; kNever: left out
};

}  // namespace thalweg
