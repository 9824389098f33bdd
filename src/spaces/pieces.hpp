// Pieces: the convex pieces that a world is made of, whether faces, squares or hexagons.
#pragma once

#include <vector>

#include "spaces/clip.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Heights over a piece: z at a point, and the slope.
struct PiecePlane {
  Vec2 at;
  double z = 0;
  Vec2 slope;

  double height(Vec2 p) const { return z + dot(slope, p - at); }
};

// Borrows the world. Local coordinates.
class Pieces {
 public:
  explicit Pieces(const World& world)
      : world_(world), has_mesh_(!world.mesh.empty()), has_heights_(finds_heights()) {}

  std::uint32_t count() const { return has_mesh_ ? world_.mesh.face_count() : world_.grid.size(); }
  AreaId area(std::uint32_t i) const {
    return has_mesh_ ? world_.mesh.area(FaceId(i)) : world_.grid.area(SquareId(i));
  }
  // False when every height is 0.
  bool has_heights() const { return has_heights_; }
  PiecePlane plane(std::uint32_t i) const;
  // Counter-clockwise; `old`'s memory is used again.
  Polygon corners(std::uint32_t i, Polygon old = {}) const;
  Box2 box(std::uint32_t i) const;

 private:
  bool finds_heights() const;

  const World& world_;
  bool has_mesh_;
  bool has_heights_;
};

}  // namespace thalweg
