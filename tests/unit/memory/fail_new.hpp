// An operator new that fails on demand.
#pragma once

#include <cstdint>

namespace thalweg {

// After `count` more allocations every allocation fails, until let_all_succeed().
void fail_after(std::uint64_t count);
void let_all_succeed();

}  // namespace thalweg
