// Heights from the samples of an image, and back.
#include "thalweg/image/height_field.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text.hpp"
#include "core/thrown.hpp"

namespace thalweg {
namespace {

constexpr float kMaxGrey = 65535;
constexpr float kMaxMagnitudes = 16777215;  // 2^24 - 1: every whole number to here is a float

std::uint32_t height_of(const Image& image, std::size_t pixel, HeightCode code) {
  const std::uint16_t* s = image.samples.data() + pixel * image.channels;
  if (code == HeightCode::grey) return s[0];
  return (std::uint32_t{s[0]} * 256 + s[1]) * 256 + s[2];
}

bool is_size(std::optional<double> metres) { return metres && *metres > 0 && *metres <= 1e9; }

std::string text_of(double number) {
  std::array<char, 64> buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

// `field` with the sizes that the texts of the image name.
Result<HeightField> with_sizes(HeightField field, const Image& image) {
  if (const std::string* text = image.find_text(kSpacingText)) {
    TextReader reader(*text);
    const auto x = reader.number<double>();
    const auto y = reader.number<double>();
    if (!is_size(x) || !is_size(y)) {
      return Error{"the text '" + std::string(kSpacingText) + "' of the image must be two numbers" +
                   " above 0, not " + quoted(*text)};
    }
    field.spacing_x = *x;
    field.spacing_y = *y;
  }
  if (const std::string* text = image.find_text(kHeightScaleText)) {
    const auto scale = TextReader::parse_number<double>(*text);
    if (!is_size(scale)) {
      return Error{"the text '" + std::string(kHeightScaleText) +
                   "' of the image must be a number" + " above 0, not " + quoted(*text)};
    }
    field.metres_per_unit = *scale;
  }
  return field;
}

}  // namespace

Result<HeightField> decode_heights(const Image& image, HeightCode code) try {
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  if (image.channels < 1 || image.channels > 4 || image.samples.size() != pixels * image.channels) {
    return Error{"the samples do not fill the image"};
  }
  if (pixels == 0) return Error{"the image has no pixels"};
  if (code == HeightCode::magnitudes && (image.channels < 3 || image.bits != 8)) {
    return Error{"heights by magnitudes need an 8 bit image with red, green and blue"};
  }
  HeightField field{.width = image.width, .height = image.height};
  field.z.resize(pixels);
  const bool has_alpha = image.channels == 2 || image.channels == 4;
  for (std::size_t i = 0; i < pixels; ++i) {
    const bool is_void = has_alpha && image.samples[(i + 1) * image.channels - 1] == 0;
    field.z[i] = is_void ? std::numeric_limits<float>::quiet_NaN()
                         : static_cast<float>(height_of(image, i, code));
  }
  return with_sizes(std::move(field), image);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Image> encode_heights(const HeightField& field, HeightCode code) try {
  const std::uint64_t pixels = std::uint64_t{field.width} * field.height;
  if (pixels == 0 || field.z.size() != pixels) return Error{"the heights do not fill the field"};
  const bool is_grey = code == HeightCode::grey;
  const bool has_voids =
      std::any_of(field.z.begin(), field.z.end(), [](float z) { return std::isnan(z); });
  Image image{.width = field.width, .height = field.height, .bits = is_grey ? 16u : 8u};
  image.channels = (is_grey ? 1u : 3u) + (has_voids ? 1u : 0u);
  image.samples.reserve(pixels * image.channels);
  image.texts = {
      {std::string(kSpacingText), text_of(field.spacing_x) + " " + text_of(field.spacing_y)},
      {std::string(kHeightScaleText), text_of(field.metres_per_unit)}};
  for (const float z : field.z) {
    const bool is_void = std::isnan(z);
    if (!is_void && !(z >= 0 && z <= (is_grey ? kMaxGrey : kMaxMagnitudes) && z == std::floor(z))) {
      return Error{"a height is not a whole number from 0 to " +
                   std::string(is_grey ? "65535" : "16777215")};
    }
    const std::uint32_t value = is_void ? 0 : static_cast<std::uint32_t>(z);
    if (is_grey) {
      image.samples.push_back(static_cast<std::uint16_t>(value));
    } else {
      image.samples.push_back(static_cast<std::uint16_t>(value >> 16));
      image.samples.push_back(static_cast<std::uint16_t>(value >> 8 & 0xFF));
      image.samples.push_back(static_cast<std::uint16_t>(value & 0xFF));
    }
    if (has_voids) image.samples.push_back(is_void ? 0 : (is_grey ? 65535 : 255));
  }
  return image;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
