// Files on POSIX systems.
#if !defined(_WIN32)

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/file_system.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

std::string why_errno() { return std::strerror(errno); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

struct RegularFile {
  Descriptor file;
  std::uint64_t size = 0;
};

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a pipe, and only files are read";
  if (S_ISSOCK(mode)) return "it is a socket, and only files are read";
  return "it is a device, and only files are read";
}

// Opens without waiting: a pipe that nobody writes to would block for ever.
Result<RegularFile> open_regular(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) return cannot("read", path, why_errno());
  struct stat about {};
  if (::fstat(file.number(), &about) != 0) return cannot("read", path, why_errno());
  if (!S_ISREG(about.st_mode)) return cannot("read", path, kind_of(about.st_mode));
  return RegularFile{std::move(file), static_cast<std::uint64_t>(about.st_size)};
}

Result<void> write_parts(int file, const fs::path& path, FileParts parts) {
  for (auto part : parts) {
    while (!part.empty()) {
      const auto written = ::write(file, part.data(), part.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return cannot("write", path, why_errno());
      part = part.subspan(static_cast<std::size_t>(written));
    }
  }
  return {};
}

// Gives the new file the owner and the mode of the old one. Users whom the old file shut out must
// not be let in if the owner or the group cannot be kept.
Result<void> take_mode(int file, const struct stat& old, const fs::path& path) {
  struct stat made {};
  if (::fstat(file, &made) != 0) return cannot("write", path, why_errno());
  const bool is_other_owner = made.st_uid != old.st_uid || made.st_gid != old.st_gid;
  mode_t mode = old.st_mode & 07777;
  if (is_other_owner && ::fchown(file, old.st_uid, old.st_gid) != 0) {
    const mode_t others = mode & 07;
    mode = (mode & 0700) | (mode & 070 & (others << 3)) | others;
  }
  if (::fchmod(file, mode) != 0) return cannot("write", path, why_errno());
  return {};
}

// Creates a temporary file and locks it, so that nobody takes it for an abandoned one. Where
// somebody did before the lock was there, the file is gone again, and another one is made.
Descriptor create_locked(const fs::path& temporary, mode_t mode) {
  constexpr int kTries = 8;
  for (int tries = 0;; ++tries) {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    struct stat made {};
    if (!file.is_open() || tries == kTries || ::flock(file.number(), LOCK_EX) != 0) return file;
    if (::fstat(file.number(), &made) != 0 || made.st_nlink > 0) return file;
  }
}

// Fills, syncs and renames a new file. The data must be on the disk before the rename.
Result<void> fill_and_rename(int file, const fs::path& temporary, const fs::path& path,
                             FileParts parts, const struct stat* old) {
  TRY_DO(write_parts(file, path, parts));
  if (old != nullptr) TRY_DO(take_mode(file, *old, path));
  if (::fsync(file) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0) {
    return cannot("write", path, why_errno());
  }
  return {};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Makes the rename survive a power cut. Best effort, since not every file system supports it.
void sync_folder(const fs::path& path) {
  const Descriptor opened(::open(folder_of(path).c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.is_open()) static_cast<void>(::fsync(opened.number()));
}

}  // namespace

Result<std::string> read_regular(const fs::path& path, std::uint64_t max_bytes) {
  TRY(const RegularFile opened, open_regular(path));
  std::string content;
  content.reserve(static_cast<std::size_t>(std::min(opened.size, max_bytes)));
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  // The size may be wrong: files grow, and some file systems report 0.
  while (content.size() <= max_bytes) {
    const std::size_t before = content.size();
    content.resize(
        before + static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, max_bytes + 1 - before)));
    const auto count =
        ::read(opened.file.number(), content.data() + before, content.size() - before);
    if (count < 0 && errno != EINTR) return cannot("read", path, why_errno());
    content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) break;
  }
  return content;
}

Result<MappedFile> map_regular(const fs::path& path) {
  TRY(const RegularFile opened, open_regular(path));
  const auto size = static_cast<std::size_t>(opened.size);
  if (size == 0) return MappedFile{};
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.file.number(), 0);
  if (start == MAP_FAILED) return cannot("map", path, why_errno());
  std::shared_ptr<const void> owner(
      start, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  return MappedFile{{static_cast<const std::byte*>(start), size}, std::move(owner)};
}

int open_file_number(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    const auto number = TextReader::parse_number<int>(std::string_view(name).substr(folder.size()));
    if (number && *number >= 0) return *number;
  }
  return -1;
}

Result<void> write_to_open_file(int number, const fs::path& path, FileParts parts) {
  return write_parts(number, path, parts);
}

Result<void> write_into(const fs::path& path, FileParts parts) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return cannot("write", path, why_errno());
  return write_parts(file.number(), path, parts);
}

Result<void> replace_file(const fs::path& temporary, const fs::path& path, FileParts parts) {
  struct stat old {};
  const bool has_old = ::stat(path.c_str(), &old) == 0;
  const Descriptor file = create_locked(temporary, has_old ? 0600 : 0666);
  if (!file.is_open()) return cannot("write", path, why_errno());
  Result<void> written =
      fill_and_rename(file.number(), temporary, path, parts, has_old ? &old : nullptr);
  if (!written) {
    static_cast<void>(::unlink(temporary.c_str()));
    return written;
  }
  sync_folder(path);
  return {};
}

void remove_if_abandoned(const fs::path& temporary) {
  const Descriptor file(::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat about {};
  if (!file.is_open() || ::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return;
  // The system releases the locks of processes that die. Where another sweep removed this file meanwhile, its
  // writer may have made a new one of that name: that one stays.
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
  if (::fstat(file.number(), &about) == 0 && about.st_nlink > 0) {
    static_cast<void>(::unlink(temporary.c_str()));
  }
}

FileVersion file_version(const fs::path& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return {};
  return {.device = static_cast<std::uint64_t>(about.st_dev),
          .number = static_cast<std::uint64_t>(about.st_ino),
          .size = static_cast<std::uint64_t>(about.st_size),
          .written = std::int64_t{about.st_mtim.tv_sec} * 1'000'000'000 + about.st_mtim.tv_nsec};
}

Result<FolderLock> lock_folder_of(const fs::path& path, double seconds) {
  using Clock = std::chrono::steady_clock;
  auto folder = std::make_shared<Descriptor>(::open(folder_of(path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!folder->is_open()) return cannot("write", path, why_errno());
  const auto last = Clock::now() + std::chrono::duration<double>(seconds);
  while (::flock(folder->number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) break;  // not every file system can lock
    if (Clock::now() > last) {
      return cannot("write", path, "another program has locked its folder for too long");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return FolderLock(std::move(folder));
}

long process_number() { return static_cast<long>(::getpid()); }

}  // namespace thalweg

#endif
