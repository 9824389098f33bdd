// Checks that a path can be walked. Tests, benches and --check apply it to every shape.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "thalweg/path/path.hpp"
#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Where the point lies. Requires: it is in local coordinates and has a face.
inline SurfacePoint surface_point_of(const PathPoint& point) { return {point.face, point.vec()}; }

// The same of a point in the caller's coordinates. A bend is put exactly on its corner again, since
// changing the coordinates may have rounded it.
SurfacePoint local_surface_point(const World& world, const PathPoint& point,
                                 Axes axes = Axes::z_up);

// How far rounding may put a point beside its face at this distance from the origin, in metres: a
// micrometre, or a rounding of the float coordinates where that is more.
double rounding_at(Vec2 p);

// True when `surface_point` lies on its face, up to rounding. Requires: the face exists.
template <class AnyMesh>
bool lies_on(const AnyMesh& mesh, const SurfacePoint& surface_point);

struct WalkCheck {
  CrossRule rule = {};
  // Metres by which a walk may be moved aside as a whole to get past a corner. DEFAULT: none, so
  // that walks between mesh corners are held to exact predicates. Points worked out in floating
  // point along such a walk (crossings) need kWalkSlack.
  double slack = 0;
};
inline constexpr double kWalkSlack = 1e-6;

// True when a straight walk leads from `from` to `to`. Points are pulled onto their faces first, by
// no more than rounding; where a point is farther off there is no walk. O(faces crossed).
template <class AnyMesh>
bool can_walk(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
              const WalkCheck& check = {});

// The first law the path over the mesh breaks, or nothing. The laws: each point lies on its face
// and names that face's area; each walk leads straight to the next point; links start and end where
// the world says. `broken_law` takes the caller's points, as planners give them; rounded to the
// caller's coordinates they need kWalkSlack. `broken_local_law` takes local ones.
std::optional<std::string> broken_law(std::span<const PathPoint> points, const World& world,
                                      Axes axes, const WalkCheck& check = {.slack = kWalkSlack});
std::optional<std::string> broken_local_law(std::span<const PathPoint> points, const World& world,
                                            const WalkCheck& check = {});

}  // namespace thalweg
