// How the ends of a query are found on the ground. Memory that the next steps read is fetched early.
#include <algorithm>
#include <cmath>

#include "planners/query_points.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {
namespace {

bool is_sound(Vec3 p) { return is_finite(p.xy()) && !std::isinf(p.z); }

}  // namespace

// False where the point lies on no ground.
bool Planner::find_end(Vec3 local, std::uint32_t index, End& end) const {
  end = finder().find(local, query_->reach, filter());
  if (!end.is_found()) return false;
  end.index = index;
  search_->prefetch(end);
  return true;
}

// False where an end is invalid or lies on no ground. Starts and goals off the ground matter only
// when all are.
bool Planner::find_ends() {
  if (!graph().facts().is_on_grid) {
    world().locator.prefetch(world().frame(query_->axes).to_local(query_->goal).xy());
  }
  if (!find_starts() || !find_goals()) return false;
  ends_ = {starts_, goals_, filter(), wider_ == nullptr ? nullptr : &wider_->ground};
  return true;
}

bool Planner::find_starts() {
  starts_.clear();
  const Frame frame = world().frame(query_->axes);
  for (std::uint32_t i = 0; i <= query_->more_starts.size(); ++i) {
    const Vec3 start = frame.to_local(nth_point(query_->start, query_->more_starts, i));
    if (!is_sound(start)) {
      say(Outcome::invalid, "the start is not a finite point");
      return false;
    }
    if (!find_end(start, i, starts_.emplace_back())) starts_.pop_back();
  }
  if (starts_.empty()) {
    say(Outcome::outside, "the start lies on no ground that this profile enters");
    return false;
  }
  if (filter_.has_obstacles()) filter_ = finder().forgiven(std::move(filter_), starts_);
  return true;
}

bool Planner::find_goals() {
  goals_.clear();
  bool is_blocked = false;
  const Frame frame = world().frame(query_->axes);
  for (std::uint32_t i = 0; i <= query_->more_goals.size(); ++i) {
    const Vec3 goal = frame.to_local(nth_point(query_->goal, query_->more_goals, i));
    if (!is_sound(goal)) {
      say(Outcome::invalid, "the goal is not a finite point");
      return false;
    }
    End& end = goals_.emplace_back();
    const bool is_there = find_end(goal, i, end);
    const bool is_in_place =
        is_there && filter_.has_obstacles() && !filter_.is_clear(end.point, end.point);
    is_blocked |= is_in_place;
    if (!is_there || is_in_place) goals_.pop_back();
  }
  if (!goals_.empty()) return true;
  say(Outcome::outside, is_blocked ? "the goal lies on an obstacle"
                                   : "the goal lies on no ground that this profile enters");
  return false;
}

}  // namespace thalweg
