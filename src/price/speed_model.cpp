// The speed models by Tobler and by Langmuir, and from which slope on zigzags are quicker.
#include "thalweg/price/speed_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/portable_math.hpp"
#include "price/speed_model_norm.hpp"

namespace thalweg {
namespace {

constexpr double kSteepest = 3;  // the slope beyond which Tobler's speed falls no further

}  // namespace

double tobler_seconds_per_metre(double slope) {
  const double s = std::clamp(slope, -kSteepest, kSteepest);
  return speed_model::kSecondsPerMetre *
         portable_exp(speed_model::kFalloff * std::abs(s + speed_model::kGentle));
}

SteepestWalk steepest(SpeedModel by) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  switch (by) {
    case SpeedModel::tobler: return {speed_model::kToblerSlope, speed_model::kToblerSlope};
    case SpeedModel::langmuir: return {kNever, speed_model::kLangmuirSlope};
    case SpeedModel::steady: break;
  }
  return {kNever, kNever};
}

double walk_seconds(SpeedModel by, double run, double rise) {
  return by == SpeedModel::langmuir ? speed_model::langmuir_seconds(run, rise)
                                    : speed_model::tobler_seconds(run, rise);
}

}  // namespace thalweg
