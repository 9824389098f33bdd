// ReadLimit: how much a file may hold, and what to say of one that holds more.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/file_system.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {

struct ReadLimit {
  std::uint64_t bytes = 0;
  bool is_memory_limit = false;

  Error refusal(const std::filesystem::path& path) const {
    if (!is_memory_limit) return cannot("read", path, "it holds more than " + memory_text(bytes));
    return cannot("read", path,
                  "it takes more memory than the limit of " + memory_text(memory_limit()) +
                      " allows (--max-memory)");
  }
};

// A growing string needs room for its old and its new content: half of the limit each.
inline ReadLimit read_limit(std::optional<std::uint64_t> max_bytes) {
  if (max_bytes) return {*max_bytes, false};
  return {memory_limit() / 2, true};
}

}  // namespace thalweg
