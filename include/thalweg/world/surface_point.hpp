// Surface point: a face and a point on it. CrossRule: which portals may be crossed.
#pragma once

#include "thalweg/core/function_ref.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

struct SurfacePoint {
  FaceId face;  // none: nowhere
  Vec3 point;   // on the face, local coordinates

  bool operator==(const SurfacePoint&) const = default;
  bool is_found() const { return !face.is_none(); }
};

// `p` itself if `face` contains it exactly, otherwise a point that it does contain, as few
// roundings away as possible (for faces convex up to rounding: the nearest point). O(corners).
template <class AnyMesh>
Vec2 pulled_inside(const AnyMesh& mesh, FaceId face, Vec2 p);

// The same for a surface point that may be a rounding off its face: its height is kept where it
// does not move. Requires: a face of the mesh. O(corners).
SurfacePoint pulled_inside(const Mesh& mesh, const SurfacePoint& surface_point);

// The surface point of `face` at `p`, pulled inside and put at the face's height. O(corners).
template <class AnyMesh>
SurfacePoint surface_point_on(const AnyMesh& mesh, FaceId face, Vec2 p);

// Which edges may be crossed: portals to ground that may be entered, except those that `accepts`
// refuses.
struct CrossRule {
  // If given, it can refuse further portals. The edge belongs to the face that is left.
  FunctionRef<bool(EdgeId)> accepts = {};

  template <class AnyMesh>
  bool allows(const AnyMesh& mesh, EdgeId edge) const {
    if (!mesh.is_portal(edge) || !is_walkable(mesh.area(mesh.across(edge)))) return false;
    return !accepts || accepts(edge);
  }
};

}  // namespace thalweg
