// Operators new and delete that count allocations and can be made to fail after a number of them.
// ThreadSanitizer brings its own: then nothing is counted.
#include "new_operators.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THALWEG_HAS_RUNTIME_NEW  // the sanitizer's: a second definition would not link
#endif
#endif

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::atomic<std::uint64_t> allocations{0};
std::atomic<std::int64_t> allocations_left{kNever};

#ifndef THALWEG_HAS_RUNTIME_NEW

// If another thread stores kNever between the two lines, kNever - 1 are left after them, which no
// test uses up either.
bool fails() {
  if (allocations_left.load(std::memory_order_relaxed) == kNever) return false;
  return allocations_left.fetch_sub(1) <= 0;
}

void* allocate(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
}

// Not std::aligned_alloc, which Windows lacks: the address that malloc gave is kept just before the
// aligned one.
void* allocate(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  std::size_t space = size + step;
  void* const start = allocate(sizeof(void*) + space);
  if (start == nullptr) return nullptr;
  void* aligned = static_cast<void**>(start) + 1;
  std::align(step, size, aligned, space);
  std::memcpy(static_cast<char*>(aligned) - sizeof start, &start, sizeof start);
  return aligned;
}

void free_aligned(void* memory) {
  if (memory == nullptr) return;
  void* start = nullptr;
  std::memcpy(&start, static_cast<char*>(memory) - sizeof start, sizeof start);
  std::free(start);
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

#endif

}  // namespace

#ifndef THALWEG_HAS_RUNTIME_NEW
// The forms for arrays call these.
void* operator new(std::size_t size) { return or_throw(allocate(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return or_throw(allocate(size, alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free_aligned(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { free_aligned(memory); }
#endif

namespace thalweg {

bool has_own_new() {
#ifdef THALWEG_HAS_RUNTIME_NEW
  return false;
#else
  return true;
#endif
}

std::uint64_t allocation_count() { return allocations; }

void fail_after(std::uint64_t count) { allocations_left = static_cast<std::int64_t>(count); }
void let_all_succeed() { allocations_left = kNever; }

AllSucceed::AllSucceed() : left_(allocations_left.exchange(kNever)) {}
AllSucceed::~AllSucceed() { allocations_left = left_; }

}  // namespace thalweg
