// Transverse Mercator in both directions, on the library's own sine, sinh and so on, so that every
// platform gets the same bits. Of other projections only the code is known.
#include "thalweg/geometry/earth.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "core/portable_math.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

// Transverse Mercator by Krüger's series in the third flattening n, up to n^4: within a micrometre
// inside a zone. The formulas: C. Karney, Transverse Mercator with an accuracy of a few nanometers,
// Journal of Geodesy 85 (2011).
constexpr double kRadian = std::numbers::pi / 180;
constexpr double kSemiMajor = 6378137;                  // WGS 84
constexpr double kFlattening = 1 / 298.257223563;       // WGS 84
constexpr double kN = kFlattening / (2 - kFlattening);  // third flattening
constexpr double kN2 = kN * kN;
constexpr double kN3 = kN2 * kN;
constexpr double kN4 = kN3 * kN;
constexpr double kRectifying = kSemiMajor / (1 + kN) * (1 + kN2 / 4 + kN4 / 64);
constexpr double kSquaredEccentricity = kFlattening * (2 - kFlattening);
constexpr double kScale = 0.9996;  // of UTM, on the central meridian
constexpr double kFalseEasting = 500'000;
constexpr double kFalseNorthing = 10'000'000;
constexpr double kMostFromMeridian = 40;  // degrees
constexpr double kMostMetres = 4e7;
constexpr double kMostEasting = 5e6;  // metres from the central meridian: 40 degrees on the equator

constexpr std::array<double, 4> kForward = {kN / 2 - 2 * kN2 / 3 + 5 * kN3 / 16 + 41 * kN4 / 180,
                                            13 * kN2 / 48 - 3 * kN3 / 5 + 557 * kN4 / 1440,
                                            61 * kN3 / 240 - 103 * kN4 / 140, 49561 * kN4 / 161280};
constexpr std::array<double, 4> kBackward = {kN / 2 - 2 * kN2 / 3 + 37 * kN3 / 96 - kN4 / 360,
                                             kN2 / 48 + kN3 / 15 - 437 * kN4 / 1440,
                                             17 * kN3 / 480 - 37 * kN4 / 840, 4397 * kN4 / 161280};

double central_meridian(const Earth& earth) { return 6.0 * earth.zone - 183; }

// The tangent of the conformal latitude from the tangent of the latitude.
double conformal(double tangent) {
  const double e = std::sqrt(kSquaredEccentricity);
  const double secant = std::sqrt(1 + tangent * tangent);
  const double s = portable_sinh(e * portable_atanh(e * tangent / secant));
  return tangent * std::sqrt(1 + s * s) - s * secant;
}

// Its inverse, by Newton's method.
double from_conformal(double wanted) {
  double tangent = wanted / (1 - kSquaredEccentricity);
  for (int i = 0; i < 6; ++i) {
    const double now = conformal(tangent);
    const double slope = (1 - kSquaredEccentricity) * std::sqrt(1 + tangent * tangent) /
                         (1 + (1 - kSquaredEccentricity) * tangent * tangent);
    tangent += (wanted - now) / std::sqrt(1 + now * now) / slope;
  }
  return tangent;
}

// The angle in (-180, 180].
double wrapped(double degrees) {
  const double turned = std::remainder(degrees, 360);
  return turned == -180 ? 180 : turned;
}

// Northward and eastward on the sphere, or in the plane, in units of the rectifying radius.
struct Gauss {
  double xi, eta;
};

// The sum of Krüger's series at `at`.
Gauss series(const std::array<double, 4>& factors, Gauss at) {
  Gauss sum{};
  for (std::size_t j = 0; j < factors.size(); ++j) {
    const double k = 2.0 * static_cast<double>(j + 1);
    const auto [sine, cosine] = portable_sine_cosine(k * at.xi);
    sum.xi += factors[j] * sine * portable_cosh(k * at.eta);
    sum.eta += factors[j] * cosine * portable_sinh(k * at.eta);
  }
  return sum;
}

Error too_far(const Earth& earth, const std::string& what) {
  return Error{what + " is too far from UTM zone " + std::to_string(earth.zone)};
}

Result<Vec2> utm_of(const Earth& earth, LatLon lat_lon) {
  const double east = wrapped(lat_lon.longitude - central_meridian(earth));
  if (std::abs(east) > kMostFromMeridian) return too_far(earth, "the longitude");
  const auto [sine, cosine] = portable_sine_cosine(lat_lon.latitude * kRadian);
  const double t = conformal(sine / cosine);
  const auto [s, c] = portable_sine_cosine(east * kRadian);
  const Gauss sphere{portable_atan2(t, c), portable_asinh(s / std::sqrt(t * t + c * c))};
  const Gauss change = series(kForward, sphere);
  const double x = sphere.eta + change.eta;
  const double y = sphere.xi + change.xi;
  return Vec2{kFalseEasting + kScale * kRectifying * x,
              (earth.is_south != 0 ? kFalseNorthing : 0) + kScale * kRectifying * y};
}

Result<LatLon> from_utm(const Earth& earth, Vec2 world) {
  if (std::abs(world.x - kFalseEasting) > kMostEasting) return too_far(earth, "the point");
  const Gauss plane{(world.y - (earth.is_south != 0 ? kFalseNorthing : 0)) / (kScale * kRectifying),
                    (world.x - kFalseEasting) / (kScale * kRectifying)};
  const Gauss change = series(kBackward, plane);
  const auto [sine, cosine] = portable_sine_cosine(plane.xi - change.xi);
  const double s = portable_sinh(plane.eta - change.eta);
  const double tangent = from_conformal(sine / std::sqrt(s * s + cosine * cosine));
  return LatLon{portable_atan2(tangent, 1) / kRadian,
                wrapped(central_meridian(earth) + portable_atan2(s, cosine) / kRadian)};
}

bool is_on_earth(LatLon lat_lon) {
  return std::abs(lat_lon.latitude) <= 90 && std::abs(lat_lon.longitude) <= 360;
}

Error not_known(const Earth& earth) {
  if (earth.grid == EarthGrid::none) {
    return Error{"this world does not say where on Earth it lies"};
  }
  return Error{"this world is in the projection EPSG " + std::to_string(earth.epsg) +
               ", from which latitude and longitude are not computed"};
}

}  // namespace

Result<LatLon> lat_lon_of(const Earth& earth, Vec2 world) {
  if (!earth.is_known()) return not_known(earth);
  if (!(std::abs(world.x) <= kMostMetres && std::abs(world.y) <= kMostMetres)) {
    return Error{"the point does not lie on Earth"};
  }
  LatLon lat_lon;
  if (earth.grid == EarthGrid::utm) {
    TRY(lat_lon, from_utm(earth, world));
  } else {
    lat_lon = {world.y / earth.metres_per_latitude, world.x / earth.metres_per_longitude};
  }
  if (!is_on_earth(lat_lon)) return Error{"the point does not lie on Earth"};
  return lat_lon;
}

Result<Vec2> world_of(const Earth& earth, LatLon lat_lon) {
  if (!earth.is_known()) return not_known(earth);
  if (!is_on_earth(lat_lon)) {
    return Error{"a latitude lies between 90S and 90N, a longitude between 180W and 180E"};
  }
  if (earth.grid == EarthGrid::utm) return utm_of(earth, lat_lon);
  return Vec2{lat_lon.longitude * earth.metres_per_longitude,
              lat_lon.latitude * earth.metres_per_latitude};
}

Earth earth_of_epsg(std::uint32_t code) {
  const auto utm = [&](std::uint32_t first, std::uint32_t zone, std::uint32_t is_south) {
    return Earth{
        .grid = EarthGrid::utm, .zone = code - first + zone, .is_south = is_south, .epsg = code};
  };
  if (code >= 32601 && code <= 32660) return utm(32601, 1, 0);
  if (code >= 32701 && code <= 32760) return utm(32701, 1, 1);
  if (code >= 25828 && code <= 25838) return utm(25828, 28, 0);
  if (code >= 26901 && code <= 26923) return utm(26901, 1, 0);
  return {.grid = EarthGrid::other, .epsg = code};
}

std::string to_string(const Earth& earth) {
  const std::string code = earth.epsg == 0 ? "" : " (EPSG " + std::to_string(earth.epsg) + ")";
  switch (earth.grid) {
    case EarthGrid::none: return "not known";
    case EarthGrid::degrees: return "degrees, scaled to metres" + code;
    case EarthGrid::utm:
      return "UTM zone " + std::to_string(earth.zone) +
             (earth.is_south != 0 ? " south" : " north") + code;
    case EarthGrid::other: break;
  }
  return "another projection" + code;
}

std::optional<std::string> broken_law(const Earth& earth) {
  if (earth.grid > EarthGrid::other) return "the position on Earth is of no known kind";
  const auto is_scale = [](double metres) { return metres > 0 && metres <= 1e6; };
  if (earth.grid == EarthGrid::degrees &&
      !(is_scale(earth.metres_per_longitude) && is_scale(earth.metres_per_latitude))) {
    return "the metres per degree are not above 0 and at most 1,000,000";
  }
  if (earth.grid == EarthGrid::utm && (earth.zone < 1 || earth.zone > 60 || earth.is_south > 1)) {
    return "there is no such UTM zone";
  }
  return std::nullopt;
}

}  // namespace thalweg
