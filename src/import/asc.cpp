// The ESRI ASCII grid.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/geographic.hpp"
#include "import/voids.hpp"
#include "thalweg/import/heights.hpp"

namespace thalweg {
namespace {

enum Key {
  ncols,
  nrows,
  xllcorner,
  xllcenter,
  yllcorner,
  yllcenter,
  cellsize,
  dx,
  dy,
  nodata,
  kKeys
};
constexpr std::array<std::string_view, kKeys> kKeyNames = {
    "ncols",     "nrows",    "xllcorner", "xllcenter", "yllcorner",
    "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

using Header = std::array<std::optional<double>, kKeys>;

bool is_same_word(std::string_view a, std::string_view lower) {
  return std::ranges::equal(a, lower, [](char c, char d) {
    return (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) == d;
  });
}

// A number, or NaN if the word says "nan".
std::optional<double> parse_height(std::string_view word) {
  if (is_same_word(word, "nan")) return std::numeric_limits<double>::quiet_NaN();
  return TextReader::parse_number<double>(word);
}

struct ReadHeader {
  Header header;
  std::string_view first_height;  // the first word after the header
};

Result<ReadHeader> read_asc_header(TextReader& reader) {
  ReadHeader out;
  for (;;) {
    const std::string_view word = reader.word();
    if (word.empty()) return reader.error("the heights are missing");
    if (parse_height(word)) {
      out.first_height = word;
      return out;
    }
    const auto key = std::ranges::find_if(
        kKeyNames, [&](std::string_view name) { return is_same_word(word, name); });
    if (key == kKeyNames.end()) return reader.error(quoted(word) + " is no key of an .asc file");
    auto& value = out.header[static_cast<std::size_t>(key - kKeyNames.begin())];
    if (value) return reader.error(std::string(*key) + " is given twice");
    value = parse_height(reader.word());
    if (!value) return reader.error(std::string(*key) + " needs a number");
  }
}

std::optional<std::uint32_t> count_of(std::optional<double> value) {
  if (!value || !(*value >= 1) || !(*value <= static_cast<double>(kMostSamples)) ||
      *value != std::floor(*value)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*value);
}

// The coordinate of the lower left sample along one axis.
std::optional<double> lower_left(std::optional<double> corner, std::optional<double> centre,
                                 double spacing) {
  if (centre) return centre;
  if (corner) return *corner + spacing / 2;
  return std::nullopt;
}

// Sizes and position from the header; the heights are read later.
Result<HeightField> frame_of(const TextReader& reader, const Header& h) {
  const auto width = count_of(h[ncols]);
  const auto height = count_of(h[nrows]);
  if (!width || !height) return reader.error("ncols and nrows must be whole numbers from 1 up");
  if (std::uint64_t{*width} * *height > kMostSamples) return reader.error("the grid is too large");
  HeightField field;
  field.width = *width;
  field.height = *height;
  field.spacing_x = h[dx] ? *h[dx] : h[cellsize].value_or(0);
  field.spacing_y = h[dy] ? *h[dy] : h[cellsize].value_or(0);
  if (!(field.spacing_x > 0 && field.spacing_x <= 1e9) ||
      !(field.spacing_y > 0 && field.spacing_y <= 1e9)) {
    return reader.error("cellsize must be a number above 0 and at most 1,000,000,000");
  }
  const auto x = lower_left(h[xllcorner], h[xllcenter], field.spacing_x);
  const auto y = lower_left(h[yllcorner], h[yllcenter], field.spacing_y);
  if (!x || !y) return reader.error("xllcorner and yllcorner are missing");
  field.origin = {*x, *y, 0};
  if (!is_finite(field.origin)) return reader.error("the lower left corner is not finite");
  return field;
}

}  // namespace

Result<HeightField> read_asc(std::string_view bytes, const HeightReadOptions& options) try {
  TextReader reader(bytes);
  TRY(const auto header, read_asc_header(reader));
  TRY(HeightField field, frame_of(reader, header.header));
  const std::size_t count = std::size_t{field.width} * field.height;
  // Each further height takes at least a blank and a digit.
  if (count - 1 > reader.bytes_left() / 2 + 1) {
    return reader.error("the file is too short for " + std::to_string(count) + " heights");
  }
  TRY_DO(check_sample_memory(count, options));
  Voids voids(options.voids);
  voids.add(header.header[nodata].value_or(-9999));
  field.z.reserve(count);
  std::string_view word = header.first_height;
  while (field.z.size() < count) {
    const auto z = parse_height(word);
    if (!z) {
      return word.empty() ? reader.error("the file ends after " + std::to_string(field.z.size()) +
                                         " of " + std::to_string(count) + " heights")
                          : reader.error(quoted(word) + " is no height");
    }
    field.z.push_back(voids(to_height(*z)));
    if (field.z.size() < count) word = reader.word();
  }
  if (!reader.word().empty()) return reader.error("there are more heights than ncols x nrows");
  if (options.is_geographic) return in_metres(std::move(field));
  return field;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
