// Random: seeded numbers that are the same on every platform, compiler and standard library.
#pragma once

#include <cstdint>

#include "thalweg/core/hash.hpp"

namespace thalweg {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(mix64(seed)) {}

  // 64 random bits.
  constexpr std::uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15ull); }

  // A whole number in [0, bound). Requires: bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  // A number in [0, 1), a multiple of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // A number in [low, high).
  constexpr double between(double low, double high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

}  // namespace thalweg
