#include "thalweg/import/packed_file.hpp"

#include <algorithm>
#include <vector>

#include <zlib.h>

#include "core/try.hpp"
#include "thalweg/core/file.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

Error cannot_unpack(const fs::path& path, const std::string& why) {
  return Error{"cannot unpack '" + path.string() + "': " + why};
}

// The contents of a gzip stream (or several, one after another).
Result<std::string> unpack(const std::string& packed, const fs::path& path,
                           std::uint64_t max_bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  if (inflateInit2(&stream, kGzip) != Z_OK) return cannot_unpack(path, "no memory");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  std::string content;
  std::vector<char> block(std::size_t{1} << 18);
  int state = Z_OK;
  std::size_t fed = 0;
  while (state == Z_OK && content.size() <= max_bytes) {
    if (stream.avail_in == 0) {
      const std::size_t more = std::min<std::size_t>(packed.size() - fed, std::size_t{1} << 30);
      stream.avail_in = static_cast<uInt>(more);
      fed += more;
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    content.append(block.data(), block.size() - stream.avail_out);
    const bool has_more = stream.avail_in > 0 || fed < packed.size();
    if (state == Z_STREAM_END && has_more) state = inflateReset(&stream);
  }
  inflateEnd(&stream);
  if (content.size() > max_bytes) {
    return Error{"cannot read '" + path.string() + "': it holds more than " +
                 std::to_string(max_bytes) + " bytes"};
  }
  if (state != Z_STREAM_END) return cannot_unpack(path, "the gzip data is damaged or cut off");
  return content;
}

}  // namespace

Result<std::string> read_packed_file(const fs::path& path, std::uint64_t max_bytes) {
  TRY(std::string content, read_file(path, max_bytes));
  if (path.extension() != ".gz") return content;
  return unpack(content, path, max_bytes);
}

}  // namespace thalweg
