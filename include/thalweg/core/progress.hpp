// Progress: how far a long piece of work has come. Callers pass a function, or nothing.
#pragma once

#include <functional>
#include <string_view>

namespace thalweg {

// Called now and then with the stage at hand and the part of it done, 0 to 1. May be empty.
using Progress = std::function<void(std::string_view stage, double done)>;

inline void report(const Progress& progress, std::string_view stage, double done) {
  if (progress) progress(stage, done);
}

}  // namespace thalweg
