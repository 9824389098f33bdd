// Small TIFF files written by hand, so that tests need no library to make them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace thalweg {

class TiffBytes {
 public:
  enum Type : std::uint16_t { ascii = 2, word = 3, dword = 4, real = 12 };

  explicit TiffBytes(bool is_big_endian = false) : is_big_endian_(is_big_endian) {}

  template <class Number>
  std::string encoded(Number value) const {
    std::string out(sizeof value, '\0');
    std::memcpy(out.data(), &value, sizeof value);
    if (is_big_endian_ != (std::endian::native == std::endian::big))
      out = {out.rbegin(), out.rend()};
    return out;
  }

  template <class Number>
  std::string encoded(const std::vector<Number>& values) const {
    std::string out;
    for (const Number v : values) out += encoded(v);
    return out;
  }

  TiffBytes& tag(std::uint16_t id, Type type, const std::vector<double>& values) {
    std::string bytes;
    for (const double v : values) {
      bytes += type == word    ? encoded(static_cast<std::uint16_t>(v))
               : type == dword ? encoded(static_cast<std::uint32_t>(v))
                               : encoded(v);
    }
    tags_[id] = {type, static_cast<std::uint32_t>(values.size()), bytes};
    return *this;
  }
  TiffBytes& text(std::uint16_t id, std::string value) {
    value += '\0';
    tags_[id] = {ascii, static_cast<std::uint32_t>(value.size()), value};
    return *this;
  }

  // One channel of samples: sizes, bits and format (1 unsigned, 2 signed, 3 float).
  TiffBytes& image(std::uint32_t width, std::uint32_t height, std::uint16_t bits,
                   std::uint16_t format) {
    tag(256, dword, {static_cast<double>(width)}).tag(257, dword, {static_cast<double>(height)});
    tag(258, word, {static_cast<double>(bits)}).tag(339, word, {static_cast<double>(format)});
    return tag(259, word, {1}).tag(262, word, {1}).tag(277, word, {1});
  }
  // All rows in strips of so many rows.
  TiffBytes& strips(std::uint32_t rows, const std::vector<std::string>& strips) {
    tag(278, dword, {static_cast<double>(rows)});
    return blocks(273, 279, strips);
  }
  TiffBytes& tiles(std::uint32_t width, std::uint32_t height,
                   const std::vector<std::string>& tiles) {
    tag(322, dword, {static_cast<double>(width)}).tag(323, dword, {static_cast<double>(height)});
    return blocks(324, 325, tiles);
  }

  // Header, blocks, long values, directory.
  std::string bytes() const {
    std::string out = (is_big_endian_ ? "MM" : "II") + encoded(std::uint16_t{42});
    std::string body = data_;
    std::string entries;
    for (const auto& [id, tag] : tags_) {
      std::string value = tag.bytes;
      if (value.size() > 4) {
        const auto at = static_cast<std::uint32_t>(8 + body.size());
        body += value;
        value = encoded(at);
      }
      value.resize(4, '\0');
      entries +=
          encoded(id) + encoded(static_cast<std::uint16_t>(tag.type)) + encoded(tag.count) + value;
    }
    body.resize((body.size() + 1) / 2 * 2, '\0');
    out += encoded(static_cast<std::uint32_t>(8 + body.size())) + body;
    return out + encoded(static_cast<std::uint16_t>(tags_.size())) + entries +
           encoded(std::uint32_t{0});
  }

 private:
  struct Tag {
    Type type;
    std::uint32_t count;
    std::string bytes;
  };

  TiffBytes& blocks(std::uint16_t offsets_id, std::uint16_t sizes_id,
                    const std::vector<std::string>& blocks) {
    std::vector<double> offsets;
    std::vector<double> sizes;
    for (const std::string& block : blocks) {
      offsets.push_back(static_cast<double>(8 + data_.size()));
      sizes.push_back(static_cast<double>(block.size()));
      data_ += block;
    }
    return tag(offsets_id, dword, offsets).tag(sizes_id, dword, sizes);
  }

  bool is_big_endian_;
  std::map<std::uint16_t, Tag> tags_;
  std::string data_;
};

}  // namespace thalweg
