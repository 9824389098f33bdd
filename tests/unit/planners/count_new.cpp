#include "count_new.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THALWEG_HAS_OWN_NEW  // clang's runtime has its own, which cannot be replaced
#endif
#endif

#ifndef THALWEG_HAS_OWN_NEW
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace thalweg {

std::uint64_t allocation_count() { return allocations; }

bool counts_allocations() {
#ifdef THALWEG_HAS_OWN_NEW
  return false;
#else
  return true;
#endif
}

}  // namespace thalweg
