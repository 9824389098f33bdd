// Incremental insertion: a walk over edges to the triangle, a split of it or of an edge, then flips
// until the circle test holds everywhere (Lawson).
#include "import/lattice_delaunay.hpp"

#include <algorithm>

namespace thalweg {
namespace {

// True when d lies inside the circle through a, b, c (counter-clockwise).
bool is_in_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
  const std::int64_t ax = a.x - d.x, ay = a.y - d.y;
  const std::int64_t bx = b.x - d.x, by = b.y - d.y;
  const std::int64_t cx = c.x - d.x, cy = c.y - d.y;
  // With all differences within D: squares up to 2 D^2 times areas up to D^2, three such products.
  return (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) +
             (cx * cx + cy * cy) * (ax * by - ay * bx) >
         0;
}

}  // namespace

LatticeDelaunay::LatticeDelaunay(LatticePoint far) : points_{{0, 0}, {far.x, 0}, far, {0, far.y}} {
  add_triangle();
  add_triangle();
  set_triangle(0, {0, 1, 3});
  set_triangle(1, {1, 2, 3});
  join(1, 5);
}

std::uint32_t LatticeDelaunay::find(LatticePoint p, std::uint32_t from) const {
  // Crosses the first edge that has p on its far side. This walk always ends in a Delaunay
  // triangulation.
  for (std::uint32_t t = from;;) {
    std::uint32_t e = 3 * t;
    while (e < 3 * t + 3 && doubled_area(point(e), point(next(e)), p) >= 0) ++e;
    if (e == 3 * t + 3) return t;
    t = twin_[e] / 3;
  }
}

void LatticeDelaunay::insert(LatticePoint p, std::uint32_t t) {
  changed_.clear();
  std::uint32_t on_edge = kNone;
  for (std::uint32_t e = 3 * t; e < 3 * t + 3; ++e) {
    if (point(e) == p) return;
    if (doubled_area(point(e), point(next(e)), p) == 0) on_edge = e;
  }
  const auto id = static_cast<std::uint32_t>(points_.size());
  points_.push_back(p);
  if (on_edge == kNone) {
    split_triangle(t, id);
  } else {
    split_edge(on_edge, id);
  }
  make_delaunay();
  std::ranges::sort(changed_);
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
}

std::uint32_t LatticeDelaunay::add_triangle() {
  const std::uint32_t t = triangle_count();
  corner_.resize(corner_.size() + 3, kNone);
  twin_.resize(twin_.size() + 3, kNone);
  return t;
}

void LatticeDelaunay::set_triangle(std::uint32_t t, std::array<std::uint32_t, 3> corners) {
  std::ranges::copy(corners, corner_.begin() + 3 * std::ptrdiff_t{t});
  changed_.push_back(t);
}

void LatticeDelaunay::join(std::uint32_t e, std::uint32_t f) {
  twin_[e] = f;
  if (f != kNone) twin_[f] = e;
}

// The new point is corner 2 of each new triangle, so that half-edge 3t is opposite to it.
//
//         c
//        /|\        The triangle a b c becomes
//       / p \       a b p,  b c p,  c a p.
//      a-----b
void LatticeDelaunay::split_triangle(std::uint32_t t, std::uint32_t p) {
  const std::uint32_t a = corner_[3 * t], b = corner_[3 * t + 1], c = corner_[3 * t + 2];
  const std::uint32_t beyond_bc = twin_[3 * t + 1], beyond_ca = twin_[3 * t + 2];
  const std::uint32_t u = add_triangle();
  const std::uint32_t v = add_triangle();
  set_triangle(t, {a, b, p});
  set_triangle(u, {b, c, p});
  set_triangle(v, {c, a, p});
  join(3 * u, beyond_bc);
  join(3 * v, beyond_ca);
  join(3 * t + 1, 3 * u + 2);
  join(3 * u + 1, 3 * v + 2);
  join(3 * v + 1, 3 * t + 2);
  suspects_.assign({3 * t, 3 * u, 3 * v});
}

//         c
//       / | \       Half-edge e runs from a to b; its triangle becomes b c p and c a p. The one
//      a--p--b      below it, where there is one, becomes a d p and d b p.
//       \ | /
//         d
void LatticeDelaunay::split_edge(std::uint32_t e, std::uint32_t p) {
  const std::uint32_t a = corner_[e], b = corner_[next(e)], c = corner_[prev(e)];
  const std::uint32_t f = twin_[e];
  const std::uint32_t beyond_bc = twin_[next(e)], beyond_ca = twin_[prev(e)];
  const std::uint32_t t = e / 3;
  const std::uint32_t t2 = add_triangle();
  set_triangle(t, {b, c, p});
  set_triangle(t2, {c, a, p});
  join(3 * t, beyond_bc);
  join(3 * t2, beyond_ca);
  join(3 * t + 1, 3 * t2 + 2);
  suspects_.assign({3 * t, 3 * t2});
  if (f == kNone) {
    twin_[3 * t + 2] = twin_[3 * t2 + 1] = kNone;
    return;
  }
  const std::uint32_t d = corner_[prev(f)];
  const std::uint32_t beyond_ad = twin_[next(f)], beyond_db = twin_[prev(f)];
  const std::uint32_t u = f / 3;
  const std::uint32_t u2 = add_triangle();
  set_triangle(u, {a, d, p});
  set_triangle(u2, {d, b, p});
  join(3 * u, beyond_ad);
  join(3 * u2, beyond_db);
  join(3 * u + 1, 3 * u2 + 2);
  join(3 * u + 2, 3 * t2 + 1);
  join(3 * u2 + 1, 3 * t + 2);
  suspects_.insert(suspects_.end(), {3 * u, 3 * u2});
}

void LatticeDelaunay::make_delaunay() {
  while (!suspects_.empty()) {
    const std::uint32_t e = suspects_.back();
    suspects_.pop_back();
    const std::uint32_t f = twin_[e];
    if (f == kNone) continue;
    if (is_in_circle(point(e), point(e + 1), point(e + 2), point(prev(f)))) flip(e);
  }
}

//         p                   p
//       /   \               / | \         Half-edge e runs from a to b, with the new point p
//      a-----b     ==>     a  |  b        opposite. Its triangle becomes a d p, the one below
//       \   /               \ | /         it d b p.
//         d                   d
void LatticeDelaunay::flip(std::uint32_t e) {
  const std::uint32_t f = twin_[e];
  const std::uint32_t t = e / 3, u = f / 3;
  const std::uint32_t a = corner_[e], b = corner_[e + 1], p = corner_[e + 2];
  const std::uint32_t d = corner_[prev(f)];
  const std::uint32_t beyond_ad = twin_[next(f)], beyond_db = twin_[prev(f)];
  const std::uint32_t beyond_bp = twin_[3 * t + 1];
  set_triangle(t, {a, d, p});
  set_triangle(u, {d, b, p});
  join(3 * t, beyond_ad);
  join(3 * u, beyond_db);
  join(3 * u + 1, beyond_bp);
  join(3 * t + 1, 3 * u + 2);
  suspects_.push_back(3 * t);
  suspects_.push_back(3 * u);
}

}  // namespace thalweg
