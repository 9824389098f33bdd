// zlib, block by block, so that a small file that unpacks to more than the limit is refused before
// it fills memory. Concatenated streams are one content.
#include "thalweg/import/packed_file.hpp"

#include <algorithm>

#include <zlib.h>

#include "core/read_limit.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

// Unpacks a gzip stream, or several, one after another.
class Unpacker {
 public:
  Unpacker(const std::string& packed, const fs::path& path) : packed_(packed), path_(path) {}
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<std::string> run(const ReadLimit& limit) {
    constexpr int kGzip = 15 + 16;
    if (inflateInit2(&stream_, kGzip) != Z_OK) return out_of_memory();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
    std::string content;
    std::string block(std::size_t{1} << 18, '\0');
    int state = Z_OK;
    while (state == Z_OK && content.size() <= limit.bytes) {
      state = next_block(block);
      content.append(block.data(), block.size() - stream_.avail_out);
    }
    if (content.size() > limit.bytes) return limit.refusal(path_);
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

}  // namespace

Result<std::string> read_packed_file(const fs::path& path,
                                     std::optional<std::uint64_t> max_bytes) try {
  TRY(std::string content, read_file(path, max_bytes));
  if (path.extension() != ".gz") return content;
  return Unpacker(content, path).run(read_limit(max_bytes));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
