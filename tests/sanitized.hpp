// Whether this build has the address or thread sanitizer: THALWEG_IS_SANITIZED, and thalweg::kIsSanitized.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define THALWEG_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define THALWEG_IS_SANITIZED 1
#endif
#endif

namespace thalweg {
#ifdef THALWEG_IS_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
}  // namespace thalweg
