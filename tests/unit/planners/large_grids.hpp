// Larger grids than random_grid, and queries on them.
#pragma once

#include <string>

#include "grounds.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// Many free squares with some walls.
inline World large_grid(std::uint64_t seed, std::uint32_t side) {
  Random random(seed);
  std::string text;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) text += random.below(4) == 0 ? '#' : '.';
    text += '\n';
  }
  return scene(text);
}

inline Query between(Point start, Point goal) {
  return {.start = start, .goal = goal, .reach = 0, .try_straight = false};
}

}  // namespace thalweg
