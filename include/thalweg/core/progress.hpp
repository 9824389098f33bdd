// Progress: how far a long computation has come. Callers pass a function, or nothing.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <functional>
#include <string_view>

namespace thalweg {

// Called from time to time with the current stage and the part of it that is done, 0 to 1. May be
// empty.
using Progress = std::function<void(std::string_view stage, double done)>;

inline void report(const Progress& progress, std::string_view stage, double done) {
  if (progress) progress(stage, done);
}

}  // namespace thalweg
