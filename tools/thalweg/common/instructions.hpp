// Counts the instructions that a piece of work takes: unlike its time, nearly the same on a busy
// machine. A header alone, so that benches can include it.
#pragma once

#include <cstdint>
#include <optional>

#include "thalweg/core/function_ref.hpp"

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace thalweg::tool {

// Instructions in user mode on this thread; nothing where the system does not count them.
#if defined(__linux__)

inline std::optional<std::uint64_t> count_instructions(FunctionRef<void()> work) {
  perf_event_attr wanted = {};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.disabled = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const auto counter = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
  work();
  if (counter < 0) return std::nullopt;
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t count = 0;
  const bool is_read = read(counter, &count, sizeof count) == sizeof count;
  close(counter);
  return is_read ? std::optional(count) : std::nullopt;
}

#else

inline std::optional<std::uint64_t> count_instructions(FunctionRef<void()> work) {
  work();
  return std::nullopt;
}

#endif

}  // namespace thalweg::tool
