// Ray: a straight walk over the mesh, face by face, and line of sight.
//
// Exact: exact predicates in the plane decide which edge the line crosses. Two points see each
// other exactly when the open segment between them crosses no wall: it may run along a wall or
// touch single corners, but not pass between two corners that touch.
#pragma once

#include "thalweg/world/surface_point.hpp"

namespace thalweg {

struct Ray {
  bool is_clear = false;  // the end was reached
  SurfacePoint end;       // where it stopped: the target, or the point on the wall
  EdgeId wall;            // the edge that stopped it, of the face it stopped in; none where clear
};

// Called for each edge crossed, in order, with the half-edge of the face that the ray leaves.
using OnCross = FunctionRef<void(EdgeId)>;

// Walks from `from` straight towards `to` (in the plane). If the line passes exactly through a
// corner, the walk turns about it through faces as far as the corner's portals allow. Requires:
// `from.face` contains `from.point`. O(faces crossed).
template <class AnyMesh>
Ray cast_ray(const AnyMesh& mesh, const SurfacePoint& from, Vec2 to, const CrossRule& rule = {},
             OnCross on_cross = {});

// The same towards a surface point, pulled onto its face. If the line runs along a wall of no
// thickness, the walk takes the side that leads to that face.
template <class AnyMesh>
Ray cast_ray_to(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                const CrossRule& rule = {}, OnCross on_cross = {});

// True when a straight walk from `from` ends at `to`, on its face or one that shares the point. Then
// the edges crossed lead to its face: about the point where that needs be.
template <class AnyMesh>
bool line_of_sight(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                   const CrossRule& rule = {}, OnCross on_cross = {});

}  // namespace thalweg
