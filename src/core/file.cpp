#include "thalweg/core/file.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include <zlib.h>

#include "core/file_system.hpp"
#include "core/guarded.hpp"
#include "core/try.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

// How much a file may hold, and what to say of one that holds more.
struct Most {
  std::uint64_t bytes = 0;
  bool is_memory_limit = false;

  Error refusal(const fs::path& path) const {
    if (!is_memory_limit) return cannot("read", path, "it holds more than " + memory_text(bytes));
    return cannot("read", path,
                  "it takes more memory than the limit of " + memory_text(memory_limit()) +
                      " allows (--max-memory)");
  }
};

// A growing string needs room for its old and its new content: half of the limit each.
Most most_of(std::optional<std::uint64_t> max_bytes) {
  if (max_bytes) return {*max_bytes, false};
  return {memory_limit() / 2, true};
}

// Unpacks a gzip stream, or several, one after another.
class Unpacker {
 public:
  Unpacker(const std::string& packed, const fs::path& path) : packed_(packed), path_(path) {}
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<std::string> run(const Most& most) {
    constexpr int kGzip = 15 + 16;
    if (inflateInit2(&stream_, kGzip) != Z_OK) return out_of_memory();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
    std::string content;
    std::string block(std::size_t{1} << 18, '\0');
    int state = Z_OK;
    while (state == Z_OK && content.size() <= most.bytes) {
      state = next_block(block);
      content.append(block.data(), block.size() - stream_.avail_out);
    }
    if (content.size() > most.bytes) return most.refusal(path_);
    if (state == Z_MEM_ERROR) return out_of_memory();
    if (state != Z_STREAM_END)
      return cannot("unpack", path_, "the gzip data is damaged or cut off");
    return content;
  }

 private:
  // Fills `block` as far as possible; Z_STREAM_END after the last stream.
  int next_block(std::string& block) {
    if (stream_.avail_in == 0) {
      const std::size_t more = std::min<std::size_t>(packed_.size() - fed_, std::size_t{1} << 30);
      stream_.avail_in = static_cast<uInt>(more);
      fed_ += more;
    }
    stream_.next_out = reinterpret_cast<Bytef*>(block.data());
    stream_.avail_out = static_cast<uInt>(block.size());
    const int state = inflate(&stream_, Z_NO_FLUSH);
    const bool has_more = stream_.avail_in > 0 || fed_ < packed_.size();
    return state == Z_STREAM_END && has_more ? inflateReset(&stream_) : state;
  }

  const std::string& packed_;
  const fs::path& path_;
  z_stream stream_{};
  std::size_t fed_ = 0;
};

Result<std::string> read_and_unpack(const fs::path& path, const Most& most) {
  TRY(std::string content, read_regular(path, most.bytes));
  if (content.size() > most.bytes) return most.refusal(path);
  if (path.extension() != ".gz") return content;
  return Unpacker(content, path).run(most);
}

// Where a write to `path` goes: symbolic links are followed, also one to a file that does not exist
// yet. Stops at the name of an open file, as /dev/stdout is.
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

// A name beside `path`, of limited length. The time distinguishes processes with the same number
// that share a disk, as in containers.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return path.parent_path() / ("thalweg-" + std::to_string(process_number()) + "-" +
                               std::to_string(now) + "-" + std::to_string(counter++) + ".tmp");
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
  return replace_file(temporary_beside(path), path, parts);
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::optional<std::uint64_t> max_bytes) {
  return guarded([&] { return read_and_unpack(path, most_of(max_bytes)); });
}

Result<MappedFile> map_file(const fs::path& path) {
  return guarded([&] { return map_regular(path); });
}

Result<void> write_file(const fs::path& path, FileParts parts) {
  return guarded([&] { return write_or_replace(path, parts); });
}

Result<void> write_file(const fs::path& path, std::string_view content) {
  const std::span<const std::byte> part = std::as_bytes(std::span(content.data(), content.size()));
  return write_file(path, std::span(&part, 1));
}

}  // namespace thalweg
