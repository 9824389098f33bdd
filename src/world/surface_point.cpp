// A point outside its face by rounding moves towards the centre by the smallest share that puts it
// inside; others move to the nearest point first.
#include "thalweg/world/surface_point.hpp"

#include <optional>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
namespace {

// The first point inside `face` on the segment, at fractions that grow up to `greatest`.
template <class AnyMesh>
std::optional<Vec2> moved_inside(const AnyMesh& mesh, FaceId face, const Segment2& segment,
                                 double greatest) {
  for (double share = 0x1p-52; share <= greatest; share *= 4) {
    const Vec2 q = segment.a + (segment.b - segment.a) * share;
    if (contains(mesh, face, q)) return q;
  }
  return std::nullopt;
}

}  // namespace

template <class AnyMesh>
Vec2 pulled_inside(const AnyMesh& mesh, FaceId face, Vec2 p) {
  if (contains(mesh, face, p)) return p;
  const Vec2 centre = mesh.centre(face).xy();
  // Most points are a rounding error away: no need to look for the nearest edge.
  if (const auto q = moved_inside(mesh, face, {p, centre}, 0x1p-44)) return *q;
  const Vec2 near = nearest_point(mesh, face, p);
  if (contains(mesh, face, near)) return near;
  return moved_inside(mesh, face, {near, centre}, 0.5).value_or(near);
}

SurfacePoint pulled_inside(const Mesh& mesh, const SurfacePoint& surface_point) {
  return contains(mesh, surface_point.face, surface_point.point.xy())
             ? surface_point
             : surface_point_on(mesh, surface_point.face, surface_point.point.xy());
}

template <class AnyMesh>
SurfacePoint surface_point_on(const AnyMesh& mesh, FaceId face, Vec2 p) {
  const Vec2 q = pulled_inside(mesh, face, p);
  return {face, {q.x, q.y, mesh.height_at(face, q)}};
}

template Vec2 pulled_inside(const Mesh&, FaceId, Vec2);
template Vec2 pulled_inside(const GridMesh&, FaceId, Vec2);
template SurfacePoint surface_point_on(const Mesh&, FaceId, Vec2);
template SurfacePoint surface_point_on(const GridMesh&, FaceId, Vec2);

}  // namespace thalweg
