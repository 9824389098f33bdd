// How the ends of a query are found and joined to the graph.
#include <algorithm>
#include <cmath>

#include "planners/query_points.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {
namespace {

bool is_sound(Vec3 p) { return is_finite(p.xy()) && !std::isinf(p.z); }

}  // namespace

End Planner::found_end(Vec3 local) const { return finder().find(local, query_.reach, filter()); }

// False where an end is invalid or lies on no ground. Starts and goals off the ground matter only
// when all are.
bool Planner::find_ends() { return find_starts() && find_goals(); }

bool Planner::find_starts() {
  starts_.clear();
  start_indices_.clear();
  for (std::size_t i = 0; i <= query_.more_starts.size(); ++i) {
    const Vec3 start =
        world().frame(query_.axes).to_local(nth_point(query_.start, query_.more_starts, i));
    if (!is_sound(start)) {
      say(Outcome::invalid, "the start is not a finite point");
      return false;
    }
    const End end = found_end(start);
    if (!end.is_found()) continue;
    starts_.push_back(end);
    start_indices_.push_back(static_cast<std::uint32_t>(i));
  }
  if (starts_.empty()) {
    say(Outcome::outside, "the start lies on no ground that this profile enters");
    return false;
  }
  if (filter_.has_places()) filter_ = finder().forgiven(std::move(filter_), starts_);
  return true;
}

bool Planner::find_goals() {
  goals_.clear();
  goal_indices_.clear();
  bool is_blocked = false;
  for (std::size_t i = 0; i <= query_.more_goals.size(); ++i) {
    const Vec3 goal =
        world().frame(query_.axes).to_local(nth_point(query_.goal, query_.more_goals, i));
    if (!is_sound(goal)) {
      say(Outcome::invalid, "the goal is not a finite point");
      return false;
    }
    const End end = found_end(goal);
    if (!end.is_found()) continue;
    if (!filter_.is_clear(end.point, end.point)) {
      is_blocked = true;
      continue;
    }
    goals_.push_back(end);
    goal_indices_.push_back(static_cast<std::uint32_t>(i));
  }
  if (!goals_.empty()) return true;
  say(Outcome::outside, is_blocked ? "the goal lies in a blocked place"
                                   : "the goal lies on no ground that this profile enters");
  return false;
}

Ends Planner::joined(const End& start, const End& goal, Ends old) const {
  return finder().join(start, goal, filter(), std::move(old));
}

void Planner::join_ends() {
  ends_ = joined(starts_.front(), goals_.front(), std::move(ends_));
  direct_start_ = 0;
  direct_goal_ = 0;
  const std::size_t count = std::max(starts_.size(), goals_.size());
  for (std::size_t s = 0; s < starts_.size() && count > 1; ++s) {
    for (std::size_t g = s == 0 ? 1 : 0; g < goals_.size(); ++g) {
      one_ = joined(starts_[s], goals_[g], std::move(one_));
      if (g == 0) {
        ends_.sources.insert(ends_.sources.end(), one_.sources.begin(), one_.sources.end());
      }
      if (s == 0) ends_.goals.insert(ends_.goals.end(), one_.goals.begin(), one_.goals.end());
      ends_.vias.insert(ends_.vias.end(), one_.vias.begin(), one_.vias.end());
      if (one_.direct >= ends_.direct) continue;
      ends_.direct = one_.direct;
      direct_start_ = s;
      direct_goal_ = g;
    }
  }
  if (goals_.size() > 1) sort_seeds(ends_.goals);
}

// Which start has `node` as a first step of this cost.
std::size_t Planner::start_at(NodeId node, Distance cost) {
  if (starts_.size() == 1) return 0;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    one_ = joined(starts_[i], goals_.front(), std::move(one_));
    if (seed_cost(one_.sources, node) == cost) return i;
  }
  return 0;
}

// Which goal has `node` as a last step of this cost.
std::size_t Planner::goal_at(NodeId node, Distance cost) {
  if (goals_.size() == 1) return 0;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    one_ = joined(starts_.front(), goals_[i], std::move(one_));
    if (seed_cost(one_.goals, node) == cost) return i;
  }
  return 0;
}

}  // namespace thalweg
