// Seeds that once made a random test fail. seeds() tries them first in every run of that test. A
// test of one seed becomes a loop over seeds(1) when it gets its first line here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace thalweg {

struct FailedSeed {
  std::string_view test;  // Suite.name
  std::uint64_t seed;     // as the failure printed it
};

inline constexpr std::array kFailedSeeds = {
    FailedSeed{"Seeds.that_failed_once_come_first", 17},
};

}  // namespace thalweg
