// Many queries at once: from a .scen file, or drawn at random and spread over distances.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/price/profile.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool {

struct Problem {
  Point start;
  Point goal;
  double length = 0;  // metres, as the file says; 0: not known
};

// The meaning of the numbers in a .scen file.
enum class ScenPoints : std::uint8_t {
  fitting,  // squares where the world has a grid, else points
  squares,  // columns and rows; the points are their centres
  points,   // world coordinates
};

// The problems of a .scen file. Refused with a sentence: files that cannot be read, no problems,
// squares of a map that is not as large as the world's grid.
Result<std::vector<Problem>> scen_problems(const World& world, const std::filesystem::path& file,
                                           ScenPoints points = ScenPoints::fitting);

struct RandomProblems {
  std::uint32_t count = 100;
  std::uint64_t seed = 1;
  std::uint32_t bands = 10;  // of straight-line distance, from 0 to the greatest, in turn
};

// Points on ground that `profile` may enter, uniform by area, both ends on one island; short,
// middle and long distances equally often, if the world has them. The same on every platform.
// Refused with a sentence: a world without such ground. O(faces or squares), then O(log) each.
Result<std::vector<Problem>> random_problems(const World& world, const Profile& profile,
                                             const RandomProblems& options);

}  // namespace thalweg::tool
