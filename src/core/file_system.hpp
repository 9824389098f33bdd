// What file.cpp needs of the operating system. One implementation per system: file_posix.cpp and
// file_windows.cpp.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "thalweg/core/file.hpp"
#include "thalweg/core/result.hpp"

namespace thalweg {

using FileParts = std::span<const std::span<const std::byte>>;

// "cannot read 'a.png': it is a folder".
inline Error cannot(std::string_view what, const std::filesystem::path& path,
                    std::string_view why) {
  return Error{"cannot " + std::string(what) + " '" + path.string() + "': " + std::string(why)};
}

// The bytes of a regular file. Anything else is refused without waiting for it. At most one byte
// more than `max_bytes` is read.
Result<std::string> read_regular(const std::filesystem::path& path, std::uint64_t max_bytes);

// The bytes of a regular file, mapped where the system can do so.
Result<MappedFile> map_regular(const std::filesystem::path& path);

// Where a write to `path` goes: symbolic links are followed, also one to a file that does not exist
// yet. Stops at the name of an open file, as /dev/stdout is.
Result<std::filesystem::path> link_target(std::filesystem::path path);

// The number of the open file that `path` names, as /dev/stdout does; -1 if it names none.
int open_file_number(const std::filesystem::path& path);
Result<void> write_to_open_file(int number, const std::filesystem::path& path, FileParts parts);

// Writes to an existing device or pipe, which must not be replaced by a rename.
Result<void> write_into(const std::filesystem::path& path, FileParts parts);

// Writes `parts` to the new file `temporary`, syncs it to the disk and renames it over `path`. The
// new file is never open to more users than an old one at `path`. While it is written, no
// remove_if_abandoned removes it.
Result<void> replace_file(const std::filesystem::path& temporary, const std::filesystem::path& path,
                          FileParts parts);

// Removes a temporary file whose writer has died. One that is being written stays.
void remove_if_abandoned(const std::filesystem::path& temporary);

// Which file stands at a path: differs whenever it was replaced, written or removed in between.
struct FileVersion {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  // of the file on its device; 0: there is none
  std::uint64_t size = 0;
  std::int64_t written = 0;  // time of the last change, in the system's units

  bool operator==(const FileVersion&) const = default;
};
FileVersion file_version(const std::filesystem::path& path);

// Held by one process at a time for each folder; released when the last copy goes. A system that
// cannot lock gives a lock that excludes nobody.
using FolderLock = std::shared_ptr<const void>;

// Waits up to `seconds` for the lock of the folder that `path` lies in.
Result<FolderLock> lock_folder_of(const std::filesystem::path& path, double seconds = 60);

// A number that no other running process of this machine has.
long process_number();

}  // namespace thalweg
