// Short paths by the core: over which exits of both ends, and the whole of them. fold_lane_detours.cpp
// then improves them hole by hole.
#include <algorithm>
#include <tuple>

#include "planners/fold_lane.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

// Pairs of exits, the shortest first, about: whole paths over those that may be shorter are compared, and
// then parts of others.
constexpr std::size_t kMostPairs = 7;
constexpr double kMostLongerPair = 1.35;  // times the shortest of them
constexpr double kWorthTrying =
    0.97;  // of the path's length: what paths over a pair may have at least
constexpr std::size_t kMostNear = 24;  // junctions that are looked at beyond an exit
constexpr double kThrough = 0.999;     // of the way over an exit: it leads over it

}  // namespace

// The junction, out of those near an exit on the far side of its gate, over which short paths between it
// and another junction cross that gate: not those that turn back through the exit. None: there is none.
JunctionId FoldLane::beyond(JunctionId exit, FaceId inner, JunctionId other, bool is_start) {
  const auto cost = [&](JunctionId from, JunctionId to) {  // from the start's side to the goal's
    if (!is_start) std::swap(from, to);
    if (from == to) return 0.0;
    return row_to(to)[from.value] == kForbidden ? kNoLimit : other_.short_cost(from, to);
  };
  const auto list = [&](JunctionId at, FaceId face) {
    for (std::uint32_t i = fold_.core_arcs.first(at); i < fold_.core_arcs.last(at); ++i) {
      const JunctionId next = gates_.leaps[i].target;
      const bool is_new = next != exit && std::ranges::find(near_, next) == near_.end();
      if (gates_.leaps[i].first_face != face && is_new) near_.push_back(next);
    }
  };
  near_.clear();
  list(exit, inner);
  JunctionId best;
  double least = kNoLimit;
  for (std::size_t i = 0; i < std::min(near_.size(), kMostNear); ++i) {
    const JunctionId at = near_[i];
    const double here = cost(exit, at);
    const double there = cost(at, other);
    if (there > (here + cost(exit, other)) * kThrough) {  // back through the exit
      list(at, {});
    } else if (here + there < least) {
      least = here + there;
      best = at;
    }
  }
  return best;
}

// Lays a short path from a junction, which `runs` have come to, to the goal by one of its exits; false:
// there is none. It crosses the gates of both junctions, where short paths between their middles may
// turn back before them: those belong to other exits.
bool FoldLane::lay_to_goal(JunctionId at, std::uint32_t exit, LaneRuns& runs) {
  ends_.begin(goal_.spot.face);
  ends_.climb(goal_, exit);
  const FaceId inner = ends_.at();  // on the goal's side of its exit
  const JunctionId last = goal_.exits[exit].junction;
  const FoldLeap* first = at == last ? nullptr : runs.next_short(at, last);
  if (at != last && first == nullptr) return false;
  if (first != nullptr && first->first_face == runs.at()) {
    const JunctionId via = beyond(at, runs.at(), last, true);
    if (via.is_none() || runs.next_short(at, via) == nullptr) return false;
    if (runs.next_short(at, via)->first_face == runs.at() || !runs.leap_short(at, via))
      return false;
    at = via;
  }
  const std::size_t begin = runs.runs().size();
  const FaceId before = runs.at();
  if (at != last && (!runs.leap_short(at, last) || runs.at() == inner)) {
    runs.runs().resize(begin);
    runs.go_on(before);
    const JunctionId via = beyond(last, inner, at, false);
    if (via.is_none() || !runs.leap_short(at, via) || !runs.leap_short(via, last)) return false;
    if (runs.at() == inner) return false;
  }
  runs.descend(goal_, exit);
  return true;
}

bool FoldLane::lay_short(const ExitPair& pair, LaneRuns& runs) {
  runs.begin(start_.spot.face);
  runs.climb(start_, pair.from);
  return lay_to_goal(start_.exits[pair.from].junction, pair.to, runs);
}

// Lists pairs of exits, by the length of paths over them.
void FoldLane::list_pairs() {
  pairs_.clear();
  struct Reach {
    double about;
    double least;  // straight to the gate, if the way on is shorter by half the gate's width
  };
  const auto reach = [&](const LaneEnd& end, std::uint32_t exit) -> Reach {
    const FoldGate& gate = gates_.gates[gates_.first_junction + end.exits[exit].junction.value];
    const Segment2 across{gate.left.xy(), gate.right.xy()};
    const double straight = distance(across, end.spot.point.xy());
    const double by_middles = static_cast<double>(end.exits[exit].cost) * metres_;
    return {0.5 * (straight + by_middles), straight - 0.5 * length(across.b - across.a)};
  };
  for (std::uint32_t k = 0; k < goal_.exit_count; ++k) {
    const JunctionId last = goal_.exits[k].junction;
    const Reach behind = reach(goal_, k);
    for (std::uint32_t i = 0; i < start_.exit_count; ++i) {
      const JunctionId first = start_.exits[i].junction;
      if (row_to(last)[first.value] == kForbidden) continue;
      const double between = other_.short_cost(first, last) * metres_;
      const Reach before = reach(start_, i);
      pairs_.push_back(
          {before.about + between + behind.about, before.least + between + behind.least, i, k});
    }
  }
  const std::size_t count = std::min(pairs_.size(), kMostPairs);
  std::partial_sort(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(count),
                    pairs_.end(), [](const ExitPair& a, const ExitPair& b) {
                      return std::tie(a.length, a.to, a.from) < std::tie(b.length, b.to, b.from);
                    });
  pairs_.resize(count);
  while (pairs_.size() > 1 && pairs_.back().length > pairs_.front().length * kMostLongerPair) {
    pairs_.pop_back();
  }
}

// Makes runs_ the current path.
void FoldLane::pull_path() {
  string_.pull(runs_.runs(), start_.spot.point.xy(), goal_.spot.point.xy());
}

// By another exit of the start.
bool FoldLane::try_start(std::uint32_t exit) {
  other_.begin(start_.spot.face);
  other_.climb(start_, exit);
  return try_from(start_.exits[exit].junction, 0, 0);
}

// By another exit of the goal: the path as far as a short path to that exit agrees with it, and that
// one from there on.
bool FoldLane::try_goal(std::uint32_t exit) {
  const JunctionId last = goal_.exits[exit].junction;
  const auto& runs = runs_.runs();
  std::size_t index = kNoRun;  // of the last junction that both have
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].junction.is_none() || !runs[i].is_crossed) continue;
    if (index != kNoRun) {
      const FoldLeap* next = other_.next_short(runs[index].junction, last);
      if (next == nullptr || next->target != runs[i].junction) break;
    }
    index = i;
  }
  if (index == kNoRun) return false;
  other_.begin(runs_.face_before(runs[index]));
  if (!lay_to_goal(runs[index].junction, exit, other_)) return false;
  return take_if_shorter({index, runs.size()});
}

// By other exits.
void FoldLane::try_ends() {
  for (const ExitPair& pair : pairs_) {
    if (pair.from != start_exit_ && pair.to == goal_exit_) {
      if (try_start(pair.from)) start_exit_ = pair.from;
    } else if (pair.from == start_exit_ && pair.to != goal_exit_) {
      if (try_goal(pair.to)) goal_exit_ = pair.to;
    }
  }
}

// Takes the whole path by the core over two exits if it is shorter than the path.
void FoldLane::try_whole(const ExitPair& pair) {
  const auto is_same = [](const LaneRun& a, const LaneRun& b) {
    return a.first == b.first && a.count == b.count && a.is_out == b.is_out;
  };
  if (!lay_short(pair, other_)) return;
  if (std::ranges::equal(runs_.runs(), other_.runs(), is_same)) {
    start_exit_ = pair.from;
    goal_exit_ = pair.to;
    return;
  }
  part_.pull(other_.runs(), start_.spot.point.xy(), goal_.spot.point.xy());
  if (part_.length() >= string_.length()) return;
  std::swap(runs_.runs(), other_.runs());
  std::swap(string_, part_);
  start_exit_ = pair.from;
  goal_exit_ = pair.to;
}

// Makes runs_ and the string a shorter path than that of the cheapest route.
void FoldLane::shorten() {
  pull_path();
  list_pairs();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const bool is_worth_it = i == 0 || pairs_[i].least <= string_.length() * kWorthTrying;
    if (is_worth_it) try_whole(pairs_[i]);
  }
  bends_.assign(string_.bends().begin(), string_.bends().end());
  is_spliced_ = false;
  mark_junctions();
  try_ends();
  pass_holes();
  if (is_spliced_) pull_path();
}

}  // namespace thalweg
