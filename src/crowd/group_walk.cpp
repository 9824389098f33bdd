// How the members of a group move: along paths of their own, onto the leader's path and along it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "crowd/guess.hpp"
#include "crowd/surface.hpp"
#include "thalweg/crowd/group.hpp"

namespace thalweg {
namespace {

constexpr double kTiny = 1e-9;           // metres; less is rounding
constexpr std::uint32_t kPatience = 16;  // ticks without a step

// 0, +1, -1, +2, -2 ... times the spacing.
double lane_offset(std::uint32_t lane, double spacing) {
  const double steps = (lane + 1) / 2;
  return (lane % 2 == 1 ? steps : -steps) * spacing;
}

double distance(const SurfacePoint& a, const SurfacePoint& b) { return length(a.point - b.point); }

// The longest step up to `most` that leads at most `left` metres away from `from`: tracks are
// measured straight from point to point, and the ground below rises and falls.
template <class SurfacePointAfter>
double fitting_step(const SurfacePoint& from, double most, double left,
                    const SurfacePointAfter& surface_point_after) {
  constexpr int kTries = 24;
  double step = most;
  for (int i = 0; i < kTries && step > 0; ++i) {
    const double metres = distance(from, surface_point_after(step));
    if (metres <= left) return step;
    step *= std::min(0.9, left / metres);
  }
  return 0;
}

}  // namespace

// Those who join farthest along first, the leader before others, so that nobody waits for one
// behind him.
void Group::walk_own_paths() {
  order_path();
  walkers_.clear();
  for (const MemberId id : members()) {
    const MemberState state = at(id).state;
    if (state == MemberState::joining || state == MemberState::leaving)
      walkers_.push_back(id.value);
  }
  std::ranges::stable_sort(walkers_, [&](std::uint32_t a, std::uint32_t b) {
    const auto rank = [&](std::uint32_t m) {
      return std::pair(members_[m].join, MemberId(m) == leader_);
    };
    return rank(a) > rank(b);
  });
  for (const std::uint32_t m : walkers_) walk_own(members_[m]);
}

// Along his own path; up to `spacing` before its end while there is no gap for him to join.
void Group::walk_own(Member& member) {
  double end = member.own.length();
  if (member.state == MemberState::joining && !member.is_entering) {
    if (member.destination == kNoDestination && member.join > next_halt_ + kTiny) {
      member.state = MemberState::arrived;  // there is no room left on the path
      return;
    }
    if (has_gap_for(member)) {
      member.is_entering = true;
      order_path();
    } else {
      end = std::max(member.walked, end - options_.spacing);
    }
  }
  const auto surface_point_after = [&](double step) {
    return surface_point_at(member.own, member.walked + step);
  };
  const double most = std::min(member.left, end - member.walked);
  const double step = fitting_step(member.surface_point, most, member.left, surface_point_after);
  if (step > 0) {
    const SurfacePoint surface_point = surface_point_after(step);
    member.left -=
        std::min(member.left, std::max(step, distance(member.surface_point, surface_point)));
    member.walked += step;
    member.surface_point = surface_point;
  }
  if (member.walked < member.own.length() - kTiny) return;
  if (member.state == MemberState::joining && !member.is_entering) return;
  member.state = member.after;
  member.along = member.join;
  member.middle_until = 0;
  member.hurry_until = 0;
  member.waits = 0;
  member.is_entering = false;
}

// True where nobody on the path, or entering it, is too near the point where he joins.
bool Group::has_gap_for(const Member& member) const {
  const SurfacePoint rank = lane_surface_point(member, member.join, 0);
  return std::ranges::none_of(order_, [&](std::uint32_t m) {
    const Member& other = members_[m];
    const double apart = std::abs(position_on_path(other) - member.join);
    if (&other == &member || apart >= options_.spacing - kTiny) return false;
    const SurfacePoint wanted =
        lane_surface_point(other, position_on_path(other), other.middle_until);
    return std::min(distance(other.surface_point, rank), distance(wanted, rank)) <
           options_.spacing - kTiny;
  });
}

// Those on the path or entering it, the first ahead.
void Group::order_path() {
  order_.clear();
  for (const MemberId id : members()) {
    if (at(id).state == MemberState::following || at(id).is_entering) order_.push_back(id.value);
  }
  std::ranges::stable_sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    return position_on_path(members_[a]) > position_on_path(members_[b]);
  });
}

// Those ahead first, so that each can close up to those before it.
void Group::walk_path() {
  order_path();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    Member& member = members_[order_[i]];
    if (member.state != MemberState::following) continue;
    const Move move = best_move(i);
    member.waits = move.surface_point == member.surface_point ? member.waits + 1 : 0;
    if (member.waits > kPatience) member.hurry_until = member.along + options_.spacing;
    member.along = move.along;
    member.surface_point = move.surface_point;
    member.middle_until = move.middle_until;
    if (move.is_lost) {
      member.join = member.along;
      send(member, surface_point_at(track_, member.along), MemberState::following);
      continue;
    }
    try_leave(member);
  }
}

// The first of his moves that gets him on and keeps his distance: in his lane, in the middle of the
// path, back to his lane, past those beside him.
Group::Move Group::best_move(std::size_t rank) const {
  const Member& member = members_[order_[rank]];
  const double most = most_along(rank);
  const double past_bend =
      member.along + 2 * std::abs(lane_offset(member.lane, options_.spacing)) + options_.spacing;
  const Move stay{member.along, member.surface_point, member.middle_until};
  bool is_lost = true;
  for (const double middle_until : {member.middle_until, past_bend, 0.0}) {
    const Move move = follow(member, most, middle_until);
    is_lost = is_lost && move.is_lost;
    const bool gets_on = move.surface_point != member.surface_point || move.along > member.along;
    if (gets_on && keeps_distance(rank, move)) return move;
  }
  if (is_lost) return {member.along, member.surface_point, member.middle_until, true};
  const Move ahead = cut_in(member, most);
  return keeps_distance(rank, ahead) ? ahead : stay;
}

// How far along the path the member at this rank of the order may go.
double Group::most_along(std::size_t rank) const {
  const Member& member = members_[order_[rank]];
  double most = member.destination == kNoDestination ? next_halt_ : track_.length();
  for (std::size_t k = rank; k-- > 0;) {
    const Member& ahead = members_[order_[k]];
    const bool is_on_path = ahead.state == MemberState::following || ahead.is_entering;
    if (ahead.lane != member.lane || !is_on_path) continue;
    most = std::min(most, position_on_path(ahead) - options_.spacing);
    break;
  }
  return std::max(member.along, most);
}

// In a lane beside the path, as far as the ground allows; in the middle of the path up to
// `middle_until` metres along it.
SurfacePoint Group::lane_surface_point(const Member& member, double along,
                                       double middle_until) const {
  const SurfacePoint middle = surface_point_at(track_, along);
  const PathPosition on_track = track_.at(along);
  if (member.lane == 0 || along < middle_until || !on_track.link.is_none()) return middle;
  const Vec2 heading = unit(on_track.heading.xy());
  const double aside = lane_offset(member.lane, options_.spacing);
  return surface().walk(middle, middle.point.xy() + Vec2{-heading.y, heading.x} * aside).end;
}

// Where a member who may go up to `most` along the path, in its middle up to `middle_until`, comes
// to in this tick. At bends the positions of outer lanes jump: he walks straight to the next one.
Group::Move Group::follow(const Member& member, double most, double middle_until) const {
  const double behind =
      distance(member.surface_point, lane_surface_point(member, member.along, middle_until));
  const double step = std::clamp(member.left - behind, 0.0, std::max(0.0, most - member.along));
  if (behind <= kTiny) {
    const auto surface_point_after = [&](double metres) {
      return lane_surface_point(member, member.along + metres, middle_until);
    };
    const double fits = fitting_step(member.surface_point, step, member.left, surface_point_after);
    const SurfacePoint surface_point = fits > 0 ? surface_point_after(fits) : member.surface_point;
    if (fits > step / 2 || step <= 0) return {member.along + fits, surface_point, middle_until};
  }
  for (const double along : {member.along + step, member.along}) {
    if (along == member.along && behind <= kTiny) continue;  // he stands there
    const SurfacePoint goal = lane_surface_point(member, along, middle_until);
    if (const auto surface_point = walked_towards(member, goal))
      return {along, *surface_point, middle_until};
  }
  return {member.along, member.surface_point, member.middle_until, true};
}

// From beside the path straight to a point of it ahead, past those beside him.
Group::Move Group::cut_in(const Member& member, double most) const {
  const Move stay{member.along, member.surface_point, member.middle_until};
  const double ahead = std::min(options_.spacing, most - member.along);
  if (ahead <= kTiny) return stay;
  const SurfacePoint goal = surface_point_at(track_, member.along + ahead);
  const double metres = distance(member.surface_point, goal);
  const auto surface_point = walked_towards(member, goal);
  if (!surface_point || metres <= kTiny) return stay;
  const double share = std::min(1.0, distance(member.surface_point, *surface_point) / metres);
  return {member.along + ahead * share, *surface_point,
          member.along + 2 * ahead + options_.spacing};
}

// Straight towards a surface point by what is left of this tick; nothing where it is out of sight.
std::optional<SurfacePoint> Group::walked_towards(const Member& member,
                                                  const SurfacePoint& goal) const {
  const double metres = distance(member.surface_point, goal);
  if (metres <= kTiny) return goal;
  if (!surface().can_see(member.surface_point, goal)) return std::nullopt;
  const Vec2 from = member.surface_point.point.xy();
  const Vec2 line = goal.point.xy() - from;
  const auto surface_point_after = [&](double done) {
    return done >= metres ? goal
                          : surface().walk(member.surface_point, from + line * (done / metres)).end;
  };
  const double most = std::min(member.left, metres);
  const double done = fitting_step(member.surface_point, most, member.left, surface_point_after);
  return done > 0 ? surface_point_after(done) : member.surface_point;
}

// True where the move comes too near to nobody on the path, or not nearer than before. One who
// waits in vain no longer minds those behind him.
bool Group::keeps_distance(std::size_t rank, const Move& move) const {
  const Member& member = members_[order_[rank]];
  const auto is_too_near = [&](std::uint32_t m) {
    const Member& other = members_[m];
    const bool is_on_path = other.state == MemberState::following || other.is_entering;
    if (&other == &member || !is_on_path) return false;
    if (std::abs(position_on_path(other) - move.along) >= options_.spacing - kTiny) return false;
    const double metres = distance(move.surface_point, other.surface_point);
    return metres < options_.spacing - kTiny &&
           metres < distance(member.surface_point, other.surface_point);
  };
  const std::size_t count = member.along < member.hurry_until ? rank : order_.size();
  // The order is that before this tick.
  const double margin = options_.spacing + 2 * step_;
  for (std::size_t k = rank; k-- > 0;) {
    if (is_too_near(order_[k])) return false;
    if (position_on_path(members_[order_[k]]) - move.along > margin) break;
  }
  for (std::size_t k = rank + 1; k < count; ++k) {
    if (is_too_near(order_[k])) return false;
    if (move.along - position_on_path(members_[order_[k]]) > margin) break;
  }
  return true;
}

}  // namespace thalweg
