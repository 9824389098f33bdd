// Segments in the plane: nearest points, distances, and whether two of them meet.
#pragma once

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

struct Segment2 {
  Vec2 a;
  Vec2 b;
};

// How far along a -> b (0 to 1) the point nearest to `p` lies; 0 for a segment of no length.
double nearest_parameter(const Segment2& segment, Vec2 p);

// The point of the segment nearest to `p`.
Vec2 nearest_point(const Segment2& segment, Vec2 p);

double distance(const Segment2& segment, Vec2 p);

// The two points, one of each, where the segments come nearest to each other; the same point twice
// where they meet (up to rounding).
struct NearestPair {
  Vec2 on_first;
  Vec2 on_second;
};
NearestPair nearest_points(const Segment2& s, const Segment2& t);

// How far apart they are there.
double gap(const Segment2& s, const Segment2& t);

// True when the two share a point, ends included. Exact.
bool meet(const Segment2& s, const Segment2& t);

}  // namespace thalweg
