// Two segments intersect by the signs of four orientations; two that do not are nearest to each
// other at an end of one of them.
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

// Needs at most one division, for callers that only compare distances.
double squared_distance(const Segment2& segment, Vec2 p) {
  const Vec2 along = segment.b - segment.a;
  const Vec2 off = p - segment.a;
  const double reached = dot(off, along);
  const double square = dot(along, along);
  if (!(reached > 0)) return dot(off, off);
  if (reached >= square) return dot(p - segment.b, p - segment.b);
  const double area = cross(along, off);
  return area * area / square;
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

NearestPair nearest_points(const Segment2& s, const Segment2& t) {
  if (meet(s, t)) {
    const Vec2 along = s.b - s.a;
    const double turn = cross(along, t.b - t.a);
    if (turn != 0) {
      const double at = std::clamp(cross(t.a - s.a, t.b - t.a) / turn, 0.0, 1.0);
      const Vec2 p = at >= 1 ? s.b : s.a + along * at;
      return {p, p};
    }
  }
  // If the segments do not intersect, they are closest at an end of one of them, parallel or not.
  NearestPair best{s.a, nearest_point(t, s.a)};
  double least = length(best.on_first - best.on_second);
  const auto offer = [&](Vec2 p, Vec2 q) {
    const double d = length(p - q);
    if (d < least) {
      least = d;
      best = {p, q};
    }
  };
  offer(s.b, nearest_point(t, s.b));
  offer(nearest_point(s, t.a), t.a);
  offer(nearest_point(s, t.b), t.b);
  return best;
}

double gap(const Segment2& s, const Segment2& t) {
  if (meet(s, t)) return 0;
  return std::sqrt(std::min({squared_distance(s, t.a), squared_distance(s, t.b),
                             squared_distance(t, s.a), squared_distance(t, s.b)}));
}

bool meet(const Segment2& s, const Segment2& t) {
  if (!box_of(s).meets(box_of(t))) return false;
  const int a = orientation(s.a, s.b, t.a);
  const int b = orientation(s.a, s.b, t.b);
  const int c = orientation(t.a, t.b, s.a);
  const int d = orientation(t.a, t.b, s.b);
  // The boxes overlap, so collinear segments intersect; others must each straddle the other's line.
  return a * b <= 0 && c * d <= 0;
}

}  // namespace thalweg
