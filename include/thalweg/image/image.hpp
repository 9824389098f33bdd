// Image: samples in rows, as in PNG files. Knows nothing of heights or worlds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 1;               // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
  std::uint32_t bits = 8;                   // 8 or 16 per sample
  std::vector<std::uint16_t> samples = {};  // [(row * width + column) * channels + channel]
};

// The image in a PNG file's bytes. Palettes become RGB, 1 to 4 bit grey becomes 8 bit.
Result<Image> read_png(std::string_view bytes);

// A PNG file's bytes. Requires: samples.size() = width * height * channels.
Result<std::string> write_png(const Image& image);

}  // namespace thalweg
