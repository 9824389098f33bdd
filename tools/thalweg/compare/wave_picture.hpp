// Pictures of waves: faces are more saturated the farther they are; one panel for each planner.
#pragma once

#include "compare/wave_run.hpp"
#include "thalweg/draw/draw.hpp"

namespace thalweg::tool {

// Two rows of panels, in the planners' order: over the terrain, and by themselves. Each panel has
// its own scale, up to the cost that one of its answers in a hundred exceeds. `width`: of a panel,
// in pixels.
Result<Image> draw_wave(const World& world, const WaveTargets& targets,
                        std::span<const WaveLine> lines, std::uint32_t width);

}  // namespace thalweg::tool
