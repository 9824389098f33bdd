// The bytes that a glTF file refers to: the chunks of a .glb, base64 text, and files beside it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/import/gltf.hpp"

namespace thalweg {

struct GlbChunks {
  std::string_view json;
  std::string_view binary;  // empty in a text file
};

// The chunks of a .glb; a text file is one JSON chunk.
Result<GlbChunks> split_glb(std::string_view bytes);

// Buffers; each is decoded or loaded once.
class GltfBuffers {
 public:
  GltfBuffers(std::string_view binary, BufferLoader load)
      : binary_(binary), load_(std::move(load)) {}

  // The bytes of buffer `number`; without a uri, the binary chunk. The error says what is wrong
  // with the buffer ("names a file ...").
  Result<std::string_view> bytes(std::uint64_t number, const std::string* uri);

 private:
  Result<std::string> fetch(const std::string& uri) const;

  std::string_view binary_;
  BufferLoader load_;
  std::map<std::uint64_t, std::string> embedded_;  // [buffer]
  std::map<std::string, std::string> outside_;     // [uri]
};

}  // namespace thalweg
