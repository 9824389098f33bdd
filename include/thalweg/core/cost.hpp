// Costs: whole quanta, so that sums are exact in any order.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstdint>

namespace thalweg {

// The cost of an arc in quanta: rounded up, at least 1.
using Cost = std::uint32_t;
inline constexpr Cost kForbidden = 0xFFFFFFFFu;

// A sum of costs, in quanta; not metres.
using Distance = std::uint64_t;
inline constexpr Distance kUnreached = 0xFFFFFFFFFFFFFFFFull;

}  // namespace thalweg
