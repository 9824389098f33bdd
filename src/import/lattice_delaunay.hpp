// LatticeDelaunay: a Delaunay triangulation of integer points in a rectangle, updated as points are
// added. All tests are exact in 64 bits. Internal to import.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace thalweg {

struct LatticePoint {
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool operator==(const LatticePoint&) const = default;
};

// Twice the area of a, b, c: positive when they turn left. Exact below 2^30.
inline std::int64_t doubled_area(LatticePoint a, LatticePoint b, LatticePoint c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) -
         (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

// Triangle t has the half-edges 3t, 3t + 1, 3t + 2, counter-clockwise; half-edge e starts at
// corner(e). Adding points changes which triangle a number stands for.
class LatticeDelaunay {
 public:
  // In-circle sums stay below 2^63 up to this coordinate.
  static constexpr std::uint32_t kMostCoordinate = 32767;

  // The rectangle from 0, 0 to `far`, cut in two. Requires: 1 <= far.x, far.y <= kMostCoordinate.
  explicit LatticeDelaunay(LatticePoint far);

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(corner_.size() / 3); }
  std::array<LatticePoint, 3> triangle(std::uint32_t t) const {
    return {point(3 * t), point(3 * t + 1), point(3 * t + 2)};
  }

  // A triangle that holds `p`, found by walking from triangle `from`. Requires: p in the rectangle.
  std::uint32_t find(LatticePoint p, std::uint32_t from) const;

  // Adds `p`, which lies in or on the edge of triangle `t`; does nothing when it is a corner of it.
  void insert(LatticePoint p, std::uint32_t t);

  // The triangles that the last insert made or changed, each once, in order of number.
  std::span<const std::uint32_t> changed() const { return changed_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static std::uint32_t next(std::uint32_t e) { return e % 3 == 2 ? e - 2 : e + 1; }
  static std::uint32_t prev(std::uint32_t e) { return e % 3 == 0 ? e + 2 : e - 1; }
  LatticePoint point(std::uint32_t e) const { return points_[corner_[e]]; }

  std::uint32_t add_triangle();
  void set_triangle(std::uint32_t t, std::array<std::uint32_t, 3> corners);
  void join(std::uint32_t e, std::uint32_t f);
  void split_triangle(std::uint32_t t, std::uint32_t p);
  void split_edge(std::uint32_t e, std::uint32_t p);
  void make_delaunay();
  void flip(std::uint32_t e);

  std::vector<LatticePoint> points_;     // [point]
  std::vector<std::uint32_t> corner_;    // [half-edge]  the point it starts at
  std::vector<std::uint32_t> twin_;      // [half-edge]  kNone at the rectangle's border
  std::vector<std::uint32_t> suspects_;  // half-edges opposite the new point, still to be tested
  std::vector<std::uint32_t> changed_;
};

}  // namespace thalweg
