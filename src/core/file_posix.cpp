// Files on POSIX systems.
#if !defined(_WIN32)

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

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

// Writes and syncs a new file. The data must be on the disk before the rename.
Result<void> write_new(const fs::path& temporary, const fs::path& path, FileParts parts) {
  struct stat old {};
  const bool has_old = ::stat(path.c_str(), &old) == 0;
  const mode_t mode = has_old ? 0600 : 0666;
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.is_open()) return cannot("write", path, why_errno());
  Result<void> written = write_parts(file.number(), path, parts);
  if (written && has_old) written = take_mode(file.number(), old, path);
  if (written && ::fsync(file.number()) != 0) written = cannot("write", path, why_errno());
  if (!written) static_cast<void>(::unlink(temporary.c_str()));
  return written;
}

// Makes the rename survive a power cut. Best effort, since not every file system supports it.
void sync_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
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
  TRY_DO(write_new(temporary, path, parts));
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error failed = cannot("write", path, why_errno());
    static_cast<void>(::unlink(temporary.c_str()));
    return failed;
  }
  sync_folder(path);
  return {};
}

long process_number() { return static_cast<long>(::getpid()); }

}  // namespace thalweg

#endif
