// Files are replaced through a temporary file beside them; symbolic links are followed first, and
// devices and open descriptors are written directly.
#include "thalweg/core/file.hpp"

#include <atomic>
#include <chrono>

#include "core/file_system.hpp"
#include "core/read_limit.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryStart = "thalweg-";
constexpr std::string_view kTemporaryEnding = ".tmp";

// A name beside `path`, of limited length. The time distinguishes processes with the same number
// that share a disk, as in containers.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return path.parent_path() /
         (std::string(kTemporaryStart) + std::to_string(process_number()) + "-" +
          std::to_string(now) + "-" + std::to_string(counter++) + std::string(kTemporaryEnding));
}

// Removes what writers that were killed left beside `path`.
void sweep_beside(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code failure;
  fs::directory_iterator entry(folder, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    const bool is_temporary = name.starts_with(kTemporaryStart) && name.ends_with(kTemporaryEnding);
    if (is_temporary) remove_if_abandoned(entry->path());
  }
}

Result<void> write_or_replace(const fs::path& asked, FileParts parts) {
  TRY(const fs::path path, link_target(asked));
  if (const int number = open_file_number(path); number >= 0) {
    return write_to_open_file(number, path, parts);
  }
  std::error_code failure;
  const fs::file_status old = fs::status(path, failure);
  if (fs::is_directory(old)) return cannot("write", path, "it is a folder");
  if (fs::exists(old) && !fs::is_regular_file(old)) return write_into(path, parts);
  // First, so that they do not take the room that the new file needs.
  sweep_beside(path);
  return replace_file(temporary_beside(path), path, parts);
}

}  // namespace

Result<fs::path> link_target(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code failure;
  for (int links = 0; links < kMostLinks; ++links) {
    if (open_file_number(path) >= 0) return path;
    if (!fs::is_symlink(fs::symlink_status(path, failure))) return path;
    const fs::path to = fs::read_symlink(path, failure);
    if (failure) return cannot("write", path, failure.message());
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return cannot("write", path, "it is a symbolic link that leads in a circle");
}

Result<std::string> read_file(const fs::path& path, std::optional<std::uint64_t> max_bytes) try {
  const ReadLimit limit = read_limit(max_bytes);
  TRY(std::string content, read_regular(path, limit.bytes));
  if (content.size() > limit.bytes) return limit.refusal(path);
  return content;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<MappedFile> map_file(const fs::path& path) try {
  return map_regular(path);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> write_file(const fs::path& path, FileParts parts) try {
  return write_or_replace(path, parts);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> write_file(const fs::path& path, std::string_view content) try {
  const std::span<const std::byte> part = std::as_bytes(std::span(content.data(), content.size()));
  return write_file(path, std::span(&part, 1));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
