// How often operator new was called in this program; always 0 under clang's thread sanitizer, whose own cannot be
// replaced. Requires count_new.cpp to be linked.
#pragma once

#include <cstdint>

namespace thalweg {

std::uint64_t allocation_count();
// False: the count stays 0.
bool counts_allocations();

}  // namespace thalweg
