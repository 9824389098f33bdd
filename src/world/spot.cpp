#include "thalweg/world/spot.hpp"

namespace thalweg {

Vec2 pulled_inside(const Mesh& mesh, FaceId face, Vec2 p) {
  if (contains(mesh, face, p)) return p;
  const Vec2 near = nearest_point(mesh, face, p);
  const Vec2 inwards = mesh.centre(face).xy() - near;
  Vec2 q = near;
  for (double share = 0x1p-52; share < 1; share *= 4) {
    if (contains(mesh, face, q)) return q;
    q = near + inwards * share;
  }
  return near;
}

Spot spot_on(const Mesh& mesh, FaceId face, Vec2 p) {
  const Vec2 q = pulled_inside(mesh, face, p);
  return {face, {q.x, q.y, mesh.height_at(face, q)}};
}

}  // namespace thalweg
