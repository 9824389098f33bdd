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
#include <bit>

#include "thalweg/world/grid.hpp"

namespace thalweg {

// Divides by a constant known at run time, without a division. O(1).
class FastDivisor {
 public:
  static constexpr int kBits = 30;

  explicit FastDivisor(std::uint32_t divisor)
      : shift_(kBits + 32 - std::countl_zero(divisor > 0 ? divisor - 1 : 0)),
        factor_(divisor > 0 ? (std::uint64_t{1} << shift_) / divisor + 1 : 0) {}

  // Requires: a divisor over 0, and both below 2 to the power of kBits.
  std::uint32_t quotient(std::uint32_t value) const {
    return static_cast<std::uint32_t>(value * factor_ >> shift_);
  }

 private:
  int shift_;
  std::uint64_t factor_;
};

// Borrows the grid.
class GridMesh {
 public:
  // Requires: fits(grid).
  explicit GridMesh(const Grid& grid)
      : grid_(grid),
        is_hex_(grid.shape() == GridShape::hex),
        width_(grid.width()),
        height_(grid.height()),
        row_shift_(row_shift(grid)),
        spacing_(grid.spacing()),
        by_width_(grid.width()) {}

  // False where the half-edges or the corners have no ids.
  static bool fits(const Grid& grid) {
    return std::uint64_t{grid.size()} * 6 < 0xFFFFFFFEu &&
           std::uint64_t{grid.height()} + 1 < std::uint64_t{0xFFFFFFFEu} >> row_shift(grid);
  }

  const Grid& grid() const { return grid_; }
  bool has_squares() const { return !is_hex_; }
  std::uint32_t edge_count() const { return grid_.size() * sides(); }
  std::uint32_t face_count() const { return grid_.size(); }

  IdRange<EdgeId> edges(FaceId face) const {
    return {face.value * sides(), face.value * sides() + sides()};
  }
  FaceId face(EdgeId edge) const { return FaceId(is_hex_ ? edge.value / 6 : edge.value / 4); }
  EdgeId next(EdgeId edge) const {
    return EdgeId(side(edge) + 1 == sides() ? edge.value + 1 - sides() : edge.value + 1);
  }
  VertexId origin(EdgeId edge) const { return corner(square(face(edge)), side(edge)); }
  VertexId target(EdgeId edge) const { return origin(next(edge)); }
  EdgeId twin(EdgeId edge) const {
    const SquareId other = neighbour(square(face(edge)), side(edge));
    if (other.is_none()) return {};
    return EdgeId(is_hex_ ? other.value * 6 + (side(edge) + 3) % 6
                          : other.value * 4 + (side(edge) + 2) % 4);
  }
  FaceId across(EdgeId edge) const {
    return FaceId(neighbour(square(face(edge)), side(edge)).value);
  }
  bool is_portal(EdgeId edge) const { return !across(edge).is_none(); }

  Vec2 flat(VertexId vertex) const {
    if (is_hex_) return hex_corner(vertex);
    return {column(vertex) * spacing_, row(vertex) * spacing_};
  }
  Vec3 point(VertexId vertex) const;
  Vec3 start(EdgeId edge) const { return point(origin(edge)); }
  Vec3 end(EdgeId edge) const { return point(target(edge)); }
  Vec3 midpoint(EdgeId edge) const;
  Vec3 centre(FaceId face) const { return grid_.centre(square(face)); }
  double height_at(FaceId face, Vec2 p) const;
  AreaId area(FaceId face) const { return grid_.area(square(face)); }

 private:
  static SquareId square(FaceId face) { return SquareId(face.value); }
  std::uint32_t sides() const { return is_hex_ ? 6 : 4; }
  std::uint32_t side(EdgeId edge) const { return is_hex_ ? edge.value % 6 : edge.value % 4; }
  std::uint32_t square_row(SquareId square) const { return by_width_.quotient(square.value); }
  SquareId square_at(std::uint32_t x, std::uint32_t y) const {
    return x < width_ && y < height_ ? SquareId(y * width_ + x) : SquareId();
  }

  // Corners are numbered row by row, each row from a multiple of a power of two; those of hexagons
  // along the zigzag line below each row.
  static int row_shift(const Grid& grid) {
    const std::uint64_t width = grid.width();
    return 64 - std::countl_zero(grid.shape() == GridShape::hex ? 2 * width + 1 : width);
  }
  std::uint32_t row(VertexId vertex) const { return vertex.value >> row_shift_; }
  std::uint32_t column(VertexId vertex) const { return vertex.value - (row(vertex) << row_shift_); }
  VertexId corner(SquareId square, std::uint32_t i) const {
    const std::uint32_t y = square_row(square);
    const std::uint32_t x = square.value - y * width_;
    if (!is_hex_) {
      return VertexId(((y + (i >> 1)) << row_shift_) + x + (((i + 1) >> 1) & 1));
    }
    constexpr std::array<std::uint32_t, 6> kRight = {1, 2, 2, 1, 0, 0};
    constexpr std::array<std::uint32_t, 6> kUp = {0, 0, 1, 1, 1, 0};
    return VertexId(((y + kUp[i]) << row_shift_) + 2 * x + (y & 1) + kRight[i]);
  }
  Vec2 hex_corner(VertexId vertex) const;

  // The square beyond a side; none outside the grid.
  SquareId neighbour(SquareId square, std::uint32_t side) const {
    const std::uint32_t y = square_row(square);
    const std::uint32_t x = square.value - y * width_;
    if (is_hex_) return hex_neighbour(x, y, side);
    constexpr std::array<std::uint32_t, 4> kRight = {0, 1, 0, ~0u};
    constexpr std::array<std::uint32_t, 4> kUp = {~0u, 0, 1, 0};
    return square_at(x + kRight[side], y + kUp[side]);
  }
  SquareId hex_neighbour(std::uint32_t x, std::uint32_t y, std::uint32_t side) const;
  // The squares that share a corner; none outside the grid.
  std::array<SquareId, 4> around(VertexId vertex) const;
  double side_height(FaceId face, std::uint32_t side) const;

  const Grid& grid_;
  bool is_hex_;
  std::uint32_t width_;
  std::uint32_t height_;
  int row_shift_;
  double spacing_;
  FastDivisor by_width_;
};

}  // namespace thalweg
