// How often operator new was called in this program: linked in where count_new.cpp is.
#pragma once

#include <cstdint>

namespace thalweg {

std::uint64_t allocation_count();

}  // namespace thalweg
