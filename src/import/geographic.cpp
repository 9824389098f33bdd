// The cosine by its power series, which gives the same bits on every platform,
// unlike the standard library's.
#include "import/geographic.hpp"

#include <cmath>

namespace thalweg {

double cosine_of_degrees(double degrees) {
  constexpr double kRadian = 3.141592653589793 / 180;
  const double square = degrees * kRadian * degrees * kRadian;
  // Horner's scheme for 1 - x^2/2! + x^4/4! ...; the last term is below 1e-19 at 90 degrees.
  double sum = 1;
  for (int k = 24; k >= 2; k -= 2) sum = 1 - square / (k * (k - 1)) * sum;
  return sum;
}

Result<HeightField> in_metres(HeightField field) {
  const double middle = field.origin.y + field.spacing_y * (field.height - 1) / 2;
  if (!(std::abs(middle) < 90)) {
    return Error{"the map's middle latitude does not lie between -90 and 90 degrees"};
  }
  const double across = kMetresPerDegree * cosine_of_degrees(middle);
  field.earth = {.grid = EarthGrid::degrees,
                 .metres_per_longitude = across,
                 .metres_per_latitude = kMetresPerDegree,
                 .epsg = field.earth.epsg};
  field.spacing_x *= across;
  field.origin.x *= across;
  field.spacing_y *= kMetresPerDegree;
  field.origin.y *= kMetresPerDegree;
  return field;
}

}  // namespace thalweg
