// Journey: a long path through a sequence of doors, planned one stretch at a time.
//
// An abstract route (rooms, cells) names the doors; the path from door to door is found during the
// walk. Planning to the middle of each door leads through all the middles. So each plan leads to
// the door beyond the next one, is walked through the next one, and the rest is dropped and
// replanned: the path then passes each door where it is best for what comes after. The next stretch
// is asked for before it is needed, so that the agent does not pause in a doorway.
//
//        S ---.                 planned: S to the middle of door 2
//    ----------[ 1 ]-------     walked:  S to where that passes door 1
//                 `--.          planned next: from there to the goal
//    ----------------[ 2 ]-
//                       G
//
// The path is never longer than from middle to middle, as long as each planned stretch is a
// shortest one: dropping the rest can only gain.
//
// Based on: Rabin, Improving the Directness of Hierarchical Paths, and Eliminating Pauses During
// Hierarchical Searches (docs/reference/papers.md [Gems]).
#pragma once

#include <span>
#include <vector>

#include "thalweg/crowd/requests.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/path/follow.hpp"

namespace thalweg {

// A line that the path must cross, in the query's axes. Where its ends are one point: a point that
// the path must visit. Heights may be left out; with heights, only paths that pass less than 2 m
// above or below cross it.
struct Door {
  Point from;
  Point to;
};

// The doors between the cells of a hierarchy, of rooms() or any other, that the route over its gates
// passes, in order: portals between faces, or the sides between squares, as wide as they are open
// between the same two cells. Links have no doors. Where there is no route: none. Gates of cells
// above `level` are not used; 1: the doors of all rooms, 0: those of the highest levels that serve,
// which are fewer. Uses of the query what LookAhead uses. Refused with a sentence: a hierarchy of
// another ground.
Result<std::vector<Door>> doors_on_route(const Ground& ground, const Hierarchy& hierarchy,
                                         const Query& query, Level level = 1);

// A path of several plans.
struct DirectPath {
  Outcome outcome = Outcome::invalid;  // of the last plan; found: up to the goal
  const char* reason = "";             // one sentence; empty where found
  std::vector<PathPoint> points;       // as far as the plans led
  std::uint32_t plans = 0;             // how many it took

  bool found() const { return outcome == Outcome::found; }
  double length() const { return thalweg::length(points); }
};

// The path from the query's start through the doors in their order to its goal, all at once. A door
// that the plan to the one beyond does not cross is left out.
DirectPath direct_path(Planner& planner, const Query& query, std::span<const Door> doors);

struct JourneyOptions {
  // Metres before the next door at which the stretch beyond is asked for. Enough where
  // lead >= speed x (ticks that planning takes + 1). DEFAULT: 5.
  double lead = 5;
  // Where the stretch beyond a door is late: wait for it. DEFAULT: go on by the current plan to the
  // middle of the door after that, and plan again from there: less direct, but no pause.
  bool may_pause = false;
  AskOptions ask = {};
  Level level = 1;  // whose doors, as in doors_on_route; where they come from a hierarchy
};

enum class JourneyState : std::uint8_t {
  planning,  // the first stretch is not known yet: see RequestQueue::guess for a heading
  walking,
  pausing,  // at a door, and the stretch beyond is not known yet: the lead was too short
  arrived,
  failed,  // no path leads on: see why()
};

// One walking agent. Call advance once a tick, after the queue's tick.
class Journey {
 public:
  // Borrows the queue, which must outlive it.
  Journey(RequestQueue& queue, const Query& query, std::vector<Door> doors,
          const JourneyOptions& options = {});
  // Through the doors of a hierarchy of the planner's ground, as doors_on_route finds them now.
  Journey(RequestQueue& queue, const Query& query, const Hierarchy& hierarchy,
          const JourneyOptions& options = {});
  ~Journey();
  Journey(const Journey&) = delete;
  Journey& operator=(const Journey&) = delete;

  // Takes what the queue has answered, walks on by at most `metres` along it, and asks for the next
  // stretch where it is time. Anything but a positive number of metres stays. True when it walked
  // all of it or has arrived; false: it stood still for want of a path.
  bool advance(double metres);

  JourneyState state() const { return state_; }
  const char* why() const { return reason_; }
  // In the query's axes. Before the first stretch: the start, no heading.
  PathPosition current() const;
  const std::vector<Door>& doors() const { return doors_; }
  // The door to be crossed next; the number of doors: the goal is next.
  std::size_t next_door() const { return next_; }
  double walked() const { return walked_; }  // metres
  // Ticks that began in a doorway without a path.
  std::uint32_t pauses() const { return pauses_; }
  // Doors crossed in the middle, because the stretch to them was late.
  std::uint32_t detours() const { return detours_; }
  // The request for a stretch to come; none: nothing is asked.
  RequestId request() const { return request_; }

 private:
  void ask_from(Point start);
  void take_answer();
  void take_tail();
  void fail(const char* reason);

  RequestQueue& queue_;
  Query query_;  // of the whole journey
  std::vector<Door> doors_;
  JourneyOptions options_;

  JourneyState state_ = JourneyState::planning;
  const char* reason_ = "";
  PathFollower stretch_;         // up to the door where the next stretch starts
  std::vector<PathPoint> tail_;  // the rest of the plan
  std::size_t next_ = 0;         // door
  std::size_t beyond_ = 0;       // the door to be crossed next after this stretch
  bool is_last_ = false;         // the current stretch leads to the end of the journey
  RequestId request_;            // for the stretch after it
  double walked_ = 0;
  std::uint32_t pauses_ = 0;
  std::uint32_t detours_ = 0;
};

}  // namespace thalweg
