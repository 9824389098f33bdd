// TIFF and GeoTIFF height maps through libtiff. The only file that calls it.
//
// No global state is changed: messages are suppressed per open file, and the tags of GeoTIFF and
// GDAL are read as tags that libtiff does not know.
#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/geographic.hpp"
#include "import/voids.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/import/heights.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kPixelScaleTag = 33550;
constexpr std::uint32_t kTiePointTag = 33922;
constexpr std::uint32_t kTransformationTag = 34264;
constexpr std::uint32_t kGeoKeysTag = 34735;
constexpr std::uint32_t kNoDataTag = 42113;

// A compressed file may unpack to this many bytes per byte: more than deflate and LZW reach.
constexpr std::uint64_t kMostUnpacking = 4096;

// The file in memory, as read by libtiff.
struct Memory {
  std::string_view bytes;
  std::uint64_t at = 0;
};

tmsize_t read_memory(thandle_t handle, void* buffer, tmsize_t size) {
  auto& memory = *static_cast<Memory*>(handle);
  if (size <= 0 || memory.at >= memory.bytes.size()) return 0;
  const std::size_t count =
      std::min(static_cast<std::size_t>(size), memory.bytes.size() - memory.at);
  std::memcpy(buffer, memory.bytes.data() + memory.at, count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t write_nothing(thandle_t, void*, tmsize_t) { return 0; }

toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
  auto& memory = *static_cast<Memory*>(handle);
  const std::uint64_t base =
      whence == SEEK_CUR ? memory.at : (whence == SEEK_END ? memory.bytes.size() : 0);
  memory.at = base + offset;
  return memory.at;
}

int close_memory(thandle_t) { return 0; }
toff_t size_of_memory(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

// Replaces libtiff's printing handlers. 1: no further handler is called.
int say_nothing(TIFF*, void*, const char*, const char*, va_list) { return 1; }

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

// The file with its first directory read; null when libtiff cannot read it.
Tiff open_tiff(Memory& memory) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  if (options == nullptr) return {nullptr, &TIFFClose};
  const std::uint64_t most = std::min<std::uint64_t>(
      std::max<std::uint64_t>(memory.bytes.size() * kMostUnpacking, 1 << 20), kMostSamples * 8);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(most));
  TIFFOpenOptionsSetErrorHandlerExtR(options, say_nothing, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, say_nothing, nullptr);
  // m: no memory mapping.
  Tiff tiff(TIFFClientOpenExt("height map", "rm", &memory, read_memory, write_nothing, seek_memory,
                              close_memory, size_of_memory, nullptr, nullptr, options),
            &TIFFClose);
  TIFFOpenOptionsFree(options);
  return tiff;
}

// How samples are stored.
struct Layout {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t bits = 1;
  std::uint16_t format = SAMPLEFORMAT_UINT;
  bool is_int16() const { return bits == 16 && format == SAMPLEFORMAT_INT; }
  std::uint64_t sample_bytes() const { return bits / 8; }
};

bool is_known(const Layout& l) {
  const bool is_whole = l.format == SAMPLEFORMAT_UINT || l.format == SAMPLEFORMAT_INT;
  if (l.bits == 8 || l.bits == 16) return is_whole;
  if (l.bits == 32) return is_whole || l.format == SAMPLEFORMAT_IEEEFP;
  return l.bits == 64 && l.format == SAMPLEFORMAT_IEEEFP;
}

Result<Layout> layout_of(TIFF* tiff, std::uint64_t file_bytes) {
  Layout l;
  std::uint16_t channels = 1;
  std::uint16_t compression = COMPRESSION_NONE;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &l.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &l.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &l.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &l.format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  if (l.width == 0 || l.height == 0) return Error{"the TIFF file says no width and height"};
  if (channels != 1) {
    return Error{"the TIFF file has " + std::to_string(channels) +
                 " channels, and a height map has one"};
  }
  if (!is_known(l)) {
    return Error{"the TIFF file's samples are not 8, 16 or 32 bit numbers or 32 or 64 bit floats"};
  }
  if (compression == COMPRESSION_OJPEG || TIFFIsCODECConfigured(compression) == 0) {
    return Error{"the TIFF file is compressed with a method that is not supported"};
  }
  const std::uint64_t samples = std::uint64_t{l.width} * l.height;
  if (samples > kMostSamples) return Error{"the TIFF file has more than 268,435,456 samples"};
  const std::uint64_t unpacking = compression == COMPRESSION_NONE ? 1 : kMostUnpacking;
  if (samples * l.sample_bytes() > file_bytes * unpacking) {
    return Error{"the TIFF file is too short for " + std::to_string(l.width) + " x " +
                 std::to_string(l.height) + " samples"};
  }
  return l;
}

template <class Number>
float number_at(const unsigned char* bytes) {
  Number value;
  std::memcpy(&value, bytes, sizeof value);
  return to_height(static_cast<double>(value));
}

float height_at(const unsigned char* bytes, const Layout& l) {
  const bool is_signed = l.format == SAMPLEFORMAT_INT;
  if (l.bits == 64) return number_at<double>(bytes);
  if (l.format == SAMPLEFORMAT_IEEEFP) return number_at<float>(bytes);
  if (l.bits == 8)
    return is_signed ? number_at<std::int8_t>(bytes) : number_at<std::uint8_t>(bytes);
  if (l.bits == 16) {
    return is_signed ? number_at<std::int16_t>(bytes) : number_at<std::uint16_t>(bytes);
  }
  return is_signed ? number_at<std::int32_t>(bytes) : number_at<std::uint32_t>(bytes);
}

// A rectangle of samples that the file stores together: a strip or a tile.
struct Block {
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t width = 0;   // samples in a stored row
  std::uint32_t height = 0;  // rows that lie in the map
};

void copy_block(const std::vector<unsigned char>& bytes, const Layout& l, const Block& block,
                HeightField& field) {
  const std::uint32_t columns = std::min(block.width, l.width - block.left);
  for (std::uint32_t r = 0; r < block.height; ++r) {
    const unsigned char* row = bytes.data() + std::size_t{r} * block.width * l.sample_bytes();
    float* out = field.z.data() + std::size_t{block.top + r} * l.width + block.left;
    for (std::uint32_t c = 0; c < columns; ++c) out[c] = height_at(row + c * l.sample_bytes(), l);
  }
}

Error cannot_unpack() { return Error{"the TIFF file's samples are cut short or damaged"}; }

Result<void> read_strips(TIFF* tiff, const Layout& l, HeightField& field) {
  std::uint32_t rows = l.height;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  rows = std::min(rows, l.height);
  if (rows == 0) return cannot_unpack();
  std::vector<unsigned char> bytes(std::size_t{rows} * l.width * l.sample_bytes());
  if (TIFFStripSize64(tiff) != bytes.size()) return cannot_unpack();
  std::uint32_t strip = 0;
  for (std::uint32_t top = 0; top < l.height; top += rows, ++strip) {
    const Block block{0, top, l.width, std::min(rows, l.height - top)};
    const auto size = static_cast<tmsize_t>(block.height * l.width * l.sample_bytes());
    if (TIFFReadEncodedStrip(tiff, strip, bytes.data(), size) != size) return cannot_unpack();
    copy_block(bytes, l, block, field);
    if (l.height - top <= rows) break;
  }
  return {};
}

Result<void> read_tiles(TIFF* tiff, const Layout& l, HeightField& field) {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
  // A tile may extend beyond the map's border, but one far larger than the map is refused.
  const std::uint64_t most = (std::uint64_t{l.width} + 1024) * (std::uint64_t{l.height} + 1024);
  if (width == 0 || height == 0 || std::uint64_t{width} * height > most) return cannot_unpack();
  std::vector<unsigned char> bytes(std::size_t{width} * height * l.sample_bytes());
  if (TIFFTileSize64(tiff) != bytes.size()) return cannot_unpack();
  const auto size = static_cast<tmsize_t>(bytes.size());
  const std::uint32_t across = (l.width - 1) / width + 1;
  const std::uint32_t down = (l.height - 1) / height + 1;
  for (std::uint32_t tile = 0; tile < across * down; ++tile) {
    const Block block{tile % across * width, tile / across * height, width,
                      std::min(height, l.height - tile / across * height)};
    if (TIFFReadEncodedTile(tiff, tile, bytes.data(), size) != size) return cannot_unpack();
    copy_block(bytes, l, block, field);
  }
  return {};
}

// The values of a tag that libtiff does not know; it keeps them in the type that the file gives.
// Nothing when they are not of the expected type.
template <class Number>
std::span<const Number> values_of(TIFF* tiff, std::uint32_t tag, TIFFDataType type) {
  const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (field == nullptr || TIFFFieldDataType(field) != type) return {};
  const Number* values = nullptr;
  if (TIFFFieldPassCount(field) == 0) {
    if (type != TIFF_ASCII || TIFFGetField(tiff, tag, &values) != 1 || !values) return {};
    return {values, std::char_traits<Number>::length(values)};
  }
  // The width of the count depends on how the tag was declared, possibly by another user of libtiff
  // in this process.
  std::uint32_t count = 0;
  std::uint16_t short_count = 0;
  const bool is_long = TIFFFieldReadCount(field) == TIFF_VARIABLE2;
  const int found = is_long ? TIFFGetField(tiff, tag, &count, &values)
                            : TIFFGetField(tiff, tag, &short_count, &values);
  if (found != 1 || values == nullptr) return {};
  return {values, is_long ? count : short_count};
}

// The GeoTIFF keys that matter here.
struct GeoKeys {
  bool is_geographic = false;  // coordinates in degrees
  std::uint32_t epsg = 0;      // of the coordinates; 0: not stated
  bool is_point = false;       // a sample stands at its pixel's corner, not at its centre
};

GeoKeys geo_keys(TIFF* tiff) {
  constexpr std::uint16_t kModelType = 1024;
  constexpr std::uint16_t kRasterType = 1025;
  constexpr std::uint16_t kGeographicCode = 2048;
  constexpr std::uint16_t kProjectedCode = 3072;
  constexpr std::uint16_t kUserDefined = 32767;
  GeoKeys keys;
  const auto words = values_of<std::uint16_t>(tiff, kGeoKeysTag, TIFF_SHORT);
  // A header of four words, then four words per key: id, location of its value (0: here), count,
  // value.
  for (std::size_t i = 4; i + 4 <= words.size(); i += 4) {
    if (words[i + 1] != 0) continue;
    if (words[i] == kModelType) keys.is_geographic = words[i + 3] == 2;
    if (words[i] == kRasterType) keys.is_point = words[i + 3] == 2;
    // Keys are in order: the model type comes first.
    const std::uint16_t code_key = keys.is_geographic ? kGeographicCode : kProjectedCode;
    if (words[i] == code_key && words[i + 3] != kUserDefined) keys.epsg = words[i + 3];
  }
  return keys;
}

// What positions the samples: metres (or degrees) per column and row, and one tie point, which maps
// a pixel (tie[0], tie[1]) to the coordinates (tie[3], tie[4]). Empty where the file states none.
struct Georeference {
  std::vector<double> scale;
  std::vector<double> tie;
};

// A model transformation is a matrix of 4 x 4 from column, row and height to coordinates. It stands
// in place of the pixel scale and the tie point.
Result<Georeference> georeference_of_matrix(std::span<const double> m) {
  if (m.size() < 16) return Error{"the TIFF file's model transformation has under 16 numbers"};
  if (m[1] != 0 || m[4] != 0) {
    return Error{"the TIFF file's model transformation turns the map: only scales are supported"};
  }
  if (!(m[0] > 0) || !(m[5] < 0)) {
    return Error{"the TIFF file's model transformation mirrors the map, or is not a number"};
  }
  return Georeference{{m[0], -m[5]}, {0, 0, 0, m[3], m[7], 0}};
}

Result<Georeference> georeference_of(TIFF* tiff) {
  const auto matrix = values_of<double>(tiff, kTransformationTag, TIFF_DOUBLE);
  const auto scale = values_of<double>(tiff, kPixelScaleTag, TIFF_DOUBLE);
  if (!matrix.empty() && scale.empty()) return georeference_of_matrix(matrix);
  const auto tie = values_of<double>(tiff, kTiePointTag, TIFF_DOUBLE);
  return Georeference{{scale.begin(), scale.end()}, {tie.begin(), tie.end()}};
}

// Spacing and origin from the georeference; one metre without it.
Result<HeightField> placed(TIFF* tiff, HeightField field) {
  TRY(const Georeference reference, georeference_of(tiff));
  const std::vector<double>& scale = reference.scale;
  const std::vector<double>& tie = reference.tie;
  const GeoKeys keys = geo_keys(tiff);
  if (scale.size() < 2) return field;
  constexpr double kMost = 1e9;
  if (!(scale[0] > 0 && scale[0] <= kMost && scale[1] > 0 && scale[1] <= kMost)) {
    return Error{"the TIFF file's pixel scale is not a number above 0 and at most 1,000,000,000"};
  }
  field.spacing_x = scale[0];
  field.spacing_y = scale[1];
  if (tie.size() >= 6) {
    // The pixel (tie[0], tie[1]) stands at (tie[3], tie[4]); rows run down, y runs up.
    const double centre = keys.is_point ? 0 : 0.5;
    field.origin.x = tie[3] + (centre - tie[0]) * scale[0];
    field.origin.y = tie[4] - (field.height - 1 + centre - tie[1]) * scale[1];
  }
  if (!is_finite(field.origin) || length(field.origin.xy()) > 1e15) {
    return Error{"the TIFF file's tie point is not finite"};
  }
  if (keys.epsg != 0) field.earth = earth_of_epsg(keys.epsg);
  if (keys.is_geographic) {
    TRY(field, in_metres(std::move(field)));
  }
  if (tie.size() < 6) field.earth = {};
  return field;
}

Voids voids_of(TIFF* tiff, const Layout& l, const HeightReadOptions& options) {
  Voids voids(options.voids);
  if (l.is_int16()) voids.add_int16_defaults();
  const auto text = values_of<char>(tiff, kNoDataTag, TIFF_ASCII);
  const std::string_view word(text.data(), text.size());
  if (const auto value =
          TextReader::parse_number<double>(trimmed(word.substr(0, word.find('\0'))))) {
    voids.add(*value);
  }
  return voids;
}

}  // namespace

Result<HeightField> read_tiff(std::string_view bytes, const HeightReadOptions& options) try {
  Memory memory{bytes};
  const Tiff tiff = open_tiff(memory);
  if (!tiff) return Error{"this is no TIFF file, or its directory is damaged"};
  TRY(const auto layout, layout_of(tiff.get(), bytes.size()));
  const std::uint64_t samples = std::uint64_t{layout.width} * layout.height;
  TRY_DO(check_memory(samples, sizeof(float) + layout.sample_bytes()));
  TRY_DO(check_sample_memory(samples, options));
  HeightField field;
  field.width = layout.width;
  field.height = layout.height;
  field.z.resize(std::size_t{field.width} * field.height);
  TRY_DO(TIFFIsTiled(tiff.get()) != 0 ? read_tiles(tiff.get(), layout, field)
                                      : read_strips(tiff.get(), layout, field));
  const Voids voids = voids_of(tiff.get(), layout, options);
  for (float& z : field.z) z = voids(z);
  return placed(tiff.get(), std::move(field));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
