// What is visible past walls in the plane.
//
// A wall has open ground on its left. It hides what lies beyond it where it and the line of sight
// cross each other: each has its ends strictly on both sides of the other. A line may touch walls
// and run along them. Where it passes through the very end of a wall, it must stay on the ground:
//
//    ///+      +///      ///+---      Not between two obstacles that touch, nor into an obstacle
//    ///|      |///      ///|///      along its diagonal, nor along a wall into a corner. Where
//  -----+------+-----  -----+///      more than two walls meet, only the first two are found out,
//     open, both       ///////////    so a line may be called open that is not, but never
//                        closed       closed that is open.
//
// Exact: decided by the signs of `orientation` alone.
//
// Based on: [BKOS] chapter 15 (docs/reference/papers.md); [VT] finds the visible corners of obstacles
// by that sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "thalweg/geometry/segment.hpp"

namespace thalweg {

// True when wall and line cross.
bool hides(const Segment2& wall, Vec2 from, Vec2 to);

// Whether a line of sight is open.
struct Sighting {
  bool is_open = false;
  // One that hides the end of the line; none: the line is open, or ends where walls meet.
  std::optional<std::uint32_t> wall;
};

// Walls, and which of them meet.
class Screen {
 public:
  Screen() = default;
  explicit Screen(std::vector<Segment2> walls);

  std::span<const Segment2> walls() const { return walls_; }
  // The ends of walls, each corner once.
  std::span<const Vec2> ends() const { return ends_; }
  // True when a line from `from` through this end of walls goes no further than to it.
  // Requires: another point.
  bool stops_at(std::uint32_t end, Vec2 from) const;

  // Every wall tried. O(walls).
  bool is_visible(Vec2 from, Vec2 to) const { return sighting(from, to).is_open; }
  Sighting sighting(Vec2 from, Vec2 to) const;

  std::size_t bytes() const;

 private:
  struct Link {
    std::uint32_t a = 0;  // of ends_
    std::uint32_t b = 0;
  };

  std::vector<Segment2> walls_;
  std::vector<Vec2> ends_;
  std::vector<Link> links_;                // [wall]
  std::vector<std::uint32_t> star_first_;  // [end], and one more: of star_
  std::vector<std::uint32_t> star_;        // the walls at each end
};

// Turns a ray about a point and keeps the walls that it crosses, the nearest first: a point on the
// ray is visible if the nearest wall does not hide it. Keeps its scratch memory: one for each
// thread.
class SightSweep {
 public:
  // The numbers of the points that are visible from `from`, in the order of their directions; points
  // at `from` itself are left out. Valid until the next look. Requires: no two walls cross (they may
  // touch and overlap). O(n log n) comparisons for n walls and points.
  std::span<const std::uint32_t> look(const Screen& screen, std::span<const Vec2> points,
                                      Vec2 from);

 private:
  // In the order in which they are handled where their directions are the same.
  enum class Kind : std::uint8_t { end, point, corner, begin };
  struct Event {
    Vec2 at;
    std::uint32_t number;  // of the wall, the point, or the corner where walls end
    Kind kind;
    bool is_below;  // its direction is in the second half of the turn
  };

  Event event(Kind kind, Vec2 at, std::uint32_t number) const;
  void gather(std::span<const Vec2> points);
  bool comes_before(const Event& a, const Event& b) const;
  bool is_nearer(std::uint32_t wall, std::uint32_t other) const;
  void insert(std::uint32_t wall);
  void remove(std::uint32_t wall);
  void see(const Event& event);

  const Screen* screen_ = nullptr;
  Vec2 from_;
  std::vector<Event> events_;
  std::vector<std::uint32_t> crossed_;  // walls that the ray crosses, the nearest first
  std::vector<std::uint32_t> seen_;
  std::optional<Event> stopped_;  // a point that the ray goes no further than
};

}  // namespace thalweg
