// What the tests of pictures share.
#pragma once

#include "thalweg/draw/draw.hpp"

namespace thalweg {

// Requires: an image of three channels.
inline Colour pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint16_t* s = image.samples.data() + (std::size_t{y} * image.width + x) * 3;
  return {static_cast<std::uint8_t>(s[0]), static_cast<std::uint8_t>(s[1]),
          static_cast<std::uint8_t>(s[2])};
}

}  // namespace thalweg
