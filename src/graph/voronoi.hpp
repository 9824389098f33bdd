// The Voronoi diagram of wall segments, as far as axis graphs need it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {

struct IntPoint {
  std::int32_t x = 0;
  std::int32_t y = 0;

  auto operator<=>(const IntPoint&) const = default;
  Vec2 vec() const { return {static_cast<double>(x), static_cast<double>(y)}; }
};

struct IntSegment {
  IntPoint a;
  IntPoint b;

  auto operator<=>(const IntSegment&) const = default;
  Segment2 vec() const { return {a.vec(), b.vec()}; }
};

// A line whose points are as far from one piece of wall as from another.
struct VoronoiEdge {
  Vec2 from;
  Vec2 to;
  double from_room = 0;  // how far the walls are from its ends
  double to_room = 0;
  bool is_curved = false;  // a parabola
  Vec2 focus;              // of the parabola
  Segment2 directrix;
};

// The edges of the diagram that are finite and lie between different pieces of wall: not those
// between a segment and its own end. Requires: no two segments meet but at shared ends, none has
// length 0, none is there twice.
Result<std::vector<VoronoiEdge>> voronoi_edges(std::span<const IntSegment> segments);

}  // namespace thalweg
