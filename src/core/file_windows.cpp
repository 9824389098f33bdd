// Files on Windows.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>
#include <vector>

#include "core/file_system.hpp"
#include "core/read_limit.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 30;  // bytes per call of the system

// The same sentence as on other systems, where there is one.
std::string why_last_error() {
  const int code = static_cast<int>(::GetLastError());
  return std::system_category().default_error_condition(code).message();
}

// A handle of an open file that closes itself.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  Handle(const Handle&) = delete;
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (is_open() && handle_ != nullptr) ::CloseHandle(handle_);
  }
  HANDLE get() const { return handle_; }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }

 private:
  HANDLE handle_;
};

struct RegularFile {
  Handle file;
  std::uint64_t size = 0;
};

Result<RegularFile> open_regular(const fs::path& path) {
  const DWORD about = ::GetFileAttributesW(path.c_str());
  if (about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    return cannot("read", path, "it is a folder");
  }
  Handle file(::CreateFileW(path.c_str(), GENERIC_READ,
                            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file.is_open()) return cannot("read", path, why_last_error());
  if (::GetFileType(file.get()) != FILE_TYPE_DISK) {
    return cannot("read", path, "it is a device, and only files are read");
  }
  LARGE_INTEGER size{};
  if (::GetFileSizeEx(file.get(), &size) == 0) return cannot("read", path, why_last_error());
  return RegularFile{std::move(file), static_cast<std::uint64_t>(size.QuadPart)};
}

// Reads as far as the file and `space` reach; the number of bytes read.
Result<std::size_t> read_into(const RegularFile& opened, const fs::path& path,
                              std::span<std::byte> space) {
  std::size_t read = 0;
  while (read < space.size()) {
    const auto most = static_cast<DWORD>(std::min<std::uint64_t>(space.size() - read, kMostAtOnce));
    DWORD count = 0;
    if (::ReadFile(opened.file.get(), space.data() + read, most, &count, nullptr) == 0) {
      return cannot("read", path, why_last_error());
    }
    if (count == 0) break;
    read += count;
  }
  return read;
}

Result<void> write_parts(const Handle& file, const fs::path& path, FileParts parts) {
  for (auto part : parts) {
    while (!part.empty()) {
      const auto most = static_cast<DWORD>(std::min<std::uint64_t>(part.size(), kMostAtOnce));
      DWORD count = 0;
      if (::WriteFile(file.get(), part.data(), most, &count, nullptr) == 0) {
        return cannot("write", path, why_last_error());
      }
      part = part.subspan(count);
    }
  }
  return {};
}

// Writes and flushes a new file. The data must be on the disk before the rename.
Result<void> write_new(const fs::path& temporary, const fs::path& path, FileParts parts) {
  const Handle file(::CreateFileW(temporary.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                                  FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file.is_open()) return cannot("write", path, why_last_error());
  TRY_DO(write_parts(file, path, parts));
  if (::FlushFileBuffers(file.get()) == 0) return cannot("write", path, why_last_error());
  return {};
}

}  // namespace

Result<std::string> read_regular(const fs::path& path, std::uint64_t max_bytes) {
  TRY(const RegularFile opened, open_regular(path));
  std::string content;
  content.resize(static_cast<std::size_t>(std::min(opened.size, max_bytes) + 1));
  TRY(const std::size_t size,
      read_into(opened, path, std::as_writable_bytes(std::span(content.data(), content.size()))));
  content.resize(size);
  return content;
}

// Read whole: Windows does not replace a file that is mapped.
Result<MappedFile> map_regular(const fs::path& path) {
  TRY(const RegularFile opened, open_regular(path));
  TRY_DO(check_memory(opened.size));
  // Stored as 64-bit words, so that arrays inside are aligned as they are in a mapped file.
  auto words = std::make_shared<std::vector<std::uint64_t>>((opened.size + 7) / 8);
  const auto space = std::as_writable_bytes(std::span(*words));
  TRY(const std::size_t size,
      read_into(opened, path, space.first(static_cast<std::size_t>(opened.size))));
  return MappedFile{space.first(size), words};
}

int open_file_number(const fs::path&) { return -1; }

Result<void> write_to_open_file(int, const fs::path& path, FileParts parts) {
  return write_into(path, parts);
}

Result<void> write_into(const fs::path& path, FileParts parts) {
  const Handle file(::CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                  nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file.is_open()) return cannot("write", path, why_last_error());
  return write_parts(file, path, parts);
}

namespace {

// False with the system's last error. While another writer replaces the file, or somebody reads it without
// sharing, Windows refuses for a moment.
bool rename_over(const fs::path& temporary, const fs::path& path) {
  constexpr DWORD kPause = 5;  // milliseconds
  for (int tries = 200; tries > 0; --tries) {
    if (::MoveFileExW(temporary.c_str(), path.c_str(),
                      MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) {
      return true;
    }
    const DWORD error = ::GetLastError();
    const DWORD about = ::GetFileAttributesW(path.c_str());
    const bool is_folder =
        about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool may_pass = error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION ||
                          error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS;
    ::SetLastError(error);
    if (is_folder || !may_pass) return false;
    ::Sleep(kPause);
    ::SetLastError(error);
  }
  return false;
}

}  // namespace

Result<void> replace_file(const fs::path& temporary, const fs::path& path, FileParts parts) {
  Result<void> written = write_new(temporary, path, parts);
  if (written && !rename_over(temporary, path)) written = cannot("write", path, why_last_error());
  if (!written) ::DeleteFileW(temporary.c_str());
  return written;
}

// A writer's file cannot be deleted while it is open. Between writing and renaming it is closed, so
// the number of the process that its name begins with must be nobody's, too.
void remove_if_abandoned(const fs::path& temporary) {
  const std::string name = temporary.filename().string();
  constexpr std::string_view kStart = "thalweg-";
  DWORD process = 0;
  if (!name.starts_with(kStart)) return;
  std::from_chars(name.data() + kStart.size(), name.data() + name.size(), process);
  const Handle running(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  const bool is_nobodys = running.get() == nullptr && ::GetLastError() == ERROR_INVALID_PARAMETER;
  if (is_nobodys) ::DeleteFileW(temporary.c_str());
}

FileVersion file_version(const fs::path& path) {
  const Handle file(::CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  BY_HANDLE_FILE_INFORMATION about{};
  if (!file.is_open() || ::GetFileInformationByHandle(file.get(), &about) == 0) return {};
  const auto whole = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
  return {.device = about.dwVolumeSerialNumber,
          .number = whole(about.nFileIndexHigh, about.nFileIndexLow),
          .size = whole(about.nFileSizeHigh, about.nFileSizeLow),
          .written = static_cast<std::int64_t>(
              whole(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime))};
}

Result<FolderLock> lock_folder_of(const fs::path& path, double seconds) {
  std::error_code failure;
  const fs::path folder = fs::absolute(path, failure).parent_path().lexically_normal();
  const std::wstring name =
      L"thalweg-" + std::to_wstring(std::hash<std::wstring>()(folder.wstring()));
  auto mutex = std::make_shared<Handle>(::CreateMutexW(nullptr, FALSE, name.c_str()));
  if (mutex->get() == nullptr) return FolderLock();
  const DWORD waited = ::WaitForSingleObject(mutex->get(), static_cast<DWORD>(seconds * 1000));
  if (waited == WAIT_TIMEOUT) {
    return cannot("write", path, "another program has locked its folder for too long");
  }
  // Deleted by the thread that asked: a mutex of Windows belongs to it.
  return FolderLock(mutex->get(), [mutex](const void*) { ::ReleaseMutex(mutex->get()); });
}

long process_number() { return static_cast<long>(::GetCurrentProcessId()); }

}  // namespace thalweg

#endif
