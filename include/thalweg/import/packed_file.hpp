// Files that may be compressed by gzip.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "thalweg/core/result.hpp"

namespace thalweg {

// The bytes of a file, read whole; unpacked if its name ends in .gz. Refused: more than `max_bytes`,
// packed or unpacked. DEFAULT: half of memory_limit()
Result<std::string> read_packed_file(const std::filesystem::path& path,
                                     std::optional<std::uint64_t> max_bytes = {});

}  // namespace thalweg
