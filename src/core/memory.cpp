// The limit is the one that was set, or half of the machine's memory. On Linux a machine is no
// larger than its control group.
#include "thalweg/core/memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <limits>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace thalweg {
namespace {

constexpr std::uint64_t kUnknownMachine = std::uint64_t{4} << 30;

std::atomic<std::uint64_t> wanted_limit{0};

#if defined(_WIN32)

std::uint64_t physical_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) != 0 ? status.ullTotalPhys : kUnknownMachine;
}

std::uint64_t group_memory() { return std::numeric_limits<std::uint64_t>::max(); }

#else

std::uint64_t physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return kUnknownMachine;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

// What the control group of a container allows (version 2, then 1); no limit where there is none.
std::uint64_t group_memory() {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const char* name :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::FILE* file = std::fopen(name, "re");
    if (file == nullptr) continue;
    unsigned long long bytes = 0;
    if (std::fscanf(file, "%llu", &bytes) == 1 && bytes > 0) {
      least = std::min<std::uint64_t>(least, bytes);
    }
    std::fclose(file);
  }
  return least;
}

#endif

}  // namespace

std::uint64_t machine_memory() {
  static const std::uint64_t bytes = std::min(physical_memory(), group_memory());
  return bytes;
}

void set_memory_limit(std::uint64_t bytes) { wanted_limit = bytes; }

std::uint64_t memory_limit() {
  const std::uint64_t wanted = wanted_limit;
  return wanted > 0 ? wanted : machine_memory() / 2;
}

Result<void> check_memory(std::uint64_t bytes) {
  const std::uint64_t limit = memory_limit();
  if (bytes <= limit) return {};
  return Error{"this would take about " + memory_text(bytes) +
               " of memory, more than the limit of " + memory_text(limit) + " (--max-memory)"};
}

Result<void> check_memory(std::uint64_t count, std::uint64_t bytes_each) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const bool overflows = bytes_each > 0 && count > kMost / bytes_each;
  return check_memory(overflows ? kMost : count * bytes_each);
}

// Short enough to be stored inside the string, without an allocation.
Error out_of_memory() { return Error{"out of memory"}; }

std::string memory_text(std::uint64_t bytes) {
  struct Unit {
    double size;
    const char* format;
  };
  constexpr std::array<Unit, 4> kUnits = {
      {{1e12, "%.1f TB"}, {1e9, "%.1f GB"}, {1e6, "%.0f MB"}, {1e3, "%.0f KB"}}};
  std::array<char, 48> text{};
  for (const Unit& unit : kUnits) {
    if (static_cast<double>(bytes) < unit.size) continue;
    std::snprintf(text.data(), text.size(), unit.format, static_cast<double>(bytes) / unit.size);
    return text.data();
  }
  return std::to_string(bytes) + " bytes";
}

}  // namespace thalweg
