// Corners, boxes and planes of height, for faces, squares and hexagons alike.
#include "spaces/pieces.hpp"

namespace thalweg {

bool Pieces::finds_heights() const {
  if (has_mesh_) {
    for (const Vec3f& p : world_.mesh.arrays().vertices) {
      if (p.z != 0) return true;
    }
    return false;
  }
  for (const float z : world_.grid.arrays().ground) {
    if (z != 0) return true;
  }
  return false;
}

PiecePlane Pieces::plane(std::uint32_t i) const {
  if (!has_mesh_) return {{}, world_.grid.ground(SquareId(i)), {}};
  const FaceId face(i);
  const Vec2 at = world_.mesh.centre(face).xy();
  const Vec3 n = world_.mesh.normal(face);
  const bool is_plane = n.z > 0;
  return {at, world_.mesh.height_at(face, at), is_plane ? Vec2{-n.x / n.z, -n.y / n.z} : Vec2{}};
}

Polygon Pieces::corners(std::uint32_t i, Polygon old) const {
  Polygon out = std::move(old);
  out.clear();
  if (has_mesh_) {
    for (const EdgeId e : world_.mesh.edges(FaceId(i))) out.push_back(world_.mesh.start(e).xy());
    return out;
  }
  const Vec2 c = world_.grid.centre(SquareId(i)).xy();
  const double half = world_.grid.spacing() / 2;
  if (world_.grid.shape() == GridShape::square) {
    out = {{c.x - half, c.y - half},
           {c.x + half, c.y - half},
           {c.x + half, c.y + half},
           {c.x - half, c.y + half}};
    return out;
  }
  constexpr double kTip = 1.1547005383792515;  // from the centre, in half widths: the root of 4/3
  const double tip = half * kTip;
  out = {{c.x, c.y - tip}, {c.x + half, c.y - tip / 2}, {c.x + half, c.y + tip / 2},
         {c.x, c.y + tip}, {c.x - half, c.y + tip / 2}, {c.x - half, c.y - tip / 2}};
  return out;
}

Box2 Pieces::box(std::uint32_t i) const {
  if (has_mesh_) return world_.mesh.box(FaceId(i)).xy();
  Box2 box;
  for (const Vec2 p : corners(i)) box.add(p);
  return box;
}

}  // namespace thalweg
