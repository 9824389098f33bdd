#include "thalweg/core/file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>

#if defined(__unix__) || defined(__APPLE__)
#define THALWEG_POSIX 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define THALWEG_POSIX 0
#endif

#include "core/system.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

Error cannot(std::string_view what, const fs::path& path, std::string_view why) {
  return Error{"cannot " + std::string(what) + " '" + path.string() + "': " + std::string(why)};
}

Error too_large(const fs::path& path, std::uint64_t max_bytes) {
  return cannot("read", path, "it holds more than " + std::to_string(max_bytes) + " bytes");
}

#if THALWEG_POSIX

std::string why_errno() { return std::strerror(errno); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

Result<void> write_parts(int file, const fs::path& path,
                         std::span<const std::span<const std::byte>> parts) {
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

// Writes and syncs a new file. The data must be on the disk before the rename.
Result<void> write_new(const fs::path& temporary, const fs::path& path,
                       std::span<const std::span<const std::byte>> parts) {
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) return cannot("write", path, why_errno());
  Result<void> written = write_parts(file.number(), path, parts);
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

// Writes to an existing device or pipe, which must not be replaced by a rename.
Result<void> write_into(const fs::path& path, std::span<const std::span<const std::byte>> parts) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return cannot("write", path, why_errno());
  return write_parts(file.number(), path, parts);
}

#else

Result<void> write_new(const fs::path& temporary, const fs::path& path,
                       std::span<const std::span<const std::byte>> parts) {
  std::ofstream file(temporary, std::ios::binary);
  for (const auto part : parts) {
    file.write(reinterpret_cast<const char*>(part.data()),
               static_cast<std::streamsize>(part.size()));
  }
  file.close();
  if (!file) return cannot("write", path, "the disk refused it");
  return {};
}

void sync_folder(const fs::path&) {}

Result<void> write_into(const fs::path& path, std::span<const std::span<const std::byte>> parts) {
  return write_new(path, path, parts);
}

#endif

}  // namespace

Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes) {
  std::error_code failure;
  if (fs::is_directory(path, failure)) return cannot("read", path, "it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot("read", path, std::strerror(errno));
  std::string content;
  std::vector<char> block(std::size_t{1} << 20);
  while (file && content.size() <= max_bytes) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    content.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return cannot("read", path, "the disk refused it");
  if (content.size() > max_bytes) return too_large(path, max_bytes);
  return content;
}

Result<MappedFile> map_file(const fs::path& path) {
#if THALWEG_POSIX
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return cannot("read", path, why_errno());
  struct stat about {};
  if (::fstat(file.number(), &about) != 0) return cannot("read", path, why_errno());
  if (!S_ISREG(about.st_mode)) return cannot("read", path, "it is not a plain file");
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) return MappedFile{};
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (start == MAP_FAILED) return cannot("map", path, why_errno());
  std::shared_ptr<const void> owner(
      start, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  return MappedFile{{static_cast<const std::byte*>(start), size}, std::move(owner)};
#else
  TRY(const auto content, read_file(path));
  // Stored as 64-bit words, so that arrays inside are aligned as they are in a mapped file.
  auto words = std::make_shared<std::vector<std::uint64_t>>((content.size() + 7) / 8);
  std::memcpy(words->data(), content.data(), content.size());
  return MappedFile{std::as_bytes(std::span(*words)).first(content.size()), words};
#endif
}

Result<void> write_file(const fs::path& asked, std::span<const std::span<const std::byte>> parts) {
  static std::atomic<unsigned> counter{0};
  std::error_code failure;
  const fs::path linked = fs::canonical(asked, failure);  // a symbolic link stays one
  const fs::path& path = failure ? asked : linked;
  if (fs::is_directory(path, failure)) return cannot("write", path, "it is a folder");
  if (fs::exists(path, failure) && !fs::is_regular_file(path, failure)) {
    return write_into(path, parts);
  }
  fs::path temporary = path;
  // The time distinguishes processes with the same number that share a disk, as in containers.
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  temporary += ".tmp-" + std::to_string(process_number()) + "-" + std::to_string(now) + "-" +
               std::to_string(counter++);
  TRY_DO(write_new(temporary, path, parts));
  const fs::file_status old = fs::status(path, failure);
  if (fs::exists(old)) fs::permissions(temporary, old.permissions(), failure);
  fs::rename(temporary, path, failure);
  if (failure) {
    const std::string why = failure.message();
    fs::remove(temporary, failure);
    return cannot("write", path, why);
  }
  sync_folder(path);
  return {};
}

Result<void> write_file(const fs::path& path, std::string_view content) {
  const std::span<const std::byte> part = std::as_bytes(std::span(content.data(), content.size()));
  return write_file(path, std::span(&part, 1));
}

}  // namespace thalweg
