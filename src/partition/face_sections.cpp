// Separating axes: a convex face misses a box if one of its edges has the whole box on its outer
// side, by exact orientation. Rows of a lattice narrow down the candidates.
#include "partition/face_sections.hpp"

#include <algorithm>
#include <utility>

#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

// The corner of a box that is farthest to the left of the line a -> b.
Vec2 leftmost(const Box2& box, Vec2 a, Vec2 b) {
  return {a.y > b.y ? box.high.x : box.low.x, b.x > a.x ? box.high.y : box.low.y};
}

// True when an edge of the face has the whole box to its right; or, where `touching_is_apart`, on
// it.
bool is_cut_off(const FlatFace& face, const Box2& box, bool touching_is_apart) {
  Vec2 a = face.corners.back();
  for (const Vec2 b : face.corners) {
    const int side = orientation(a, b, leftmost(box, a, b));
    if (side < 0 || (side == 0 && touching_is_apart)) return true;
    a = b;
  }
  return false;
}

// The x that the face has between two heights, up to rounding.
struct Reach {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

Reach reach_between(const FlatFace& face, double low, double high) {
  Reach reach;
  Vec2 a = face.corners.back();
  for (const Vec2 b : face.corners) {
    if (b.y >= low && b.y <= high) reach.add(b.x);
    for (const double y : {low, high}) {
      const bool is_crossed = std::min(a.y, b.y) < y && y < std::max(a.y, b.y);
      if (is_crossed) reach.add(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
    }
    a = b;
  }
  return reach;
}

}  // namespace

FlatFace flat_face(const Mesh& mesh, FaceId face, FlatFace old) {
  FlatFace flat = std::move(old);
  flat.corners.clear();
  flat.box = {};
  for (const EdgeId edge : mesh.edges(face)) {
    flat.corners.push_back(mesh.start(edge).xy());
    flat.box.add(flat.corners.back());
  }
  return flat;
}

bool overlaps(const FlatFace& face, const Box2& box) {
  const bool boxes_overlap = face.box.low.x < box.high.x && box.low.x < face.box.high.x &&
                             face.box.low.y < box.high.y && box.low.y < face.box.high.y;
  return boxes_overlap && !is_cut_off(face, box, true);
}

bool touches(const FlatFace& face, const Box2& box) {
  return face.box.meets(box) && !is_cut_off(face, box, false);
}

SectionSpan span_in_row(const SectionLattice& lattice, const FlatFace& face, std::int32_t row) {
  const std::int32_t leftmost_column = lattice.index(face.box.low.x);
  const std::int32_t last_column = lattice.index_before(face.box.high.x);
  if (leftmost_column >= last_column) return {row, leftmost_column, last_column};
  const Reach reach = reach_between(face, lattice.line(row), lattice.line(row + 1));
  const auto meets = [&](std::int32_t column) {
    return overlaps(face, lattice.box({column, row}));
  };
  // Rounding may have missed by one in either direction.
  const double low = std::clamp(reach.low, face.box.low.x, face.box.high.x);
  const double high = std::clamp(reach.high, low, face.box.high.x);
  std::int32_t first = std::min(lattice.index(low), last_column);
  std::int32_t last = std::max(lattice.index_before(high), first);
  if (first > leftmost_column && meets(first - 1)) --first;
  if (last < last_column && meets(last + 1)) ++last;
  if (!meets(first)) ++first;
  if (first > last || !meets(first)) return {row, first, first - 1};  // none: not counter-clockwise
  if (last > first && !meets(last)) --last;
  return {row, first, last};
}

}  // namespace thalweg
