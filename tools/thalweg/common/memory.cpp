// On Linux the system holds the limit too (RLIMIT_DATA): what is reserved already, the limit, and
// stacks for all threads. So estimates that are wrong end in a sentence as well.
#include "common/memory.hpp"

#include <array>
#include <cstdio>

#include "core/text.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace thalweg::tool {
namespace {

#if defined(__linux__)

// Bytes of writable memory that this process has reserved. Under a sanitizer they are many.
std::optional<std::uint64_t> reserved_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return std::nullopt;
  unsigned long long pages = 0;
  const int found = std::fscanf(file, "%*u %*u %*u %*u %*u %llu", &pages);
  std::fclose(file);
  if (found != 1) return std::nullopt;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_process(std::uint64_t bytes) {
  constexpr std::uint64_t kStack = std::uint64_t{16} << 20;
  const auto reserved = reserved_bytes();
  struct rlimit limit {};
  if (!reserved || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const std::uint64_t most =
      *reserved + bytes + kStack * (2 + static_cast<std::uint64_t>(thread_count()));
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? most : std::min<rlim_t>(most, limit.rlim_max);
  static_cast<void>(::setrlimit(RLIMIT_DATA, &limit));
}

#else

void limit_process(std::uint64_t) {}

#endif

}  // namespace

std::optional<std::uint64_t> parse_memory(const std::string& text) {
  std::string word = lower_case(trimmed(text));
  if (word.ends_with('b')) word.pop_back();
  double unit = 1;
  constexpr std::array<std::pair<char, double>, 4> kUnits = {
      {{'k', 1e3}, {'m', 1e6}, {'g', 1e9}, {'t', 1e12}}};
  for (const auto& [letter, size] : kUnits) {
    if (word.empty() || word.back() != letter) continue;
    word.pop_back();
    unit = size;
    break;
  }
  const auto number = TextReader::parse_number<double>(trimmed(word));
  if (!number || !(*number * unit >= 1e6) || !(*number * unit <= 1e18)) return std::nullopt;
  return static_cast<std::uint64_t>(*number * unit);
}

void limit_memory(std::uint64_t bytes) {
  set_memory_limit(bytes);
  limit_process(bytes);
}

}  // namespace thalweg::tool
