// The formulas of speed_model.hpp, inlined where many steps are priced.
#pragma once

#include <cmath>

#include "thalweg/geometry/vec.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg::speed_model {

inline constexpr double kSecondsPerMetre = 3.6 / 6;
inline constexpr double kFalloff = 3.5;
inline constexpr double kGentle = 0.05;  // the slope downwards at which Tobler's hiker is fastest

// Where s (1 + s²) = 1 / 3.5, up and down alike; and the seconds for a metre of climb and of
// descent there, by a path of that slope.
inline constexpr double kToblerSlope = 0.26673643495531381;
inline constexpr double kToblerUp = 7.0541195465269902;
inline constexpr double kToblerDown = 4.9709540278895418;

// r.walk: the slope that divides gentle from steep descents, and what metres count.
inline constexpr double kLangmuirSlope = 0.2125;
inline constexpr double kLangmuirRun = 0.72;
inline constexpr double kLangmuirUp = 6;
inline constexpr double kLangmuirGentle = 1.9998;
inline constexpr double kLangmuirDown = kLangmuirRun / kLangmuirSlope - kLangmuirGentle;

// e to the power x, for 0 <= x <= 1.2; 1e-15.
[[gnu::always_inline]] inline double exp_near_zero(double x) {
  const double y = x * 0.0625;
  const double yy = y * y;
  const double low = (1 + y) + yy * (0.5 + y * (1.0 / 6));
  const double high = (1.0 / 24 + y * (1.0 / 120)) + yy * (1.0 / 720 + y * (1.0 / 5040));
  double e = low + (yy * yy) * (high + (yy * yy) * (1.0 / 40320));
  e *= e;
  e *= e;
  e *= e;
  return e * e;
}

[[gnu::always_inline]] inline double tobler_seconds(double run, double rise) {
  if (std::abs(rise) >= kToblerSlope * run)
    return rise > 0 ? kToblerUp * rise : -kToblerDown * rise;
  const double slowness = exp_near_zero(kFalloff * std::abs(rise / run + kGentle));
  return kSecondsPerMetre * std::sqrt(run * run + rise * rise) * slowness;
}

[[gnu::always_inline]] inline double langmuir_seconds(double run, double rise) {
  if (rise >= 0) return kLangmuirRun * run + kLangmuirUp * rise;
  if (-rise >= kLangmuirSlope * run) return -rise * kLangmuirDown;
  return kLangmuirRun * run + kLangmuirGentle * rise;
}

// What a straight line counts by itself under a profile: as Pricer::norm.
[[gnu::always_inline]] inline double norm(const Profile& profile, Vec3 d) {
  if (profile.speed_model == SpeedModel::tobler) return tobler_seconds(length(d.xy()), d.z);
  if (profile.speed_model == SpeedModel::langmuir) return langmuir_seconds(length(d.xy()), d.z);
  const AxisMultipliers& m = profile.axes;
  return length(Vec3{d.x * (d.x > 0 ? m.east : m.west), d.y * (d.y > 0 ? m.north : m.south),
                     d.z * (d.z > 0 ? m.up : m.down)});
}

}  // namespace thalweg::speed_model
