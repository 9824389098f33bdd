// Image: samples in rows, as in PNG files. Knows nothing of heights or worlds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// A note inside an image file, such as {"Title", "a valley"}.
struct ImageText {
  std::string key;  // 1 to 79 printable characters
  std::string text;

  bool operator==(const ImageText&) const = default;
};

struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 1;               // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
  std::uint32_t bits = 8;                   // 8 or 16 per sample
  std::vector<std::uint16_t> samples = {};  // [(row * width + column) * channels + channel]
  std::vector<ImageText> texts = {};        // notes in the file

  // The text of that key; null if there is none.
  const std::string* find_text(std::string_view key) const;
};

// The image in a PNG file's bytes. Palettes become RGB, 1 to 4 bit grey becomes 8 bit. Texts longer
// than 4096 bytes, and all but the first 64, are left out.
Result<Image> read_png(std::string_view bytes);

// A PNG file's bytes. Requires: samples.size() = width * height * channels.
Result<std::string> write_png(const Image& image);

}  // namespace thalweg
