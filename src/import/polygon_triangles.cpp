// The ear of best shape is clipped first, in O(n^3) for n corners: polygons are small. Sides are
// paired by sorting, and points split the triangle that they lie in.
#include "import/polygon_triangles.hpp"

#include <algorithm>
#include <optional>

#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNoTwin = 0xFFFFFFFFu;

std::uint32_t next_side(std::uint32_t e) { return e % 3 == 2 ? e - 2 : e + 1; }
std::uint32_t prev_side(std::uint32_t e) { return e % 3 == 0 ? e + 2 : e - 1; }

bool covers(Vec2 a, Vec2 b, Vec2 c, Vec2 p) {
  return orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0;
}

// Half-edge e = 3t + i runs from corner(e) to corner(next_side(e)) of triangle t.
class Triangulation {
 public:
  explicit Triangulation(std::span<const Vec2> points) : points_(points) {}

  bool clip_ears(std::size_t loop_size);
  void pair_sides();
  void insert(std::uint32_t p);
  void flip_all();
  std::vector<IndexTriangle> triangles() const;

 private:
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(corner_.size() / 3); }
  Vec2 at(std::uint32_t e) const { return points_[corner_[e]]; }
  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    corner_.insert(corner_.end(), {a, b, c});
    twin_.resize(corner_.size(), kNoTwin);
  }
  void join(std::uint32_t e, std::uint32_t f) {
    twin_[e] = f;
    if (f != kNoTwin) twin_[f] = e;
  }
  struct Location {
    std::uint32_t triangle;
    std::optional<std::uint32_t> edge;  // 0 to 2
  };
  std::optional<Location> triangle_at(Vec2 q) const;
  std::optional<double> ear_quality(std::size_t i) const;
  void flip(std::uint32_t e);

  std::span<const Vec2> points_;
  std::vector<std::uint32_t> loop_;    // what ear clipping has left
  std::vector<std::uint32_t> corner_;  // [half-edge]  the point it starts at
  std::vector<std::uint32_t> twin_;    // [half-edge]  kNoTwin at the border
};

// The area of the ear at corner i of the loop over the square of its longest side. Nothing if it is
// no ear: it turns right or straight, or another corner lies in it.
std::optional<double> Triangulation::ear_quality(std::size_t i) const {
  const std::size_t count = loop_.size();
  const std::uint32_t before = loop_[(i + count - 1) % count];
  const std::uint32_t after = loop_[(i + 1) % count];
  const Vec2 a = points_[before];
  const Vec2 b = points_[loop_[i]];
  const Vec2 c = points_[after];
  if (orientation(a, b, c) <= 0) return std::nullopt;
  for (const std::uint32_t p : loop_) {
    if (p != before && p != loop_[i] && p != after && covers(a, b, c, points_[p])) {
      return std::nullopt;
    }
  }
  const double longest = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return cross(b - a, c - a) / longest;
}

bool Triangulation::clip_ears(std::size_t loop_size) {
  for (std::uint32_t i = 0; i < loop_size; ++i) loop_.push_back(i);
  while (loop_.size() >= 3) {
    std::optional<double> best;
    std::size_t ear = 0;
    for (std::size_t i = 0; i < loop_.size(); ++i) {
      const auto quality = ear_quality(i);
      if (!quality || (best && *quality <= *best)) continue;
      best = quality;
      ear = i;
    }
    if (!best) return false;
    const std::size_t count = loop_.size();
    add(loop_[(ear + count - 1) % count], loop_[ear], loop_[(ear + 1) % count]);
    loop_.erase(loop_.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return true;
}

void Triangulation::pair_sides() {
  struct Side {
    std::uint32_t low, high, edge;
  };
  std::vector<Side> sides;
  for (std::uint32_t e = 0; e < corner_.size(); ++e) {
    const auto [low, high] = std::minmax(corner_[e], corner_[next_side(e)]);
    sides.push_back({low, high, e});
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::array{a.low, a.high, a.edge} < std::array{b.low, b.high, b.edge};
  });
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const Side& a = sides[i - 1];
    const Side& b = sides[i];
    if (a.low == b.low && a.high == b.high) join(a.edge, b.edge);
  }
}

//         c
//        /|\        The triangle a b c becomes a b p,  b c p,  c a p. If p lies on an edge, one of
//       / p \       them has no area: flipping that edge gives it some.
//      a-----b
void Triangulation::insert(std::uint32_t p) {
  const auto found = triangle_at(points_[p]);
  if (!found) return;
  const std::uint32_t e = 3 * found->triangle;
  const std::uint32_t a = corner_[e], b = corner_[e + 1], c = corner_[e + 2];
  const std::uint32_t beyond_bc = twin_[e + 1], beyond_ca = twin_[e + 2];
  const std::uint32_t u = 3 * triangle_count();
  const std::uint32_t v = u + 3;
  add(b, c, p);
  add(c, a, p);
  corner_[e + 2] = p;
  join(u, beyond_bc);
  join(v, beyond_ca);
  join(e + 1, u + 2);
  join(u + 1, v + 2);
  join(v + 1, e + 2);
  if (found->edge) flip(std::array{e, u, v}[*found->edge]);
}

// The triangle that holds `q`, and which of its inner edges `q` lies on. Nothing if `q` is a corner,
// on the border or outside.
std::optional<Triangulation::Location> Triangulation::triangle_at(Vec2 q) const {
  for (std::uint32_t t = 0; t < triangle_count(); ++t) {
    Location location{t, std::nullopt};
    int inside = 0;
    int on = 0;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const int side = orientation(at(3 * t + i), at(next_side(3 * t + i)), q);
      inside += side > 0;
      on += side == 0;
      if (side == 0) location.edge = i;
    }
    if (inside + on < 3) continue;
    if (on > 1 || (on == 1 && twin_[3 * t + *location.edge] == kNoTwin)) return std::nullopt;
    return location;
  }
  return std::nullopt;
}

//         p                   p
//       /   \               / | \         Half-edge e runs from a to b. Its triangle becomes
//      a-----b     ==>     a  |  b        a d p, the one below it d b p.
//       \   /               \ | /
//         d                   d
void Triangulation::flip(std::uint32_t e) {
  const std::uint32_t f = twin_[e];
  const std::uint32_t a = corner_[e], b = corner_[next_side(e)], p = corner_[prev_side(e)];
  const std::uint32_t d = corner_[prev_side(f)];
  const std::uint32_t ad = twin_[next_side(f)], db = twin_[prev_side(f)];
  const std::uint32_t bp = twin_[next_side(e)], pa = twin_[prev_side(e)];
  const std::uint32_t t = e / 3 * 3, u = f / 3 * 3;
  corner_[t] = a, corner_[t + 1] = d, corner_[t + 2] = p;
  corner_[u] = d, corner_[u + 1] = b, corner_[u + 2] = p;
  join(t, ad);
  join(t + 2, pa);
  join(u, db);
  join(u + 1, bp);
  join(t + 1, u + 2);
}

void Triangulation::flip_all() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t e = 0; e < corner_.size(); ++e) {
      const std::uint32_t f = twin_[e];
      if (f == kNoTwin || f < e) continue;
      const Vec2 a = at(e), b = at(next_side(e)), p = at(prev_side(e)), d = at(prev_side(f));
      if (in_circle(a, b, p, d) <= 0) continue;
      if (orientation(a, d, p) <= 0 || orientation(d, b, p) <= 0) continue;
      flip(e);
      changed = true;
    }
  }
}

std::vector<IndexTriangle> Triangulation::triangles() const {
  std::vector<IndexTriangle> out;
  for (std::uint32_t e = 0; e < corner_.size(); e += 3) {
    out.push_back({corner_[e], corner_[e + 1], corner_[e + 2]});
  }
  return out;
}

}  // namespace

std::vector<IndexTriangle> triangulate_polygon(std::span<const Vec2> points,
                                               std::size_t loop_size) {
  Triangulation out(points);
  if (!out.clip_ears(loop_size)) return {};
  out.pair_sides();
  out.flip_all();
  for (auto p = static_cast<std::uint32_t>(loop_size); p < points.size(); ++p) out.insert(p);
  out.flip_all();
  return out.triangles();
}

}  // namespace thalweg
