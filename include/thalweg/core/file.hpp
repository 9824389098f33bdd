// Files: read whole, mapped, or written atomically (a crash leaves the old file or the new one).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// The bytes of a file, read whole. Files over `max_bytes` are refused. Compressed files:
// thalweg/import/packed_file.hpp.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uint64_t max_bytes = std::uint64_t{4} << 30);

// A file's bytes that stay readable while `owner` lives; mapped where the system can do so.
struct MappedFile {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};
Result<MappedFile> map_file(const std::filesystem::path& path);

// Writes `parts` one after another to a temporary file beside `path`, syncs it to the disk, and
// renames it over `path`, so that a reader sees either the old file or the new one, complete. A
// process that dies meanwhile leaves "<path>.tmp-<process>-<number>", which nothing reads and
// anyone may delete. A device or a pipe is written to directly.
Result<void> write_file(const std::filesystem::path& path,
                        std::span<const std::span<const std::byte>> parts);
Result<void> write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace thalweg
