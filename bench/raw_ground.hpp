// RawGround: the triangles of a level that an agent may stand on, as a model file has them, to measure
// paths over: heights, and lengths that follow the ground.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "core/try.hpp"
#include "import/recast_tiles.hpp"
#include "import/surface_heights.hpp"

namespace thalweg {

class RawGround {
 public:
  // Holds `soup` by reference. Requires: check(soup), options that recast_world takes.
  static Result<RawGround> of(const TriangleSoup& soup, const RecastOptions& options) {
    TRY(const RecastPlan plan, plan_tiles(soup, options));
    std::vector<std::uint32_t> walkable;
    for (std::uint32_t t = 0; t < plan.areas.size(); ++t) {
      if (plan.areas[t] != 0) walkable.push_back(t);
    }
    const SurfaceHeights::Options all{box_of(soup).xy(), options.both_sides};
    return RawGround(SurfaceHeights(soup, walkable, all), options);
  }

  double climb() const { return climb_; }

  // The height of the ground above or below a point, nearest to the point's, where the agent has its
  // headroom; nothing where there is none within a step of it.
  std::optional<double> height(Vec3 p) const {
    std::vector<double> heights = surface_.all(p.xy());
    std::ranges::sort(heights);
    std::optional<double> best;
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const bool is_last = i + 1 == heights.size();
      if (!is_last && heights[i + 1] - heights[i] < headroom_) continue;
      if (!best || std::abs(heights[i] - p.z) < std::abs(*best - p.z)) best = heights[i];
    }
    return best && std::abs(*best - p.z) <= step_ ? best : std::nullopt;
  }

  // How far off the nearest ground above or below a point lies; nothing where there is none.
  std::optional<double> height_error(Vec3 p) const {
    const auto z = surface_.nearest(p.xy(), p.z);
    if (!z) return std::nullopt;
    return std::abs(*z - p.z);
  }

  // The length of a path laid on the ground, sampled at every cell. Each stretch starts at the ground
  // of its first point and goes on at the height nearest to that of the sample before; it is level
  // where there is no ground within a step. Where that leads past its end, the straight line counts.
  double length_along(std::span<const Vec3> points) const {
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i) sum += length_of(points[i - 1], points[i]);
    return sum;
  }

 private:
  RawGround(SurfaceHeights surface, const RecastOptions& options)
      : surface_(std::move(surface)),
        climb_(options.max_climb),
        cell_(options.cell_size),
        headroom_(options.agent_height),
        step_(options.max_climb + options.cell_height + options.cell_size) {}

  Vec3 laid(Vec3 p) const { return {p.x, p.y, height(p).value_or(p.z)}; }

  double length_of(Vec3 from, Vec3 to) const {
    const double flat = length((to - from).xy());
    const int pieces = std::max(1, static_cast<int>(std::ceil(flat / cell_)));
    double sum = 0;
    Vec3 last = laid(from);
    for (int i = 1; i <= pieces; ++i) {
      const Vec3 straight = from + (to - from) * (static_cast<double>(i) / pieces);
      const Vec3 next = laid({straight.x, straight.y, last.z});
      sum += length(next - last);
      last = next;
    }
    return std::abs(last.z - laid(to).z) <= step_ ? sum : length(to - from);
  }

  SurfaceHeights surface_;
  double climb_;
  double cell_;
  double headroom_;
  double step_;  // greatest height from sample to sample
};

}  // namespace thalweg
