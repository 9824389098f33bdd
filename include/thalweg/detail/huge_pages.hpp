// An allocator that asks for huge pages: random reads of large arrays then cause fewer TLB misses.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thalweg {

template <class T>
struct HugePageAllocator {
  using value_type = T;
  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    if (count > static_cast<std::size_t>(-1) / sizeof(T) - kPage) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    const bool is_large = bytes >= kPage;
    const std::size_t rounded = is_large ? (bytes + kPage - 1) / kPage * kPage : bytes;
    void* memory = is_large ? std::aligned_alloc(kPage, rounded) : std::malloc(rounded);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (is_large) madvise(memory, rounded, MADV_HUGEPAGE);  // a hint; works without it too
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }

  bool operator==(const HugePageAllocator&) const = default;
};

}  // namespace thalweg
