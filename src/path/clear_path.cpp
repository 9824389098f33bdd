// Tests leg by leg, links excepted; and a pass that leaves out points if the walk past them is
// in sight and keeps its distance.
#include "path/clear_path.hpp"

#include "thalweg/path/check.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

bool keeps_distance(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends) {
  if (by.filter != nullptr && !by.filter->is_clear(from.point, to.point)) return false;
  if (!(by.pricer.radius() > 0)) return true;
  return WideWalk(by.world.mesh, by.pricer.radius(), by.rule()).is_clear(from, to.point.xy(), ends);
}

double spaced_price(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
                    WalkEnds ends, OnCross note) {
  const double price = straight_price(by.world, by.pricer, from, to, by.filter, note);
  return price < kNoLimit && keeps_distance(by, from, to, ends) ? price : kNoLimit;
}

bool is_clear_path(const GroundFilter& filter, std::span<const PathPoint> points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (points[i].link.is_none() && !filter.is_clear(points[i].vec(), points[i + 1].vec())) {
      return false;
    }
  }
  return true;
}

bool keeps_distance(const ProfileRule& by, std::span<const PathPoint> points) {
  const bool has_obstacles = by.filter != nullptr && by.filter->has_obstacles();
  if (!has_obstacles && !(by.pricer.radius() > 0)) return true;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const WalkEnds ends{.is_from = i == 0, .is_to = i + 2 == points.size()};
    if (!points[i].link.is_none()) continue;
    if (!keeps_distance(by, surface_point_of(points[i]), surface_point_of(points[i + 1]), ends))
      return false;
  }
  return true;
}

std::vector<PathPoint> skipped_in_sight(const ProfileRule& by, std::span<const PathPoint> points,
                                        std::vector<PathPoint> old) {
  std::vector<PathPoint> kept = std::move(old);
  kept.clear();
  kept.push_back(points.front());
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const bool is_at_link = !points[i].link.is_none() || !points[i - 1].link.is_none();
    const SurfacePoint from = surface_point_of(kept.back());
    const SurfacePoint to = surface_point_of(points[i + 1]);
    const WalkEnds ends{.is_from = kept.size() == 1, .is_to = i + 2 == points.size()};
    if (is_at_link || !line_of_sight(by.world.mesh, from, to, by.rule()) ||
        !keeps_distance(by, from, to, ends)) {
      kept.push_back(points[i]);
    }
  }
  kept.push_back(points.back());
  return kept;
}

}  // namespace thalweg
