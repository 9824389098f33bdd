// Watching one call: the compiler's -finstrument-functions calls the functions below, --coverage counts lines.
#include "entries.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#ifdef THALWEG_STOPS
extern "C" void __gcov_reset();
extern "C" void __gcov_dump();
#else
namespace {
void __gcov_reset() {}
void __gcov_dump() {}
}  // namespace
#endif

namespace {

constexpr std::uint32_t kMost = 1u << 14;  // about ten times as many as one query enters

// Allocates nothing and calls nothing that is watched itself.
struct Entries {
  bool is_on = false;
  std::uint32_t count = 0;
  std::array<const void*, kMost> order = {};  // [count]
  std::array<const void*, kMost> table = {};  // by address, from there on; null: free
};
Entries entries;

}  // namespace

extern "C" {

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void* function, void* caller);
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void* function, void* caller);

void __cyg_profile_func_enter(void* function, void*) {
  if (!entries.is_on) return;
  auto at = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(function) >> 2) % kMost;
  while (entries.table[at] != nullptr) {
    if (entries.table[at] == function) return;
    at = (at + 1) % kMost;
  }
  if (entries.count + 1 == kMost) std::abort();
  entries.table[at] = function;
  entries.order[entries.count++] = function;
}

void __cyg_profile_func_exit(void*, void*) {}

}  // extern "C"

namespace thalweg {

bool can_watch() {
#ifdef THALWEG_STOPS
  return true;
#else
  return false;
#endif
}

bool watch(FunctionRef<void()> work, const std::filesystem::path& order) {
  __gcov_reset();
  entries.is_on = true;
  work();
  entries.is_on = false;
  __gcov_dump();
  std::ofstream out(order);
  for (std::uint32_t i = 0; i < entries.count; ++i) out << entries.order[i] << '\n';
  return out.flush().good();
}

}  // namespace thalweg
