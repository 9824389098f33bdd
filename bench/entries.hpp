// Which functions run while one call is watched: for bench_stops.
#pragma once

#include <filesystem>

#include "thalweg/core/function_ref.hpp"

namespace thalweg {

// True in builds that can watch: those of the preset `stops`.
bool can_watch();

// Calls `work`, and nothing but that is counted: gcov's counters are set to zero before and written after. The addresses
// of the functions that it enters go to the file `order`, one a line, by first entry. False: the file cannot be written.
bool watch(FunctionRef<void()> work, const std::filesystem::path& order);

}  // namespace thalweg
