// How many seeds a test tries.
#pragma once

#include <algorithm>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define THALWEG_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define THALWEG_IS_SANITIZED 1
#endif
#endif

namespace thalweg {

// A quarter in sanitized and emulated builds, which are about ten times slower.
inline std::uint64_t seeds_to_try(std::uint64_t wanted) {
#if defined(THALWEG_IS_SANITIZED) || defined(THALWEG_FEW_SEEDS)
  return std::max<std::uint64_t>(wanted / 4, 1);
#else
  return wanted;
#endif
}

}  // namespace thalweg
