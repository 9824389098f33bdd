// GridMesh: the squares (or hexagons) of a grid as the faces of a mesh that is not stored.
//
// Has the names of Mesh, so that rays, sight, funnels and shapes work on both: their functions take
// either as AnyMesh. Face f is square f; its half-edges are 4 f .. 4 f + 3 (hexagons: 6), counter-
// clockwise seen from above. Every side between two squares is a portal, whatever their areas.
//
//        3 <-2-- 2               3
//        |       ^            3/   \2         sides of a square, of a hexagon;
//        3       1           4|     |2        side i runs from corner i to corner i + 1
//        v       |            |     |         (y grows upwards here)
//        0 --0-> 1           5 \   / 1
//                                0
//
// The ground is a surface through the squares' middles, each side's middle halfway between two
// squares, and each corner at the mean of the free squares around it.
#pragma once

#include <array>

#include "thalweg/world/grid.hpp"

namespace thalweg {

// Borrows the grid.
class GridMesh {
 public:
  // Requires: fits(grid).
  explicit GridMesh(const Grid& grid)
      : grid_(grid), is_hex_(grid.shape() == GridShape::hex), sides_(is_hex_ ? 6 : 4) {}

  // False where the half-edges have no ids.
  static bool fits(const Grid& grid) { return std::uint64_t{grid.size()} * 6 < 0xFFFFFFFEu; }

  const Grid& grid() const { return grid_; }
  std::uint32_t edge_count() const { return grid_.size() * sides_; }
  std::uint32_t face_count() const { return grid_.size(); }

  IdRange<EdgeId> edges(FaceId face) const {
    return {face.value * sides_, face.value * sides_ + sides_};
  }
  FaceId face(EdgeId edge) const { return FaceId(edge.value / sides_); }
  EdgeId next(EdgeId edge) const {
    return EdgeId(side(edge) + 1 == sides_ ? edge.value + 1 - sides_ : edge.value + 1);
  }
  VertexId origin(EdgeId edge) const { return corner(face(edge), side(edge)); }
  VertexId target(EdgeId edge) const { return origin(next(edge)); }
  EdgeId twin(EdgeId edge) const {
    const SquareId other = neighbour(square(face(edge)), side(edge));
    if (other.is_none()) return {};
    return EdgeId(other.value * sides_ + (side(edge) + sides_ / 2) % sides_);
  }
  FaceId across(EdgeId edge) const {
    return FaceId(neighbour(square(face(edge)), side(edge)).value);
  }
  bool is_portal(EdgeId edge) const { return !across(edge).is_none(); }

  Vec2 flat(VertexId vertex) const;
  Vec3 point(VertexId vertex) const;
  Vec3 start(EdgeId edge) const { return point(origin(edge)); }
  Vec3 end(EdgeId edge) const { return point(target(edge)); }
  Vec3 midpoint(EdgeId edge) const;
  Vec3 centre(FaceId face) const { return grid_.centre(square(face)); }
  double height_at(FaceId face, Vec2 p) const;
  AreaId area(FaceId face) const { return grid_.area(square(face)); }

 private:
  static SquareId square(FaceId face) { return SquareId(face.value); }
  std::uint32_t side(EdgeId edge) const { return edge.value % sides_; }
  // Corners of hexagons are numbered along the zigzag line below each row.
  std::uint32_t corners_in_row() const {
    return is_hex_ ? 2 * grid_.width() + 2 : grid_.width() + 1;
  }
  VertexId corner(FaceId face, std::uint32_t i) const;
  // The square beyond a side; none outside the grid.
  SquareId neighbour(SquareId square, std::uint32_t side) const;
  // The squares that share a corner; none outside the grid.
  std::array<SquareId, 4> around(VertexId vertex) const;
  SquareId square_at(std::int64_t x, std::int64_t y) const;
  double side_height(FaceId face, std::uint32_t side) const;

  const Grid& grid_;
  bool is_hex_;
  std::uint32_t sides_;
};

}  // namespace thalweg
