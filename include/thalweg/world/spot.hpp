// Spot: a place on the mesh. CrossRule: which portals one may walk through.
#pragma once

#include "thalweg/core/function_ref.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

struct Spot {
  FaceId face;  // none: nowhere
  Vec3 point;   // on the face, local coordinates

  bool operator==(const Spot&) const = default;
  bool is_found() const { return !face.is_none(); }
};

// `p` itself where `face` contains it exactly, else a point that it does contain, as few roundings
// away as will do (for faces convex up to rounding: the nearest point). O(corners).
Vec2 pulled_inside(const Mesh& mesh, FaceId face, Vec2 p);

// The spot of `face` at `p`, pulled inside, at the face's height. O(corners).
Spot spot_on(const Mesh& mesh, FaceId face, Vec2 p);

// Which edges may be crossed: the mesh's portals to ground that somebody enters, as far as
// `accepts` allows.
struct CrossRule {
  // Where given: refuses portals, too. The edge belongs to the face that is left.
  FunctionRef<bool(EdgeId)> accepts = {};

  bool allows(const Mesh& mesh, EdgeId edge) const {
    if (!mesh.is_portal(edge) || !is_walkable(mesh.area(mesh.across(edge)))) return false;
    return !accepts || accepts(edge);
  }
};

}  // namespace thalweg
