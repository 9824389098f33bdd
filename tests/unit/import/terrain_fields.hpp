// Small height fields for tests, and their known properties.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/image/height_field.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

inline const float kVoid = std::numeric_limits<float>::quiet_NaN();

inline HeightField field_of(std::uint32_t width, std::vector<float> z) {
  HeightField field;
  field.width = width;
  field.height = static_cast<std::uint32_t>(z.size()) / width;
  field.z = std::move(z);
  return field;
}

// Hills of random heights, with voids in a share of the samples.
inline HeightField random_field(std::uint64_t width, std::uint64_t height, std::uint64_t seed,
                                double void_share) {
  Random random(seed);
  std::vector<float> z;
  for (std::uint64_t i = 0; i < width * height; ++i) {
    const double x = static_cast<double>(i % width) * 0.3;
    const double y = static_cast<double>(i / width) * 0.2;
    const double hill = 20 * (x - std::floor(x / 4) * 4) * (y - std::floor(y / 3) * 3);
    z.push_back(random.unit() < void_share ? kVoid
                                           : static_cast<float>(hill + random.between(0, 9)));
  }
  return field_of(static_cast<std::uint32_t>(width), std::move(z));
}

inline std::size_t ground_squares(const HeightField& f) {
  std::size_t count = 0;
  for (std::uint32_t r = 0; r + 1 < f.height; ++r) {
    for (std::uint32_t c = 0; c + 1 < f.width; ++c) {
      const std::size_t s = std::size_t{r} * f.width + c;
      count += !std::isnan(f.z[s] + f.z[s + 1] + f.z[s + f.width] + f.z[s + f.width + 1]);
    }
  }
  return count;
}

inline double doubled_area(const Mesh& mesh) {
  double sum = 0;
  for (const FaceId f : mesh.faces()) sum += mesh.doubled_area(f);
  return sum;
}

}  // namespace thalweg
