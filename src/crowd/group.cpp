// The states of a group and of its members: planning, destinations (the nearest pairs first),
// joining and leaving the path, and loss of the leader. group_walk.cpp moves them.
#include "thalweg/crowd/group.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "crowd/surface.hpp"

namespace thalweg {
namespace {

constexpr double kNearly = 1e-9;  // metres; less is rounding

bool is_walking(MemberState state) {
  return state == MemberState::waiting || state == MemberState::joining ||
         state == MemberState::following;
}

// False where Surface has no names for the squares.
bool fits(const Ground& ground) {
  return !ground.graph().facts().is_on_grid || GridMesh::fits(ground.world().grid);
}

}  // namespace

Group::Group(RequestQueue& queue, const Query& query, std::span<const Point> members,
             const GroupOptions& options)
    : queue_(queue),
      world_(queue.planner().world()),
      query_(query),
      options_(options),
      finder_(queue.planner().ground()) {
  options_.lanes = std::max(options_.lanes, 1u);
  const bool is_valid = why_invalid(query_) == nullptr && why_invalid(query_, world_) == nullptr;
  filter_ = filter_of(is_valid ? query_ : Query{}, world_, finder_.pricer().radius());
  for (const Point& given : members) {
    Member member;
    member.given = world_.frame(query_.axes).to_local(given);
    const bool is_sound =
        is_finite(member.given.xy()) && query.reach >= 0 && fits(queue.planner().ground());
    const End end = is_sound ? finder_.find(member.given, query.reach, &filter_) : End{};
    member.surface_point = surface().surface_point_of(end);
    if (!member.surface_point.is_found()) member.state = MemberState::stuck;
    member.lane = static_cast<std::uint32_t>(members_.size()) % options_.lanes;
    members_.push_back(std::move(member));
  }
  start();
}

Surface Group::surface() const { return {queue_.planner().ground(), &filter_}; }

// Asks for the leader's path, or says why there can be none.
void Group::start() {
  if (!fits(queue_.planner().ground())) {
    return fail("the grid has too many squares for groups: use a mesh");
  }
  if (!(options_.spacing > 0 && std::isfinite(options_.spacing))) {
    return fail("the spacing must be a positive number of metres");
  }
  choose_leader();
  if (leader_.is_none()) return fail("no member of the group stands on the ground");
  Query whole = query_;
  whole.start = as_point(world_.frame(query_.axes).from_local(at(leader_).surface_point.point));
  request_ = queue_.ask(whole, options_.ask);
}

Group::~Group() {
  queue_.cancel(request_);
  for (const Member& member : members_) queue_.cancel(member.request);
}

void Group::fail(const char* reason) {
  state_ = GroupState::failed;
  reason_ = reason;
}

// The first one nearest the goal.
void Group::choose_leader() {
  const Vec2 goal = world_.frame(query_.axes).to_local(query_.goal).xy();
  double least = kNoLimit;
  for (const MemberId id : members()) {
    if (at(id).state != MemberState::waiting) continue;
    const double metres = length(at(id).surface_point.point.xy() - goal);
    if (!leader_.is_none() && !(metres < least)) continue;
    least = metres;
    leader_ = id;
  }
}

Track Group::localised(std::vector<PathPoint> points) const {
  for (PathPoint& point : points) {
    const Vec3 p = world_.frame(query_.axes).to_local(as_point(point.vec()));
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
  surface().name_faces(points);
  return Track(std::move(points));
}

// On the ground; on a link in the air between its ends.
SurfacePoint Group::surface_point_at(const Track& track, double metres) const {
  const PathPosition on_track = track.at(metres);
  const PathPoint& from = track.points()[on_track.segment];
  if (!on_track.link.is_none()) return {from.face, on_track.position};
  const Ray ray = surface().walk(surface().surface_point_of(from), on_track.position.xy());
  if (ray.is_clear || on_track.segment + 1 == track.points().size()) return ray.end;
  // The line touches a corner that the path passes by less than a rounding.
  const PathPoint& to = track.points()[on_track.segment + 1];
  const Ray back = surface().walk(surface().surface_point_of(to), on_track.position.xy());
  return back.is_clear ? back.end : ray.end;
}

Query Group::own_query(const SurfacePoint& from, const SurfacePoint& to) const {
  Query query = query_;
  query.start = as_point(world_.frame(query_.axes).from_local(from.point));
  query.goal = as_point(world_.frame(query_.axes).from_local(to.point));
  query.more_goals.clear();
  query.allow_partial = false;
  return query;
}

void Group::take_path() {
  Answer answer = queue_.take(std::exchange(request_, {}));
  if (!answer.found() && !(query_.allow_partial && !answer.points.empty())) {
    return fail(answer.reason);
  }
  reason_ = answer.reason;
  track_ = localised(std::move(answer.points));
  state_ = GroupState::walking;
  assign_destinations();
  for (Member& member : members_) {
    if (member.state == MemberState::waiting) join_path(member);
  }
}

// The leader gets the goal; then the nearest pair of a follower and a free destination, repeatedly.
void Group::assign_destinations() {
  std::vector<std::uint32_t> free;
  for (const MemberId id : members()) {
    if (at(id).state == MemberState::waiting && id != leader_) free.push_back(id.value);
  }
  destinations_ = surface().formation(surface_point_at(track_, track_.length()), free.size() + 1,
                                      options_.spacing);
  if (!leader_.is_none()) at(leader_).destination = 0;
  std::vector<std::tuple<double, std::uint32_t, std::size_t>> pairs;
  for (const std::uint32_t m : free) {
    for (std::size_t p = 1; p < destinations_.size(); ++p) {
      pairs.emplace_back(length(members_[m].surface_point.point - destinations_[p].point), m, p);
    }
  }
  std::ranges::sort(pairs);
  std::vector<bool> is_taken(destinations_.size());
  for (const auto& [metres, m, p] : pairs) {
    if (is_taken[p] || members_[m].destination != kNoDestination) continue;
    is_taken[p] = true;
    members_[m].destination = p;
  }
  next_halt_ = track_.length() - options_.spacing;
}

// Straight to the path where it is seen, else by a short plan; from far off to the destination
// itself.
void Group::join_path(Member& member) {
  member.join = track_.nearest(member.surface_point.point);
  const SurfacePoint target = lane_surface_point(member, member.join, 0);
  const bool is_far = length(target.point - member.surface_point.point) > options_.stray;
  if (is_far && member.destination != kNoDestination) {
    return send(member, destinations_[member.destination], MemberState::arrived);
  }
  send(member, target, MemberState::following);
}

void Group::send(Member& member, const SurfacePoint& target, MemberState after) {
  member.after = after;
  member.is_entering = false;
  if (!surface().can_see(member.surface_point, target)) {
    member.state = MemberState::waiting;
    member.request = queue_.ask(own_query(member.surface_point, target), options_.ask);
    return;
  }
  member.own = Track({surface().point_of(member.surface_point), surface().point_of(target)});
  member.walked = 0;
  member.state = after == MemberState::following ? MemberState::joining : MemberState::leaving;
}

void Group::take_own(Member& member) {
  Answer answer = queue_.take(std::exchange(member.request, {}));
  if (!answer.found()) {
    member.state = MemberState::stuck;
    return;
  }
  member.own = localised(std::move(answer.points));
  member.walked = 0;
  const bool is_joining = member.after == MemberState::following;
  member.state = is_joining ? MemberState::joining : MemberState::leaving;
}

// Leaves for his destination as soon as it is near and in sight; from the end of the path in any
// case.
void Group::try_leave(Member& member) {
  if (member.destination == kNoDestination) {
    if (member.along < next_halt_ - kNearly) return;
    member.state = MemberState::arrived;
    next_halt_ = member.along - options_.spacing;
    return;
  }
  if (!track_.at(member.along).link.is_none()) return;
  const SurfacePoint& destination = destinations_[member.destination];
  const double left = track_.length() - member.along;
  const double off = length(destination.point - destinations_.front().point);
  const bool is_at_end = left <= kNearly;
  if (is_at_end ||
      (left <= off + options_.spacing && surface().can_see(member.surface_point, destination))) {
    send(member, destination, MemberState::arrived);
  }
}

void Group::advance(double metres) {
  if (state_ == GroupState::planning) {
    if (queue_.state(request_) == RequestState::answered) take_path();
  }
  if (state_ != GroupState::walking) return;
  step_ = metres > 0 ? metres : 0;
  for (Member& member : members_) {
    member.left = step_;
    if (queue_.state(member.request) == RequestState::answered) take_own(member);
  }
  walk_own_paths();
  walk_path();
  const bool is_done = std::ranges::none_of(members_, [](const Member& member) {
    return is_walking(member.state) || member.state == MemberState::leaving;
  });
  if (is_done) state_ = GroupState::arrived;
}

void Group::lose(MemberId id) {
  Member& member = at(id);
  if (member.state == MemberState::lost) return;
  member.is_entering = false;
  const std::size_t destination = std::exchange(member.destination, kNoDestination);
  const SurfacePoint surface_point = member.surface_point;
  member.state = MemberState::lost;
  queue_.cancel(std::exchange(member.request, {}));
  if (id != leader_) return;
  leader_ = {};
  // The farthest along; before there is a path, the nearest.
  const auto rank = [&](const Member& other) {
    if (state_ == GroupState::planning)
      return -length(other.surface_point.point - surface_point.point);
    return other.state == MemberState::following ? other.along : other.join - track_.length();
  };
  for (const MemberId other : members()) {
    if (!is_walking(at(other).state) || at(other).after != MemberState::following) continue;
    if (leader_.is_none() || rank(at(other)) > rank(at(leader_))) leader_ = other;
  }
  if (!leader_.is_none()) {
    Member& next = at(leader_);
    if (destination != kNoDestination) next.destination = destination;
    return;
  }
  for (const MemberId other : members()) {
    if (at(other).state != MemberState::lost && leader_.is_none()) leader_ = other;
  }
  if (leader_.is_none()) {
    queue_.cancel(std::exchange(request_, {}));
    fail("nobody is left in the group");
  }
}

Vec3 Group::position(MemberId member) const {
  const Member& one = at(member);
  return world_.frame(query_.axes)
      .from_local(one.surface_point.is_found() ? one.surface_point.point : one.given);
}

Vec3 Group::destination(MemberId member) const {
  const Member& one = at(member);
  if (one.destination != kNoDestination) {
    return world_.frame(query_.axes).from_local(destinations_[one.destination].point);
  }
  return position(member);
}

}  // namespace thalweg
