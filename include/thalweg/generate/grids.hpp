// Grid maps from a seed: rooms, mazes, caves, obstacle fields, wilds. The same bytes everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/generate/generators.hpp"
#include "thalweg/world/grid.hpp"

namespace thalweg {

struct GenerateGridOptions {
  std::string kind = "rooms";  // a generator of kind grid
  std::uint32_t width = 128;   // squares in a row, 1 to 16384
  std::uint32_t height = 128;  // rows, 1 to 16384
  std::uint64_t seed = 1;
  double spacing = 1;                       // metres from square to square
  std::vector<SettingValue> settings = {};  // see Generator::settings
};

// A grid by `options`, with at least one free square; rooms, mazes and caves are connected.
// Refused with a sentence: unknown kinds and settings, sizes out of range.
Result<Grid> generate_grid(const GenerateGridOptions& options);

// The text of a MovingAI .map file: ground and the user's areas '.', blocked '@', trees 'T', water
// 'W', swamp 'S'.
std::string write_map(const Grid& grid);

}  // namespace thalweg
