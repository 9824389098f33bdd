// Height maps from a seed: cone, ridges, valley, maze, fractal. The same bytes everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/generate/generators.hpp"
#include "thalweg/image/height_field.hpp"

namespace thalweg {

struct GenerateHeightsOptions {
  std::string kind = "valley";  // a generator of kind heights
  std::uint32_t width = 513;    // samples in a row, 2 to 16384
  std::uint32_t height = 513;   // rows, 2 to 16384
  std::uint64_t seed = 1;
  double spacing = 10;  // metres between samples
  double relief = 0;    // metres from lowest to highest. DEFAULT: the generator's own
  HeightCode code = HeightCode::grey;       // what the heights must fit into
  std::vector<SettingValue> settings = {};  // see Generator::settings
};

// Heights by `options`: whole numbers that encode_heights takes. A unit is 0.1 m for grey, 0.001 m for
// magnitudes, or more where the relief does not fit. Refused with a sentence: unknown kinds and settings, sizes out of range.
Result<HeightField> generate_heights(const GenerateHeightsOptions& options);

}  // namespace thalweg
