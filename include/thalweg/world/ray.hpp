// Ray: a straight walk over the mesh, face by face, and line of sight.
//
// Exact: which edge the line crosses is decided by exact predicates in the plane, so that two
// points see each other exactly when the open segment between them touches walls only along its
// side or at single corners that it does not pass between.
#pragma once

#include "thalweg/world/spot.hpp"

namespace thalweg {

struct Ray {
  bool is_clear = false;  // the end was reached
  Spot end;               // where it stopped: the target, or the point on the wall
  EdgeId wall;            // the edge that stopped it, of the face it stopped in; none where clear
};

// Called for each edge crossed, in order: the half-edge of the face that is left.
using OnCross = FunctionRef<void(EdgeId)>;

// Walks from `from` straight towards `to` (in the plane). Where the line passes exactly through a
// corner it goes round it through faces as long as the corner's portals allow.
// Requires: `from.face` contains `from.point`. O(faces crossed).
Ray cast_ray(const Mesh& mesh, const Spot& from, Vec2 to, const CrossRule& rule = {},
             OnCross on_cross = {});

// The same towards a spot, pulled onto its face: where the line runs along a wall without
// thickness, on the side that leads to that face.
Ray cast_ray_to(const Mesh& mesh, const Spot& from, const Spot& to, const CrossRule& rule = {},
                OnCross on_cross = {});

// True when a straight walk from `from` ends at `to`, on its face or one that shares the point.
bool line_of_sight(const Mesh& mesh, const Spot& from, const Spot& to, const CrossRule& rule = {},
                   OnCross on_cross = {});

}  // namespace thalweg
