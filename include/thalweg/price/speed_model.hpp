// Speed model: how long it takes to walk a straight line over one plane face, by its slope.
//
// On steep ground zigzags are quicker than the straight line, so what a straight line costs is the
// quickest of both: a norm. It is convex, so within a face no zigzag beats the straight line, the
// triangle inequality holds, and the norm of a displacement bounds every path over any ground.
//
// Up to the slopes of steepest(speed_model) the straight line is the quicker one; beyond them
// zigzags of that slope are, and time grows with the height alone:
//
//   seconds for a metre in the plane
//     |  \             /
//     |   \           /      straight lines: beyond the steepest slope, zigzags
//     |    `-.     .-'
//     |       `---'          the curve between: walked straight
//     +---------------- slope
//        down   0   up
//
// Based on: Tobler 1993; Langmuir 1984 with the constants of GRASS GIS, r.walk
// (docs/reference/prices.md).
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstdint>

namespace thalweg {

enum class SpeedModel : std::uint32_t {
  steady,    // the slope does not matter: prices are metres
  tobler,    // 6 exp(-3.5 |slope + 0.05|) km/h: prices are seconds
  langmuir,  // 0.72 s a metre in the plane, 6 s a metre of climb, -2 of gentle descent: seconds
};

// Seconds for a metre straight at this slope (rise over run) by Tobler's function, however steep.
// Slopes beyond 3 up or down count as 3.
double tobler_seconds_per_metre(double slope);

// The slopes, both over 0, beyond which zigzags at that slope are quicker than the straight line.
struct SteepestWalk {
  double up;
  double down;
};
SteepestWalk steepest(SpeedModel speed_model);

// Seconds from point to point: `run` metres in the plane, 0 or more, while rising by `rise` metres.
// Never decreases with the run. Requires: a speed model that is not steady.
double walk_seconds(SpeedModel speed_model, double run, double rise);

}  // namespace thalweg
