// Files: read whole, mapped, or written atomically (a crash leaves the old file or the new one).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// The bytes of a regular file, read whole. Folders, pipes and devices are refused, and so are files
// over `max_bytes`. DEFAULT: half of memory_limit(). Compressed files:
// thalweg/import/packed_file.hpp.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::optional<std::uint64_t> max_bytes = {});

// A file's bytes that stay readable while `owner` lives; mapped where the system can do so.
struct MappedFile {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};
Result<MappedFile> map_file(const std::filesystem::path& path);

// Writes `parts` one after another to a temporary file beside `path`, syncs it to the disk, and
// renames it over `path`, so that a reader sees either the old file or the new one, complete. The
// new file has the mode of the old one and is never open to more users. A process that dies
// meanwhile leaves "thalweg-<process>-<time>-<number>.tmp", which nothing reads, and which the next
// write to that folder removes. Symbolic links stay links: their target is written, also one that
// does not exist yet. A device or a pipe is written to directly, and so is the open file that
// /dev/stdout or /dev/fd/N names.
Result<void> write_file(const std::filesystem::path& path,
                        std::span<const std::span<const std::byte>> parts);
Result<void> write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace thalweg
