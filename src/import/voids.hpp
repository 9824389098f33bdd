// Which heights are voids, and their representation. Internal to import.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "thalweg/core/memory.hpp"
#include "thalweg/import/heights.hpp"

namespace thalweg {

// The most samples that a height map may have: their heights take a gigabyte.
inline constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 28;

// `value` as a stored height; infinite where a float cannot hold it.
inline float to_height(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  if (value > kMost) return std::numeric_limits<float>::infinity();
  if (value < -kMost) return -std::numeric_limits<float>::infinity();
  return static_cast<float>(value);
}

class Voids {
 public:
  explicit Voids(std::span<const double> values) {
    for (const double v : values) add(v);
  }
  void add(double value) { values_.push_back(to_height(value)); }
  void add_int16_defaults() {
    add(-32768);
    add(-32767);
  }

  // `z`, or NaN if it means "no height". Values that are not finite are voids too.
  float operator()(float z) const {
    bool is_void = !std::isfinite(z);
    for (const float v : values_) is_void |= z == v;
    return is_void ? std::numeric_limits<float>::quiet_NaN() : z;
  }

 private:
  std::vector<float> values_;
};

// An error if the samples, and what the caller will make of them, exceed the memory limit.
inline Result<void> check_sample_memory(std::uint64_t samples, const HeightReadOptions& options) {
  return check_memory(samples, std::max<std::uint64_t>(sizeof(float), options.bytes_per_sample));
}

}  // namespace thalweg
