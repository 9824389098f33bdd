// How far it is to the goal past the obstacles of a mesh, in the plane: for heuristics.
//
//        s                    A path that cannot go straight bends at a corner of an obstacle that
//       / \                   is visible from where it starts:
//   +--v   w----+
//   |///////////|               h(s) = least of d(s,v) + D(v) over the corners v visible from s
//   +-----------+
//          G                  D(v) is the straight line to the goal (one corner, as in the paper),
//                             or the same again from v: then h is the shortest path in the plane.
//
// The paper has states inherit the corners that were visible from an earlier one. A state may see
// more than that one did, as the goal past a corner that hid it, and then h is too high
// (InheritedSight, with a test that shows it). A SightField looks again from each state. Then h
// never is too high, and falls by no more than a walk is long: with v the corner for s', the string
// through s, s' and v, pulled taut, bends first at a corner that s sees.
//
// Walls are those that nobody crosses. What a profile or a filter closes besides makes paths longer
// and h no wrong. Heights do not matter to what is seen, so there must be one floor only.
//
// Based on: Kim, Yu, Kim, Reducing the Search Space for Pathfinding in Navigation Meshes by Using
// Visibility Tests (docs/reference/papers.md [VT]).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/geometry/gauge.hpp"
#include "thalweg/geometry/visibility.hpp"
#include "thalweg/world/obstacles.hpp"

namespace thalweg {

enum class SightDepth : std::uint8_t {
  none,  // the straight line, whatever hides the goal
  one,   // one corner, and the straight line from there
  all,   // the shortest path past all obstacles
};

// Keeps what corners see of each other: one for each thread.
class SightField {
 public:
  // O(edges).
  explicit SightField(const Mesh& mesh);

  // False where floors lie above each other.
  bool is_usable() const { return obstacles_.is_one_floor; }
  std::uint32_t corner_count() const {
    return static_cast<std::uint32_t>(obstacles_.corners.size());
  }
  const Bends& bends() const { return bends_; }
  const Obstacles& obstacles() const { return obstacles_; }

  // Looks from all corners now, so that no query has to. O(corners x n log n) for n corners and
  // walls.
  void look_from_all();

  // Sets the goals, and how long a line is. O(corners²), and O(n log n) for each corner that is
  // looked from for the first time.
  void aim(std::span<const Vec2> goals, SightDepth depth, const Gauge& gauge = Gauge::round());

  // True when the line is open. O(walls)
  bool is_visible(Vec2 from, Vec2 to) const;
  // The distance to the nearest goal, at least, as the gauge counts. O(corners x walls) at worst.
  double distance(Vec2 from) const;

  // What was built, and what looks from corners have added to it.
  std::size_t bytes() const { return obstacles_.bytes() + bends_.bytes() + seen_bytes_; }
  // Corners that were looked from.
  std::uint32_t looks() const { return looks_; }
  // Lines of sight tried since the field was made.
  std::uint64_t lines() const { return lines_; }

 private:
  // A corner from which a goal can be reached.
  struct Stop {
    Vec2 point;
    Vec2 right;  // where the walls lead
    Vec2 left;
    double beyond;  // to a goal, at least
    bool is_full_turn;
    std::uint32_t hidden_by = 0;  // the wall that hid it last time
  };

  bool sees(Vec2 from, Vec2 to, std::uint32_t& hidden_by) const;
  bool is_taut_at(std::uint32_t corner, Vec2 other) const;
  double nearest_goal(Vec2 from) const;
  std::span<const std::uint32_t> seen_from(std::uint32_t corner);
  void spread();
  Stop stop_at(std::uint32_t corner) const;

  Mesh mesh_;
  Bends bends_;
  Obstacles obstacles_;
  SightSweep sweep_;
  std::vector<std::vector<std::uint32_t>> seen_;  // [corner]  the corners that it sees
  std::vector<std::uint8_t> has_looked_;          // [corner]
  std::size_t seen_bytes_ = 0;
  std::uint32_t looks_ = 0;

  std::vector<Vec2> goals_;
  SightDepth depth_ = SightDepth::none;
  Gauge gauge_;
  std::vector<double> beyond_;           // [corner]  to a goal
  std::vector<std::uint8_t> is_final_;   // [corner]
  mutable std::vector<Stop> stops_;      // the nearest to a goal first
  mutable std::size_t hint_ = 0;         // the stop that was best last time
  mutable std::uint32_t hidden_by_ = 0;  // the wall that hid a goal last time
  mutable std::uint64_t lines_ = 0;
};

}  // namespace thalweg
