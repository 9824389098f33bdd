// Binary replies: a JSON header, then arrays, for drawing. docs/guide/viewer.md has the format.
//
//   u32 'THLB'   u32 bytes of the header   header (JSON, padded with blanks)   arrays
//
// Little-endian. The header's "arrays" has the name, type (f32, u32, u16, u8), offset in bytes from
// the end of the header and number of items of each; offsets are multiples of 8, and so is the
// length of the header.
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "serve/http.hpp"

namespace thalweg::tool::serve {

static_assert(std::endian::native == std::endian::little, "arrays are sent as they lie in memory");

class BinaryReply {
 public:
  template <class T>
  void add(std::string_view name, std::span<const T> items) {
    arrays_.push_back({{"name", name},
                       {"type", type_name<T>()},
                       {"offset", data_.size()},
                       {"count", items.size()}});
    data_.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
    data_.append((8 - data_.size() % 8) % 8, '\0');
  }
  template <class T>
  void add(std::string_view name, const std::vector<T>& items) {
    add(name, std::span<const T>(items));
  }

  HttpReply finish(Json header) const {
    header["arrays"] = arrays_;
    std::string text = json_text(header);
    text.append((8 - text.size() % 8) % 8, ' ');
    std::string body = "THLB";
    const auto size = static_cast<std::uint32_t>(text.size());
    body.append(reinterpret_cast<const char*>(&size), sizeof(size));
    return text_reply(200, "application/octet-stream", body + text + data_);
  }

 private:
  template <class T>
  static const char* type_name() {
    if constexpr (std::is_same_v<T, float>) return "f32";
    if constexpr (std::is_same_v<T, std::uint32_t>) return "u32";
    if constexpr (std::is_same_v<T, std::uint16_t>) return "u16";
    if constexpr (std::is_same_v<T, std::uint8_t>) return "u8";
  }

  Json arrays_ = Json::array();
  std::string data_;
};

}  // namespace thalweg::tool::serve
