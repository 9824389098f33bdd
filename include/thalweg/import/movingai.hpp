// Moving AI Lab benchmark files: grid maps (.map) and their problems (.scen).
//
// Row 0 of a map is y = 0 and is drawn at the top: worlds made of them have YAxis::down. Knows
// nothing of costs or of which steps are allowed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/grid.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct MapOptions {
  bool water = false;                   // keep 'W' as water. DEFAULT: blocked
  GridShape shape = GridShape::square;  // hex: odd rows stand half a width to the right
  double cell = 1;                      // metres from one square to the next
};

// The grid of a .map file. Letters: '.' and 'G' ground, 'S' swamp, 'W' water (see MapOptions), 'T'
// trees, '@' and 'O' blocked. Any other is refused, with its line and column.
Result<Grid> read_map(std::string_view text, const MapOptions& options = {});

// One problem of a .scen file, as written there.
struct Scenario {
  std::uint32_t bucket = 0;
  std::string map;  // the map's file, as its author names it
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Vec2 start;         // a grid's square by column and row, or a mesh's point
  Vec2 goal;          // the same
  double length = 0;  // the length its author found
};

// The problems of a .scen file: "version 1" (or 1.0), then one per line, with nine fields separated
// by blanks or tabs.
Result<std::vector<Scenario>> read_scen(std::string_view text);

// The centre of the square that a grid's scenario names: (x + 0.5, y + 0.5) times `cell` metres.
inline Point centre_of_square(Vec2 square, double cell = 1) {
  return {.x = (square.x + 0.5) * cell, .y = (square.y + 0.5) * cell};
}

}  // namespace thalweg
