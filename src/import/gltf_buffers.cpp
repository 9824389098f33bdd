// Chunks, base64 and percent-encoding, with every length checked before use. A buffer's file may
// lie nowhere but in the folder of the glTF file.
#include "import/gltf_buffers.hpp"

#include <optional>

#include "core/text.hpp"
#include "core/try.hpp"
#include "import/inside.hpp"
#include "thalweg/import/packed_file.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

// Requires: offset + 4 <= bytes.size().
std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= std::uint32_t{static_cast<unsigned char>(bytes[offset + i])} << (8 * i);
  }
  return value;
}

// Takes the next chunk from the front of `rest`.
struct Chunk {
  std::uint32_t kind = 0;
  std::string_view bytes;
};
std::optional<Chunk> next_chunk(std::string_view& rest) {
  if (rest.size() < 8) return std::nullopt;
  const std::uint32_t length = word_at(rest, 0);
  const std::uint32_t kind = word_at(rest, 4);
  if (length > rest.size() - 8) return std::nullopt;
  const Chunk chunk{kind, rest.substr(8, length)};
  rest.remove_prefix(8 + length);
  return chunk;
}

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>(bits >> held & 0xFF));
  }
  return out;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Decodes the percent-encoding of a uri.
std::optional<std::string> from_percent(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      out.push_back(uri[i]);
      continue;
    }
    if (uri.size() - i < 3) return std::nullopt;
    const int high = hex_value(uri[i + 1]);
    const int low = hex_value(uri[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

}  // namespace

BufferLoader buffers_beside(const std::filesystem::path& gltf) {
  return [folder = gltf.parent_path()](const std::string& name) {
    return read_packed_file(folder / std::filesystem::path(name));
  };
}

Result<GlbChunks> split_glb(std::string_view bytes) {
  if (!bytes.starts_with("glTF")) return GlbChunks{bytes, {}};
  if (bytes.size() < 12) return Error{"the file ends inside its header"};
  if (word_at(bytes, 4) != 2) {
    return Error{"this is not GLB of version 2 but " + std::to_string(word_at(bytes, 4))};
  }
  const std::uint32_t length = word_at(bytes, 8);
  if (length < 12 || length > bytes.size()) {
    return Error{"the header says " + std::to_string(length) + " bytes but the file has " +
                 std::to_string(bytes.size())};
  }
  std::string_view rest = bytes.substr(12, length - 12);
  const auto json = next_chunk(rest);
  if (!json || json->kind != kJsonChunk) return Error{"the first chunk is not whole JSON"};
  GlbChunks chunks{json->bytes, {}};
  if (rest.empty()) return chunks;
  const auto binary = next_chunk(rest);
  if (!binary) return Error{"the file ends inside its second chunk"};
  if (binary->kind == kBinaryChunk) chunks.binary = binary->bytes;
  return chunks;
}

Result<std::string_view> GltfBuffers::bytes(std::uint64_t number, const std::string* uri) {
  if (uri == nullptr) {
    if (number != 0 || binary_.data() == nullptr) return Error{"has no data"};
    return binary_;
  }
  constexpr std::string_view kData = "data:";
  if (uri->starts_with(kData)) {
    const auto found = embedded_.find(number);
    if (found != embedded_.end()) return std::string_view(found->second);
    const std::size_t comma = uri->find(',');
    if (comma == std::string::npos || !uri->substr(0, comma).ends_with(";base64")) {
      return Error{"is embedded, but not as base64"};
    }
    auto unpacked = from_base64(std::string_view(*uri).substr(comma + 1));
    if (!unpacked) return Error{"has malformed base64"};
    return std::string_view(embedded_.emplace(number, std::move(*unpacked)).first->second);
  }
  const auto found = outside_.find(*uri);
  if (found != outside_.end()) return std::string_view(found->second);
  TRY(auto fetched, fetch(*uri));
  return std::string_view(outside_.emplace(*uri, std::move(fetched)).first->second);
}

Result<std::string> GltfBuffers::fetch(const std::string& uri) const {
  const auto name = from_percent(uri);
  if (!name || !stays_inside(*name)) {
    return Error{"names " + thalweg::quoted(uri) + ", which is no file in the same folder"};
  }
  if (!load_)
    return Error{"names the file " + thalweg::quoted(*name) + ", and files are not loaded here"};
  TRY(auto loaded, load_(*name).in("is not there"));
  return loaded;
}

}  // namespace thalweg
