// Finds the bends: measures the angle of every fan of faces, in quarter turns, by exact signs.

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/visible.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

// The direction of `p` seen from `centre`: 0 that of `first`, 1 left of it, 2 opposite, 3 right.
std::uint32_t quarter(Vec2 centre, Vec2 first, Vec2 p) {
  const int side = orientation(centre, first, p);
  if (side != 0) return side > 0 ? 1 : 3;
  const bool is_same_direction = centre.x != first.x ? (first.x > centre.x) == (p.x > centre.x)
                                                     : (first.y > centre.y) == (p.y > centre.y);
  return is_same_direction ? 0 : 2;
}

struct Fan {
  BendCorner bend;
  std::uint32_t quarters = 0;  // 2: exactly half a turn, 3: over half, 4: a full one or more
};

// The fan that starts at the corner `wall`, whose edge is a wall.
Fan turn(const Mesh& mesh, EdgeId wall, const CrossRule& rule) {
  Fan fan;
  fan.bend.vertex = mesh.origin(wall);
  fan.bend.face = mesh.face(wall);
  fan.bend.right = mesh.target(wall);
  const Vec2 centre = mesh.point(fan.bend.vertex).xy();
  const Vec2 first = mesh.point(fan.bend.right).xy();
  std::uint32_t at = 0;
  for (EdgeId corner = wall; !corner.is_none(); corner = turned_left(mesh, corner, rule)) {
    fan.bend.left = mesh.origin(previous(mesh, corner));
    // A face takes up at most half a turn, so no full turn is missed.
    const std::uint32_t next = quarter(centre, first, mesh.point(fan.bend.left).xy());
    fan.quarters += (next - at) % 4;
    at = next;
  }
  fan.bend.is_full_turn = fan.quarters >= 4;
  return fan;
}

}  // namespace

Bends find_bends(const Mesh& mesh, const CrossRule& rule) {
  std::vector<BendCorner> bends;
  std::vector<BendId> at(mesh.edge_count());
  std::vector<std::uint8_t> is_done(mesh.edge_count(), 0);
  for (const EdgeId edge : mesh.edges()) {
    if (is_done[edge.value] != 0 || !is_walkable(mesh.area(mesh.face(edge)))) continue;
    BendId id;
    const EdgeId wall = rightmost(mesh, edge, rule);
    if (!wall.is_none()) {
      const Fan fan = turn(mesh, wall, rule);
      if (fan.quarters > 2) {
        id = BendId(static_cast<std::uint32_t>(bends.size()));
        bends.push_back(fan.bend);
      }
    }
    for_each_in_fan(mesh, edge, rule, [&](EdgeId corner) {
      is_done[corner.value] = 1;
      at[corner.value] = id;
    });
  }
  Bends out;
  out.bends_ = std::move(bends);
  out.at_ = std::move(at);
  return out;
}

bool is_taut(const Mesh& mesh, const BendCorner& bend, Vec2 other) {
  if (bend.is_full_turn) return true;
  const Vec2 here = mesh.point(bend.vertex).xy();
  return orientation(other, here, mesh.point(bend.right).xy()) *
             orientation(other, here, mesh.point(bend.left).xy()) >=
         0;
}

}  // namespace thalweg
