#include "thalweg/graph/pace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/portable_math.hpp"

namespace thalweg {
namespace {

constexpr double kSteepest = 3;  // the slope beyond which Tobler's speed falls no further
constexpr double kSecondsPerMetre = 3.6 / 6;
constexpr double kFalloff = 3.5;
constexpr double kGentle = 0.05;  // the slope downwards at which Tobler's hiker is fastest

// Where s (1 + s²) = 1 / 3.5, up and down alike; and the seconds for a metre of climb and of
// descent there, by a path of that slope.
constexpr double kToblerSlope = 0.26673643495531381;
constexpr double kToblerUp = 7.0541195465269902;
constexpr double kToblerDown = 4.9709540278895418;

// r.walk: the slope that divides gentle from steep descents, and what metres count.
constexpr double kLangmuirSlope = 0.2125;
constexpr double kLangmuirRun = 0.72;
constexpr double kLangmuirUp = 6;
constexpr double kLangmuirGentle = 1.9998;
constexpr double kLangmuirDown = kLangmuirRun / kLangmuirSlope - kLangmuirGentle;

// e to the power x, for 0 <= x <= 1.2; 1e-15.
double exp_near_zero(double x) {
  const double y = x * 0.0625;
  double e = 1.0 / 40320;
  for (const double c : {1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0}) {
    e = e * y + c;
  }
  for (int i = 0; i < 4; ++i) e *= e;
  return e;
}

double tobler_seconds(double run, double rise) {
  if (std::abs(rise) >= kToblerSlope * run)
    return rise > 0 ? kToblerUp * rise : -kToblerDown * rise;
  const double pace = exp_near_zero(kFalloff * std::abs(rise / run + kGentle));
  return kSecondsPerMetre * std::sqrt(run * run + rise * rise) * pace;
}

double langmuir_seconds(double run, double rise) {
  if (rise >= 0) return kLangmuirRun * run + kLangmuirUp * rise;
  if (-rise >= kLangmuirSlope * run) return -rise * kLangmuirDown;
  return kLangmuirRun * run + kLangmuirGentle * rise;
}

}  // namespace

double tobler_pace(double slope) {
  const double s = std::clamp(slope, -kSteepest, kSteepest);
  return kSecondsPerMetre * portable_exp(kFalloff * std::abs(s + kGentle));
}

SteepestPace steepest(Pace pace) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  switch (pace) {
    case Pace::tobler: return {kToblerSlope, kToblerSlope};
    case Pace::langmuir: return {kNever, kLangmuirSlope};
    case Pace::steady: break;
  }
  return {kNever, kNever};
}

double pace_seconds(Pace pace, double run, double rise) {
  return pace == Pace::langmuir ? langmuir_seconds(run, rise) : tobler_seconds(run, rise);
}

}  // namespace thalweg
