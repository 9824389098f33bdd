// Height maps: readers from a file's bytes to a HeightField. Knows nothing of meshes.
//
// Every reader treats its bytes as hostile: a file that is cut short, too large or not what it
// claims is refused with a sentence. Voids come out as NaN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/image/height_field.hpp"

namespace thalweg {

// What the file of a height map does not state itself. Each reader uses the fields that concern it.
struct HeightReadOptions {
  // All formats: further values that mean "no height". In 16-bit signed data -32768 and -32767
  // always do.
  std::vector<double> voids = {};

  // .hgt: the lower left corner of the tile in degrees, as given by its file name (corner_of_tile).
  // DEFAULT: 0, 0.
  std::optional<double> latitude = {};
  std::optional<double> longitude = {};

  // .asc: the grid is in degrees, not metres. DEFAULT: metres
  bool is_geographic = false;

  // .raw: samples in a row (0: the map is square), and how two bytes make a number.
  // DEFAULT: square, little endian, unsigned
  std::uint32_t raw_width = 0;
  bool raw_is_big_endian = false;
  bool raw_is_signed = false;

  // .png: how its channels stand for heights. DEFAULT: by magnitudes where an 8 bit image has
  // colour, else grey
  std::optional<HeightCode> png_code;
};

// SRTM: a square of 16-bit signed big-endian samples that covers one degree, both borders included:
// 1201 or 3601 samples a side, or any square of at least 2. The spacing in metres is that at the
// tile's middle latitude.
Result<HeightField> read_hgt(std::string_view bytes, const HeightReadOptions& options = {});

// ESRI ASCII grid: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize (or dx
// and dy) and NODATA_value (-9999 where absent), in any order and case; then the rows, topmost
// first.
Result<HeightField> read_asc(std::string_view bytes, const HeightReadOptions& options = {});

// 16-bit samples and nothing else, one metre apart.
Result<HeightField> read_raw(std::string_view bytes, const HeightReadOptions& options = {});

// TIFF of one channel: 8, 16 or 32 bit whole numbers, 32 or 64 bit floats; strips or tiles; every
// compression that libtiff supports except the obsolete JPEG. GDAL_NODATA marks voids. GeoTIFF: the
// pixel scale and tie point, or a model transformation without rotation, give the position of the
// map; degrees become metres at the map's middle latitude.
Result<HeightField> read_tiff(std::string_view bytes, const HeightReadOptions& options = {});

// PNG by read_png and decode_heights, one metre apart.
Result<HeightField> read_height_png(std::string_view bytes, const HeightReadOptions& options = {});

// Any of these by the file name's ending: .hgt .asc .raw .r16 .tif .tiff .png. The corner of a .hgt
// file comes from its name unless the options give it.
Result<HeightField> read_heights(std::string_view bytes, std::string_view file_name,
                                 const HeightReadOptions& options = {});

// The lower left corner in degrees that an SRTM file name states: N46E008.hgt is 46 north, 8 east.
struct TileCorner {
  double latitude = 0;
  double longitude = 0;
};
std::optional<TileCorner> corner_of_tile(std::string_view file_name);

// The first law `field` breaks, or nothing: one height per sample, none infinite; spacing positive,
// spacing and origin finite.
std::optional<std::string> broken_law(const HeightField& field);

}  // namespace thalweg
