// Group: a leader with followers, on a mesh or a grid. One path for all of them; each has its own
// destination.
//
//   Group group(queue, {.goal = there}, positions);
//   queue.tick(budget);  group.advance(speed * seconds);      // every tick
//   for (MemberId m : group.members()) draw(group.position(m));
//
// The leader's path is the only long one that is planned. Followers walk straight to it where they
// see it, else by a short plan; step onto it where there is a gap; keep their distance from those
// ahead, so that they do not bunch; and leave it near its end, each for its own destination. A
// member who is far off gets a path of its own. A leader who is lost is replaced by the follower
// farthest along; the path is kept and nobody plans again.
//
// Distance: two members on the path are `spacing` apart along it, or in space. Those who begin
// nearer do not come nearer still. With several lanes, members may come nearer for a moment where
// lanes meet, as before a door, rather than wait for each other for ever.
//
// Based on: Rabin, Maximizing Responsiveness (docs/reference/papers.md [Gems]).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "thalweg/crowd/formation.hpp"
#include "thalweg/crowd/requests.hpp"
#include "thalweg/crowd/track.hpp"

namespace thalweg {

class Surface;

using MemberId = Id<struct MemberTag, 'm'>;  // in the order in which they were given

struct GroupOptions {
  double spacing = 1;       // metres between members, on the path and at the goal; over 0
  std::uint32_t lanes = 1;  // files side by side on the path, `spacing` apart; at least 1
  double stray = 20;        // metres; a member farther from the path gets one of his own
  AskOptions ask = {};
};

enum class GroupState : std::uint8_t {
  planning,  // the leader's path is not known yet
  walking,
  arrived,  // everyone has, as far as they can
  failed,   // there is no path: see why()
};

enum class MemberState : std::uint8_t {
  waiting,    // for the leader's path, or for one of his own
  joining,    // walking to the leader's path
  following,  // on it; the leader, too
  leaving,    // walking from it, or from the start, to his destination
  arrived,
  stuck,  // not on the ground, or there is no path to his destination
  lost,   // no longer in the group
};

class Group {
 public:
  // Borrows the queue, which must outlive it. `query` gives the goal and all options; its start
  // does not count. The member nearest the goal leads.
  Group(RequestQueue& queue, const Query& query, std::span<const Point> members,
        const GroupOptions& options = {});
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  // Takes what the queue has answered and moves everyone on by at most `metres`, from position to
  // position. Once a tick, after the queue's. O(members log members) and a few straight walks each,
  // with few members at one point.
  void advance(double metres);

  // Takes a member out. A lost leader is replaced, without a plan; his destination goes to the new
  // one.
  void lose(MemberId member);

  GroupState state() const { return state_; }
  const char* why() const { return reason_; }
  IdRange<MemberId> members() const { return IdRange<MemberId>(members_.size()); }
  // None where nobody is left.
  MemberId leader() const { return leader_; }

  // Requires: the member exists (for all below).
  MemberState state(MemberId member) const { return at(member).state; }
  // In the query's axes.
  Vec3 position(MemberId member) const;
  // Where the member is to stand in the end, in the query's axes; its position while that is not
  // known. Where there is not room for all around the goal, the others stop on the path, one behind
  // another, or stay where they are.
  Vec3 destination(MemberId member) const;
  // Metres along the leader's path, while following.
  double along(MemberId member) const { return at(member).along; }

  // The leader's path in the world's local coordinates; empty while planning.
  const Track& track() const { return track_; }

 private:
  static constexpr std::size_t kNoDestination = static_cast<std::size_t>(-1);

  struct Member {
    MemberState state = MemberState::waiting;
    SurfacePoint surface_point;  // where he is
    Vec3 given;                  // the position given by the caller, local coordinates
    std::uint32_t lane = 0;
    double along = 0;          // metres on the leader's path
    double join = 0;           // metres along it to where he joins
    bool is_entering = false;  // he joins, and his position on the path is kept free
    double middle_until = 0;   // metres along it up to which he leaves his lane
    double left = 0;           // metres that he may still move in this tick
    std::uint32_t waits = 0;   // ticks without a step
    double hurry_until = 0;    // metres along it up to which he does not mind those behind him
    std::size_t destination = kNoDestination;    // in destinations_; none: he stops on the path
    Track own;                                   // his own path
    double walked = 0;                           // metres along it
    RequestId request;                           // for his own path
    MemberState after = MemberState::following;  // once his own path is walked
  };

  Member& at(MemberId member) { return members_[member.value]; }
  const Member& at(MemberId member) const { return members_[member.value]; }
  Surface surface() const;
  void start();
  void fail(const char* reason);
  void choose_leader();
  void take_path();
  void assign_destinations();
  void join_path(Member& member);
  void send(Member& member, const SurfacePoint& target, MemberState after);
  void take_own(Member& member);
  void try_leave(Member& member);
  SurfacePoint surface_point_at(const Track& track, double metres) const;
  Track localised(std::vector<PathPoint> points) const;
  Query own_query(const SurfacePoint& from, const SurfacePoint& to) const;

  // Moving (group_walk.cpp).
  // A move of a member that has not been made yet.
  struct Move {
    double along = 0;
    SurfacePoint surface_point;
    double middle_until = 0;
    bool is_lost = false;  // the path is out of his sight
  };
  void walk_own_paths();
  void walk_own(Member& member);
  bool has_gap_for(const Member& member) const;
  void walk_path();
  void order_path();
  Move best_move(std::size_t rank) const;
  Move follow(const Member& member, double most, double middle_until) const;
  Move cut_in(const Member& member, double most) const;
  double most_along(std::size_t rank) const;
  bool keeps_distance(std::size_t rank, const Move& move) const;
  SurfacePoint lane_surface_point(const Member& member, double along, double middle_until) const;
  std::optional<SurfacePoint> walked_towards(const Member& member, const SurfacePoint& goal) const;
  double position_on_path(const Member& member) const {
    return member.is_entering ? member.join : member.along;
  }

  RequestQueue& queue_;
  const World& world_;
  Query query_;
  GroupOptions options_;
  EndFinder finder_;
  GroundFilter filter_;   // what the query leaves out
  double next_halt_ = 0;  // metres along the path: where the next one without a destination stops

  double step_ = 0;  // metres of this tick

  GroupState state_ = GroupState::planning;
  const char* reason_ = "";
  std::vector<Member> members_;  // [member]
  MemberId leader_;
  RequestId request_;  // for the leader's path
  Track track_;
  std::vector<SurfacePoint> destinations_;
  std::vector<std::uint32_t> walkers_;  // scratch
  std::vector<std::uint32_t> order_;    // of those on the path or entering it, the first ahead
};

}  // namespace thalweg
