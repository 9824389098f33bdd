// Degrees to metres, accurate enough for one tile. Internal to import.
#pragma once

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/image/height_field.hpp"

namespace thalweg {

// Metres per degree of longitude at the equator: the circumference (WGS 84) over 360, rounded to
// tens of metres. A degree of latitude is within 0.7 % of it everywhere.
inline constexpr double kMetresPerDegree = 111320;

// The cosine of an angle of at most 90 degrees, by its Taylor series: the same bits everywhere.
double cosine_of_degrees(double degrees);

// Converts spacing and origin from degrees to metres: degrees of longitude are shortened by the
// cosine of the field's middle latitude. Refused: a middle outside of -90 to 90 degrees.
Result<HeightField> in_metres(HeightField field);

}  // namespace thalweg
