// How the ends of a query are found on its ground, and joined to its graph where a search asks for that.
// Memory that the next steps read is fetched early. Starts that stand too near to something blocked are
// forgiven: the distance to keep shrinks to theirs.
#include "thalweg/planners/ends.hpp"

#include <algorithm>
#include <cmath>

#include "graph/open_squares.hpp"
#include "price/straight_price.hpp"
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
    const Vec3 start = frame.to_local(query_->nth_start(i));
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
  bool is_any_on_obstacle = false;
  const Frame frame = world().frame(query_->axes);
  for (std::uint32_t i = 0; i <= query_->more_goals.size(); ++i) {
    const Vec3 goal = frame.to_local(query_->nth_goal(i));
    if (!is_sound(goal)) {
      say(Outcome::invalid, "the goal is not a finite point");
      return false;
    }
    End& end = goals_.emplace_back();
    const bool is_on_ground = find_end(goal, i, end);
    const bool is_on_obstacle =
        is_on_ground && filter_.has_obstacles() && !filter_.is_clear(end.point, end.point);
    is_any_on_obstacle |= is_on_obstacle;
    if (!is_on_ground || is_on_obstacle) goals_.pop_back();
  }
  if (!goals_.empty()) return true;
  say(Outcome::outside, is_any_on_obstacle ? "the goal lies on an obstacle"
                                           : "the goal lies on no ground that this profile enters");
  return false;
}

End EndFinder::find(Vec3 local, double reach, const GroundFilter* filter) const {
  if (ground_.graph().facts().is_on_grid) return end_on_grid(ground_, filter, local, reach);
  const World& world = ground_.world();
  const ProfileRule by{world, ground_.pricer(), filter};
  const auto may_stand = [&](FaceId face) { return by.may_enter(face); };
  const Location location =
      locate(world.mesh, world.locator, local, {.reach = reach, .accepts = may_stand});
  if (!location.found()) return {};
  return {.face = location.face, .square = {}, .point = location.point};
}

JoinedEnds EndFinder::join(std::span<const End> starts, std::span<const End> goals,
                           const GroundFilter* filter, JoinedEnds old) const {
  JoinedEnds ends = std::move(old);
  ends.start = starts.front();
  ends.goal = goals.front();
  ends.filter = filter;
  ends.vias.clear();
  const auto join_all = [&](std::span<const End> all, bool is_start, std::vector<Seed>& seeds) {
    seeds.clear();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const std::size_t first = seeds.size();
      joiner_->join(all[i], is_start, ends);
      for (Seed& seed : std::span(seeds).subspan(first)) seed.end = i;
    }
  };
  join_all(starts, true, ends.sources);
  join_all(goals, false, ends.goals);
  sort_seeds(ends.goals);
  ends.direct = kUnreached;
  ends.direct_start = ends.direct_goal = 0;
  for (std::uint32_t s = 0; s < starts.size(); ++s) {
    for (std::uint32_t g = 0; g < goals.size(); ++g) {
      const Distance direct = joiner_->direct(starts[s], goals[g], filter);
      if (direct >= ends.direct) continue;
      ends.direct = direct;
      ends.direct_start = s;
      ends.direct_goal = g;
    }
  }
  return ends;
}

// Where a node stands for the ground of the start, on the walk to it, too.
GroundFilter EndFinder::forgiven(GroundFilter filter, std::span<const End> starts) const {
  if (!filter.has_obstacles()) return filter;
  const Graph& graph = ground_.graph();
  for (const End& start : starts) {
    const NodeId node = graph.form().node_of(start);
    filter.forgive(start.point, node.is_none() ? start.point : graph.position(node));
  }
  filter.finish();
  return filter;
}

bool EndFinder::are_apart(const JoinedEnds& ends) const {
  if (ends.direct != kUnreached) return false;
  const auto& island = ground_.metric().islands().of;
  for (const Seed& source : ends.sources) {
    for (const Seed& goal : ends.goals) {
      if (island[source.node] == island[goal.node] && !island[source.node].is_none()) return false;
    }
  }
  return true;
}

}  // namespace thalweg
