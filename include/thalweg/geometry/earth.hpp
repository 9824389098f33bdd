// Earth: where a world's coordinates lie on Earth, and latitude and longitude from them
// (docs/reference/coordinates.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// How x and y, in metres, follow from latitude and longitude.
enum class EarthGrid : std::uint32_t {
  none,     // not known: most worlds
  degrees,  // degrees times a constant: SRTM tiles, GeoTIFFs and .asc files in degrees
  utm,      // Universal Transverse Mercator on WGS 84
  other,    // a projection that the file names by its EPSG code and that we do not compute
};

struct Earth {
  EarthGrid grid = EarthGrid::none;
  // degrees: x = longitude * metres_per_longitude, y = latitude * metres_per_latitude
  double metres_per_longitude = 0;
  double metres_per_latitude = 0;
  std::uint32_t zone = 0;      // utm: 1 to 60
  std::uint32_t is_south = 0;  // utm: 1 in the southern hemisphere, whose y starts at 10,000 km
  std::uint32_t epsg = 0;      // the code that the file states; 0: none

  bool operator==(const Earth&) const = default;
  // True when latitude and longitude can be computed.
  bool is_known() const { return grid == EarthGrid::degrees || grid == EarthGrid::utm; }
};

// Degrees, north and east positive.
struct LatLon {
  double latitude = 0;
  double longitude = 0;
};

// World coordinates (not local ones) to latitude and longitude, and back. Refused with a sentence: a
// position on Earth that is not known, a point that is not on Earth or too far outside of the UTM
// zone. The two are inverse to each other within a millimetre.
Result<LatLon> lat_lon_of(const Earth& earth, Vec2 world);
Result<Vec2> world_of(const Earth& earth, LatLon lat_lon);

// The grid of an EPSG code of projected coordinates: UTM zones of WGS 84 (32601 to 32660, 32701 to
// 32760), and of ETRS89 (25828 to 25838) and NAD83 (26901 to 26923), which differ from WGS 84 by at
// most about two metres. Any other code: EarthGrid::other.
Earth earth_of_epsg(std::uint32_t code);

// One line for people, such as "UTM zone 32 north (EPSG 32632)".
std::string to_string(const Earth& earth);

// The first law that `earth` breaks, or nothing.
std::optional<std::string> broken_law(const Earth& earth);

}  // namespace thalweg
