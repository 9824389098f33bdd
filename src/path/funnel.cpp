#include "thalweg/path/funnel.hpp"

#include "path/string_funnel.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
namespace {

// True when b lies between a and c, ends included. Requires: the three lie on a line.
bool is_between(Vec2 a, Vec2 b, Vec2 c) {
  Box2 box;
  box.add(a);
  box.add(c);
  return box.contains(b);
}

// Removes the collinear bends.
void straighten(std::vector<Bend>& bends) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    while (kept >= 2 &&
           orientation(bends[kept - 2].point, bends[kept - 1].point, bends[i].point) == 0 &&
           is_between(bends[kept - 2].point, bends[kept - 1].point, bends[i].point)) {
      --kept;
    }
    bends[kept++] = bends[i];
  }
  bends.resize(kept);
}

}  // namespace

// Corners as points, compared by exact predicates.
struct ExactPoints {
  static bool is_same(const Bend& a, const Bend& b) { return a.point == b.point; }

  static bool is_kept(Side side, const Bend& before, const Bend& tail, const Bend& p) {
    return static_cast<int>(side) * orientation(before.point, tail.point, p.point) > 0;
  }

  // On the line itself there are three cases: beyond the corner, before it, and behind the apex
  // (an apex inside a portal lies between its two ends).
  static Passing pass(Side side, const Bend& apex, const Bend& other, const Bend& p) {
    const int turn = static_cast<int>(side) * orientation(apex.point, other.point, p.point);
    if (turn != 0) return turn < 0 ? Passing::beyond : Passing::apart;
    if (is_between(apex.point, other.point, p.point)) return Passing::beyond;
    return is_between(apex.point, p.point, other.point) ? Passing::short_ : Passing::apart;
  }
};

template <class AnyMesh>
std::span<const Bend> Funnel::pull(const AnyMesh& mesh, const Stretch& stretch) {
  StringFunnel<Bend, ExactPoints> string(left_, right_, bends_, {stretch.start.point.xy(), {}, 0},
                                         stretch.portals.size());
  VertexId left;
  VertexId right;
  std::uint32_t crossed = 0;
  for (const EdgeId portal : stretch.portals) {
    ++crossed;
    const VertexId next_left = left_corner(mesh, portal);
    const VertexId next_right = right_corner(mesh, portal);
    if (next_left != left) {
      string.template add<Side::left>({mesh.flat(next_left), next_left, crossed});
    }
    // A path that continues from this corner has crossed all the portals that end at it.
    string.end(Side::left).crossed = crossed;
    if (next_right != right) {
      string.template add<Side::right>({mesh.flat(next_right), next_right, crossed});
    }
    string.end(Side::right).crossed = crossed;
    left = next_left;
    right = next_right;
  }
  string.finish({stretch.goal.point.xy(), {}, crossed});
  straighten(bends_);
  return bends_;
}

template std::span<const Bend> Funnel::pull(const Mesh&, const Stretch&);
template std::span<const Bend> Funnel::pull(const GridMesh&, const Stretch&);

}  // namespace thalweg
