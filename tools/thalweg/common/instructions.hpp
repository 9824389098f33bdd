// Counts the instructions that a piece of work takes: unlike its time, nearly the same on a busy
// machine.
#pragma once

#include <cstdint>
#include <optional>

#include "thalweg/core/function_ref.hpp"

namespace thalweg::tool {

// Instructions in user mode on this thread; nothing where the system does not count them.
std::optional<std::uint64_t> count_instructions(FunctionRef<void()> work);

}  // namespace thalweg::tool
