#include "fail_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> allocations_left{kNever};

bool fails() {
  if (allocations_left == kNever) return false;
  return --allocations_left < 0;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (fails()) return nullptr;
  const std::size_t whole = (size + alignment) / alignment * alignment;
  return alignment <= alignof(std::max_align_t) ? std::malloc(whole)
                                                : std::aligned_alloc(alignment, whole);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size, alignment)) return memory;
  throw std::bad_alloc();
}

constexpr std::size_t kUsual = alignof(std::max_align_t);
std::size_t bytes(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, kUsual); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, bytes(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, kUsual);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, bytes(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace thalweg {

void fail_after(std::uint64_t count) { allocations_left = static_cast<std::int64_t>(count); }
void let_all_succeed() { allocations_left = kNever; }

AllSucceed::AllSucceed() : left_(allocations_left.exchange(kNever)) {}
AllSucceed::~AllSucceed() { allocations_left = left_; }

}  // namespace thalweg
