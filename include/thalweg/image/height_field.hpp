// HeightField: heights on a regular raster, as in a height map; voids are NaN.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/earth.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/image/image.hpp"

namespace thalweg {

struct HeightField {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<float> z = {};  // [row * width + column]  in units of `metres_per_unit`; NaN: void
  // Metres between columns and between rows, and the world position of the lower left sample. Row 0
  // is the top of the image: the largest y.
  double spacing_x = 1;
  double spacing_y = 1;
  double metres_per_unit = 1;  // of `z`
  Vec3 origin = {};
  Earth earth = {};  // where these coordinates lie on Earth, where the file says so
};

// Texts of an image that say how large its heights are: metres between columns and between rows, as
// "10 10", and metres per unit of height, as "0.1".
inline constexpr std::string_view kSpacingText = "thalweg spacing";
inline constexpr std::string_view kHeightScaleText = "thalweg height scale";

// How the samples of an image encode heights.
enum class HeightCode {
  grey,       // the first channel, whole numbers from 0 to 255 or 65535
  magnitudes  // red counts most, then green, then blue: (red * 256 + green) * 256 + blue
};

// Heights as whole numbers from an image: 8 or 16 bit grey, or 8 bit RGB(A) by magnitudes. A sample
// with alpha 0 is a void. Spacing and metres per unit are those of the image's texts kSpacingText and
// kHeightScaleText, if it has them.
Result<HeightField> decode_heights(const Image& image, HeightCode code);

// The inverse of decode_heights: heights must be whole and in range (voids get alpha 0). The spacing
// and the metres per unit become texts of the image.
Result<Image> encode_heights(const HeightField& field, HeightCode code);

}  // namespace thalweg
