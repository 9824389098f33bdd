// A flood over the faces that the disc touches along the walk. A wall nearer than the radius closes
// it, unless the walk starts or ends that near and only leads away from there.
#include "path/wide_walk.hpp"

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/world/fits.hpp"

namespace thalweg {
namespace {

// Distances to a wall are convex along the walk: if the nearest point is an end, the walk only
// leads away from there.
bool is_left_behind(const Segment2& walk, const Segment2& wall, double metres, WalkEnds ends) {
  constexpr double kSame = 1 + 1e-9;
  return (ends.is_from && distance(wall, walk.a) <= metres * kSame) ||
         (ends.is_to && distance(wall, walk.b) <= metres * kSame);
}

}  // namespace

// Spreads from the first face over all that the disc touches.
bool WideWalk::is_clear(const SurfacePoint& from, Vec2 to, WalkEnds ends) const {
  thread_local FloodScratch scratch;
  const Segment2 walk{from.point.xy(), to};
  scratch.begin(mesh_.face_count());
  scratch.faces.clear();
  scratch.mark(from.face);
  scratch.faces.push_back(from.face);
  for (std::size_t i = 0; i < scratch.faces.size(); ++i) {
    for (const EdgeId e : mesh_.edges(scratch.faces[i])) {
      const Segment2 edge{mesh_.start(e).xy(), mesh_.end(e).xy()};
      const double metres = gap(walk, edge);
      if (fits(radius_, 2 * metres)) continue;
      if (!rule_.allows(mesh_, e)) {
        if (!is_left_behind(walk, edge, metres, ends)) return false;
      } else if (scratch.mark(mesh_.across(e))) {
        scratch.faces.push_back(mesh_.across(e));
      }
    }
  }
  return true;
}

}  // namespace thalweg
