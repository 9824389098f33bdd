// Segments in the plane: nearest points, distances, and whether two of them meet.
#pragma once

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

struct Segment2 {
  Vec2 a;
  Vec2 b;
};

// The parameter (0 to 1 along a -> b) of the point nearest to `p`; 0 for a segment of no length.
double nearest_parameter(const Segment2& segment, Vec2 p);

// The point of the segment nearest to `p`.
Vec2 nearest_point(const Segment2& segment, Vec2 p);

double distance(const Segment2& segment, Vec2 p);

// The points, one on each segment, at which the two segments are closest to each other; the same
// point twice where they intersect (up to rounding).
struct NearestPair {
  Vec2 on_first;
  Vec2 on_second;
};
NearestPair nearest_points(const Segment2& s, const Segment2& t);

// The distance between the two segments.
double gap(const Segment2& s, const Segment2& t);

// True when the two segments share a point, ends included. Exact.
bool meet(const Segment2& s, const Segment2& t);

}  // namespace thalweg
