// Neighbours, corners and heights are computed from indices. The surface of a square consists of
// two planes for each side, between its middle, the side's middle and the corners.
#include "thalweg/world/grid_mesh.hpp"

#include "world/hexagon.hpp"

namespace thalweg {
namespace {

// The height at `p` of the plane through three points that do not lie on a line.
double plane_height(Vec3 a, Vec3 b, Vec3 c, Vec2 p) {
  const double all = cross((b - a).xy(), (c - a).xy());
  const double to_b = cross(p - a.xy(), (c - a).xy()) / all;
  const double to_c = cross((b - a).xy(), p - a.xy()) / all;
  return a.z + (b.z - a.z) * to_b + (c.z - a.z) * to_c;
}

}  // namespace

// Numbers below 0 wrap around, and are then outside as well.
SquareId GridMesh::hex_neighbour(std::uint32_t x, std::uint32_t y, std::uint32_t side) const {
  constexpr std::array<std::uint32_t, 6> kUp = {~0u, 0, 1, 1, 0, ~0u};
  if (kUp[side] == 0) return square_at(side == 1 ? x + 1 : x - 1, y);
  const bool is_right = side == 0 || side == 2;
  return square_at(x + (y & 1) - (is_right ? 0 : 1), y + kUp[side]);
}

// A corner of hexagons is the lower tip of one in its row, or the upper tip of one in the row below.
std::array<SquareId, 4> GridMesh::around(VertexId vertex) const {
  const std::uint32_t k = column(vertex);
  const std::uint32_t y = row(vertex);
  if (!is_hex_) {
    return {square_at(k - 1, y - 1), square_at(k, y - 1), square_at(k - 1, y), square_at(k, y)};
  }
  // The hexagon of this row whose tips have the number `tip`.
  const auto with_tip = [&](std::uint32_t tip, std::uint32_t of) {
    return tip == ~0u || tip < 1 + (of & 1) ? SquareId() : square_at((tip - 1 - (of & 1)) / 2, of);
  };
  const bool is_lower = ((k + 1 + y) & 1) == 0;
  const std::uint32_t own = is_lower ? y : y - 1;
  const std::uint32_t other = is_lower ? y - 1 : y;
  return {with_tip(k, own), with_tip(k - 1, other), with_tip(k + 1, other), SquareId()};
}

Vec2 GridMesh::hex_corner(VertexId vertex) const {
  const std::uint32_t k = column(vertex);
  const std::uint32_t y = row(vertex);
  const bool is_lower = ((k + 1 + y) & 1) == 0;
  const double drop = is_lower ? kHexCorner : kHexCorner / 2;
  return {k * 0.5 * spacing_, ((y + 0.5) * kHexRow - drop) * spacing_};
}

Vec3 GridMesh::point(VertexId vertex) const {
  const Vec2 p = flat(vertex);
  if (!grid_.has_ground()) return {p.x, p.y, 0};
  double sum = 0;
  int count = 0;
  for (const SquareId s : around(vertex)) {
    if (s.is_none() || !grid_.is_free(s)) continue;
    sum += grid_.ground(s);
    ++count;
  }
  return {p.x, p.y, count > 0 ? sum / count : 0};
}

double GridMesh::side_height(FaceId face, std::uint32_t side) const {
  const double own = grid_.ground(square(face));
  const SquareId other = neighbour(square(face), side);
  return other.is_none() || !grid_.is_free(other) ? own : (own + grid_.ground(other)) / 2;
}

Vec3 GridMesh::midpoint(EdgeId edge) const {
  const Vec2 p = (flat(origin(edge)) + flat(target(edge))) * 0.5;
  return {p.x, p.y, grid_.has_ground() ? side_height(face(edge), side(edge)) : 0};
}

// Two planes for each side: from the middle of the square to the middle of the side, and on to one
// of its corners.
double GridMesh::height_at(FaceId face, Vec2 p) const {
  if (!grid_.has_ground()) return 0;
  const Vec3 middle = centre(face);
  const Vec2 out = p - middle.xy();
  const auto is_left_of = [&](Vec2 q) { return cross(q - middle.xy(), out) >= 0; };
  for (const EdgeId e : edges(face)) {
    if (!is_left_of(flat(origin(e))) || is_left_of(flat(target(e)))) continue;
    const Vec3 side = midpoint(e);
    return is_left_of(side.xy()) ? plane_height(middle, side, end(e), p)
                                 : plane_height(middle, start(e), side, p);
  }
  return middle.z;
}

}  // namespace thalweg
