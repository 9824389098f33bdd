// The speed models by Tobler and by Langmuir, and from which slope on zigzags are quicker.
#include "thalweg/graph/pace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/portable_math.hpp"
#include "graph/pace_norm.hpp"

namespace thalweg {
namespace {

constexpr double kSteepest = 3;  // the slope beyond which Tobler's speed falls no further

}  // namespace

double tobler_pace(double slope) {
  const double s = std::clamp(slope, -kSteepest, kSteepest);
  return pace::kSecondsPerMetre * portable_exp(pace::kFalloff * std::abs(s + pace::kGentle));
}

SteepestPace steepest(Pace by) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  switch (by) {
    case Pace::tobler: return {pace::kToblerSlope, pace::kToblerSlope};
    case Pace::langmuir: return {kNever, pace::kLangmuirSlope};
    case Pace::steady: break;
  }
  return {kNever, kNever};
}

double pace_seconds(Pace by, double run, double rise) {
  return by == Pace::langmuir ? pace::langmuir_seconds(run, rise) : pace::tobler_seconds(run, rise);
}

}  // namespace thalweg
