// What a corner sees is found by one sweep and kept; Dijkstra's algorithm from the goals gives each
// corner its distance. A state tries the corners in that order and stops when none can be better.
#include "thalweg/heuristics/visibility.hpp"

#include <algorithm>

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg {

SightField::SightField(const Mesh& mesh)
    : mesh_(mesh), bends_(find_bends(mesh)), obstacles_(find_obstacles(mesh, bends_)) {
  seen_.resize(corner_count());
  has_looked_.assign(corner_count(), 0);
}

bool SightField::is_visible(Vec2 from, Vec2 to) const {
  ++lines_;
  return obstacles_.screen.is_visible(from, to);
}

// The wall that hid a point often hides it from the next point too.
bool SightField::sees(Vec2 from, Vec2 to, std::uint32_t& hidden_by) const {
  const auto walls = obstacles_.screen.walls();
  if (hidden_by < walls.size() && hides(walls[hidden_by], from, to)) return false;
  ++lines_;
  const Sighting sighting = obstacles_.screen.sighting(from, to);
  hidden_by = sighting.wall.value_or(hidden_by);
  return sighting.is_open;
}

bool SightField::is_taut_at(std::uint32_t corner, Vec2 other) const {
  return is_taut(mesh_, bends_[BendId(corner)], other);
}

// Only those at which a string between the two may bend.
std::span<const std::uint32_t> SightField::seen_from(std::uint32_t corner) {
  std::vector<std::uint32_t>& seen = seen_[corner];
  if (has_looked_[corner] != 0) return seen;
  has_looked_[corner] = 1;
  ++looks_;
  const Vec2 here = obstacles_.corners[corner];
  for (const std::uint32_t other : sweep_.look(obstacles_.screen, obstacles_.corners, here)) {
    const bool is_taut = is_taut_at(corner, obstacles_.corners[other]) && is_taut_at(other, here);
    if (is_taut) seen.push_back(other);
  }
  seen_bytes_ += seen.capacity() * sizeof(std::uint32_t);
  return seen;
}

void SightField::look_from_all() {
  for (std::uint32_t i = 0; i < corner_count(); ++i) seen_from(i);
}

double SightField::nearest_goal(Vec2 from) const {
  double least = kNoLimit;
  for (const Vec2 goal : goals_) least = std::min(least, gauge_(goal - from));
  return least;
}

// Dijkstra from the goals. There are few corners, so the next one is found by looking at all.
void SightField::spread() {
  is_final_.assign(beyond_.size(), 0);
  for (;;) {
    std::size_t next = beyond_.size();
    for (std::size_t i = 0; i < beyond_.size(); ++i) {
      if (is_final_[i] != 0 || !(beyond_[i] < kNoLimit)) continue;
      if (next == beyond_.size() || beyond_[i] < beyond_[next]) next = i;
    }
    if (next == beyond_.size()) return;
    is_final_[next] = 1;
    const Vec2 here = obstacles_.corners[next];
    for (const std::uint32_t other : seen_from(static_cast<std::uint32_t>(next))) {
      const double by_here = gauge_(here - obstacles_.corners[other]) + beyond_[next];
      beyond_[other] = std::min(beyond_[other], by_here);
    }
  }
}

SightField::Stop SightField::stop_at(std::uint32_t corner) const {
  const BendCorner& bend = bends_[BendId(corner)];
  return {obstacles_.corners[corner], mesh_.point(bend.right).xy(), mesh_.point(bend.left).xy(),
          beyond_[corner], bend.is_full_turn};
}

void SightField::aim(std::span<const Vec2> goals, SightDepth depth, const Gauge& gauge) {
  gauge_ = gauge;
  depth_ = depth;
  goals_.assign(goals.begin(), goals.end());
  stops_.clear();
  hint_ = 0;
  if (depth == SightDepth::none) return;
  beyond_.assign(corner_count(), kNoLimit);
  if (depth == SightDepth::one) {
    for (std::uint32_t i = 0; i < corner_count(); ++i) {
      beyond_[i] = nearest_goal(obstacles_.corners[i]);
    }
  } else {
    for (const Vec2 goal : goals_) {
      for (const std::uint32_t i : sweep_.look(obstacles_.screen, obstacles_.corners, goal)) {
        if (!is_taut_at(i, goal)) continue;
        beyond_[i] = std::min(beyond_[i], gauge_(goal - obstacles_.corners[i]));
      }
    }
    spread();
  }
  for (std::uint32_t i = 0; i < corner_count(); ++i) {
    if (beyond_[i] < kNoLimit) stops_.push_back(stop_at(i));
  }
  std::ranges::sort(stops_, {}, &Stop::beyond);
}

// With one corner, all that are visible count: if only those did at which the string is taut, a step
// that makes one taut could make h fall by more than the step is long.
double SightField::distance(Vec2 from) const {
  const double straight = nearest_goal(from);
  if (depth_ == SightDepth::none) return straight;
  double best = kNoLimit;
  for (const Vec2 goal : goals_) {
    const double straight_on = gauge_(goal - from);
    if (straight_on < best && sees(from, goal, hidden_by_)) best = straight_on;
  }
  if (best == straight) return straight;
  const auto attempt = [&](std::size_t i) {
    Stop& stop = stops_[i];
    const double by_stop = gauge_(stop.point - from) + stop.beyond;
    if (!(by_stop < best)) return;
    const bool is_taut =
        stop.is_full_turn || depth_ == SightDepth::one ||
        orientation(from, stop.point, stop.right) * orientation(from, stop.point, stop.left) >= 0;
    if (!is_taut || !sees(from, stop.point, stop.hidden_by)) return;
    best = by_stop;
    hint_ = i;
  };
  if (hint_ < stops_.size()) attempt(hint_);
  for (std::size_t i = 0; i < stops_.size() && stops_[i].beyond < best; ++i) attempt(i);
  return best < kNoLimit ? best : straight;
}

}  // namespace thalweg
