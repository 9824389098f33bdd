// An allocator that asks for huge pages: random reads of large arrays then cause fewer TLB misses.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstddef>
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
    if (count > static_cast<std::size_t>(-1) / sizeof(T) - kPage) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kPage) return static_cast<T*>(::operator new(bytes));
    const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
    void* memory = ::operator new (rounded, std::align_val_t{kPage});
#if defined(__linux__)
    madvise(memory, rounded, MADV_HUGEPAGE);  // a hint; works without it too
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < kPage) return ::operator delete(memory);
    ::operator delete (memory, std::align_val_t{kPage});
  }

  bool operator==(const HugePageAllocator&) const = default;

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;  // bytes
};

}  // namespace thalweg
