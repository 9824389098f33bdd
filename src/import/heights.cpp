// .hgt, raw 16-bit samples and PNG; asc.cpp and tiff.cpp read the rest. The file's ending chooses
// the reader, and the name of an .hgt file gives its corner on Earth.
#include "thalweg/import/heights.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/geographic.hpp"
#include "import/voids.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

// The sides of a map of `samples` samples; square when `width` is 0.
std::optional<Size> sides(std::uint64_t samples, std::uint64_t width) {
  if (samples == 0 || samples > kMostSamples) return std::nullopt;
  if (width == 0) {
    width = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(samples)));
    if (width * width != samples) return std::nullopt;
  }
  if (samples % width != 0) return std::nullopt;
  return Size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(samples / width)};
}

// 16-bit samples; `high` is the index of the more significant byte.
HeightField field_of_words(std::string_view bytes, Size size, std::size_t high, bool is_signed,
                           const Voids& voids) {
  HeightField field;
  field.width = size.width;
  field.height = size.height;
  field.z.resize(bytes.size() / 2);
  for (std::size_t i = 0; i < field.z.size(); ++i) {
    const auto more = static_cast<unsigned char>(bytes[2 * i + high]);
    const auto less = static_cast<unsigned char>(bytes[2 * i + 1 - high]);
    const int value = more * 256 + less;
    field.z[i] = voids(static_cast<float>(is_signed && value >= 32768 ? value - 65536 : value));
  }
  return field;
}

// What the header of a PNG file states: its first chunk, of fixed layout. 0 if it is cut off.
std::uint64_t pixels_of_png(std::string_view bytes) {
  if (bytes.size() < 24) return 0;
  const auto word = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  constexpr std::uint64_t kMostSide = 0x7FFFFFFF;
  const std::uint64_t width = word(16);
  const std::uint64_t height = word(20);
  return std::max(width, height) > kMostSide ? 0 : width * height;
}

// By magnitudes if the channels of an 8 bit image differ, that is, if there is colour.
HeightCode code_of(const Image& image) {
  if (image.channels < 3 || image.bits != 8) return HeightCode::grey;
  for (std::size_t i = 0; i + 2 < image.samples.size(); i += image.channels) {
    const std::uint16_t red = image.samples[i];
    if (image.samples[i + 1] != red || image.samples[i + 2] != red) return HeightCode::magnitudes;
  }
  return HeightCode::grey;
}

}  // namespace

Result<HeightField> read_hgt(std::string_view bytes, const HeightReadOptions& options) try {
  const auto size = bytes.size() % 2 == 0 ? sides(bytes.size() / 2, 0) : std::nullopt;
  if (!size || size->width < 2) {
    return Error{"an .hgt file holds a square of 16-bit samples, and " +
                 std::to_string(bytes.size()) + " bytes make none"};
  }
  TRY_DO(check_sample_memory(bytes.size() / 2, options));
  Voids voids(options.voids);
  voids.add_int16_defaults();
  HeightField field = field_of_words(bytes, *size, 0, true, voids);
  field.spacing_x = field.spacing_y = 1.0 / (size->width - 1);
  field.origin = {options.longitude.value_or(0), options.latitude.value_or(0), 0};
  if (!is_finite(field.origin)) return Error{"the tile's corner is not finite"};
  TRY(HeightField placed, in_metres(std::move(field)));
  if (!options.latitude || !options.longitude) placed.earth = {};
  return placed;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<HeightField> read_raw(std::string_view bytes, const HeightReadOptions& options) try {
  const auto size =
      bytes.size() % 2 == 0 ? sides(bytes.size() / 2, options.raw_width) : std::nullopt;
  if (!size) {
    return Error{
        std::to_string(bytes.size()) + " bytes do not make " +
        (options.raw_width == 0 ? "a square" : "rows of " + std::to_string(options.raw_width)) +
        " of 16-bit samples"};
  }
  TRY_DO(check_sample_memory(bytes.size() / 2, options));
  Voids voids(options.voids);
  if (options.raw_is_signed) voids.add_int16_defaults();
  return field_of_words(bytes, *size, options.raw_is_big_endian ? 0 : 1, options.raw_is_signed,
                        voids);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<HeightField> read_height_png(std::string_view bytes, const HeightReadOptions& options) try {
  TRY_DO(check_sample_memory(pixels_of_png(bytes), options));
  TRY(const auto image, read_png(bytes));
  // The image and the field.
  TRY_DO(check_memory(std::uint64_t{image.width} * image.height, 4 + 2 * image.channels));
  TRY(HeightField field, decode_heights(image, options.png_code.value_or(code_of(image))));
  const Voids voids(options.voids);
  for (float& z : field.z) z = voids(z);
  return field;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<HeightField> read_heights(std::string_view bytes, std::string_view file_name,
                                 const HeightReadOptions& options) try {
  const std::size_t dot = file_name.rfind('.');
  const std::string ending = dot == std::string_view::npos ? "" : lower_case(file_name.substr(dot));
  if (ending == ".hgt") {
    HeightReadOptions placed = options;
    const auto corner = corner_of_tile(file_name);
    if (corner && !placed.latitude) placed.latitude = corner->latitude;
    if (corner && !placed.longitude) placed.longitude = corner->longitude;
    return read_hgt(bytes, placed);
  }
  if (ending == ".asc") return read_asc(bytes, options);
  if (ending == ".raw" || ending == ".r16") return read_raw(bytes, options);
  if (ending == ".tif" || ending == ".tiff") return read_tiff(bytes, options);
  if (ending == ".png") return read_height_png(bytes, options);
  return Error{quoted(file_name) + " does not end in .hgt .asc .raw .r16 .tif .tiff or .png"};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::optional<TileCorner> corner_of_tile(std::string_view file_name) {
  const std::size_t slash = file_name.find_last_of("/\\");
  const std::string name =
      lower_case(slash == std::string_view::npos ? file_name : file_name.substr(slash + 1));
  if (name.size() < 7) return std::nullopt;
  const auto latitude = TextReader::parse_number<int>(std::string_view(name).substr(1, 2));
  const auto longitude = TextReader::parse_number<int>(std::string_view(name).substr(4, 3));
  const auto is_digit = [&](std::size_t i) { return name[i] >= '0' && name[i] <= '9'; };
  if (!latitude || !longitude || !is_digit(1) || !is_digit(4)) return std::nullopt;
  if (*latitude > 90 || *longitude > 180) return std::nullopt;
  if ((name[0] != 'n' && name[0] != 's') || (name[3] != 'e' && name[3] != 'w')) return std::nullopt;
  return TileCorner{static_cast<double>(name[0] == 'n' ? *latitude : -*latitude),
                    static_cast<double>(name[3] == 'e' ? *longitude : -*longitude)};
}

std::optional<std::string> broken_law(const HeightField& field) {
  if (field.width == 0 || field.height == 0) return "the height map has no samples";
  if (field.z.size() != std::size_t{field.width} * field.height) {
    return "the heights are not one per sample";
  }
  if (!(field.spacing_x > 0) || !(field.spacing_y > 0) || !std::isfinite(field.spacing_x) ||
      !std::isfinite(field.spacing_y)) {
    return "the spacing is not positive and finite";
  }
  if (!is_finite(field.origin)) return "the origin is not finite";
  for (const float z : field.z) {
    if (std::isinf(z)) return "a height is infinite";
  }
  return std::nullopt;
}

}  // namespace thalweg
