// The steps from a square, or a corner of squares, to its neighbours: straight ones first.
#pragma once

#include <array>

namespace thalweg {

struct Step {
  int x;
  int y;
};

inline constexpr std::array<Step, 8> kSquareSteps = {
    {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

}  // namespace thalweg
