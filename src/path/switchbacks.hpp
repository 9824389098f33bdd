// Switchbacks: draws the zigzags that the price of steep ground stands for (price/speed_model.hpp).
//
//        q           On a plane face there are two directions of the steepest slope that is walked
//       /            straight. A stretch that is steeper is a sum of both: one leg in each, in
//      /  \          either order, or many short ones in turn. Together they cost what the straight
//    |    /          stretch was said to cost.
//     \ /
//      p
#pragma once

#include <span>
#include <vector>

#include "thalweg/path/path.hpp"
#include "thalweg/price/speed_model.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

struct SwitchbackOptions {
  SpeedModel speed_model = SpeedModel::tobler;
  double leg = 0;  // metres: the longest leg wanted; 0: as few legs as the face has room for
};

// True when a straight walk is as steep as the speed model goes, or steeper.
bool is_as_steep(SpeedModel speed_model, Vec3 walk);

// Marks the points from which a path is as steep as that.
void mark_steep(SpeedModel speed_model, std::span<PathPoint> points);

// The path with switchbacks where it is too steep. Stretches that leave their face, and those with
// no room for them, stay straight. Local coordinates; `old`'s memory is used again.
std::vector<PathPoint> with_switchbacks(const Mesh& mesh, std::span<const PathPoint> points,
                                        const SwitchbackOptions& options,
                                        std::vector<PathPoint> old);

}  // namespace thalweg
