#include "thalweg/geometry/segment.hpp"

#include <algorithm>

#include "thalweg/geometry/box.hpp"

namespace thalweg {
namespace {

Box2 box_of(const Segment2& s) {
  Box2 box;
  box.add(s.a);
  box.add(s.b);
  return box;
}

}  // namespace

double nearest_parameter(const Segment2& segment, Vec2 p) {
  const Vec2 along = segment.b - segment.a;
  const double square = dot(along, along);
  if (!(square > 0)) return 0;
  return std::clamp(dot(p - segment.a, along) / square, 0.0, 1.0);
}

Vec2 nearest_point(const Segment2& segment, Vec2 p) {
  const double t = nearest_parameter(segment, p);
  if (t >= 1) return segment.b;
  return segment.a + (segment.b - segment.a) * t;
}

double distance(const Segment2& segment, Vec2 p) { return length(p - nearest_point(segment, p)); }

bool meet(const Segment2& s, const Segment2& t) {
  if (!box_of(s).meets(box_of(t))) return false;
  const int a = orientation(s.a, s.b, t.a);
  const int b = orientation(s.a, s.b, t.b);
  const int c = orientation(t.a, t.b, s.a);
  const int d = orientation(t.a, t.b, s.b);
  // With boxes that meet, collinear segments meet too; else each must straddle the other's line.
  return a * b <= 0 && c * d <= 0;
}

}  // namespace thalweg
