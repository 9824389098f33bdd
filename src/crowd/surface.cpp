// Corners of paths on grids touch up to four squares: the one is named from which
// the next straight walk is clear.
#include "crowd/surface.hpp"

namespace thalweg {

// The square about a point from which a straight walk leads to another; else the one that holds the
// point. Paths bend at corners, where up to four squares touch.
FaceId Surface::square_to(const PathPoint& from, Vec2 to) const {
  const Grid& grid = walks_.grid_mesh().grid();
  const Vec2 p = from.vec().xy();
  const double off = grid.spacing() * 1e-6;
  for (const Vec2 aside : {Vec2{0, 0}, {off, off}, {-off, off}, {-off, -off}, {off, -off}}) {
    const FaceId square(grid.square_at(p + aside).value);
    if (square.is_none() || !walks_.may_enter(square)) continue;
    if (cast(surface_point_of(SurfacePoint{square, from.vec()}), to).is_clear) return square;
  }
  return FaceId(grid.square_at(p).value);
}

void Surface::name_faces(std::span<PathPoint> points) const {
  if (!walks_.is_on_grid()) return;
  for (std::size_t i = 0; i < points.size(); ++i) {
    PathPoint& here = points[i];
    const bool is_walk = i + 1 < points.size() && here.link.is_none();
    const bool is_reached = !is_walk && i > 0 && points[i - 1].link.is_none();
    here.face = square_to(here, is_walk ? points[i + 1].vec().xy() : here.vec().xy());
    if (!is_reached) continue;
    const Ray ray = walk(surface_point_of(points[i - 1]), here.vec().xy());
    if (ray.is_clear) here.face = ray.end.face;
  }
}

}  // namespace thalweg
