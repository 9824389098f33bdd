// Shorter paths than the taut one of the cheapest route: other ways around holes.
//
// Routes lead over the middles of portals, so the cheapest of them need not have the shortest path.
// At each junction of the path other arcs are followed, by the table towards the goal, until they meet
// the path again: that is a way around a hole. It is compared with the path by pulling a string
// between two bends on either side of it; if that is shorter, it takes the path's place.
//
//          other way            The string is pulled from two bends before u to two bends behind v,
//         .-------.             through the gates on the other side of the hole.
//   --u--<   hole  >--v--
//         '-------'
//           path
#include <algorithm>

#include "planners/fold_lane.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostHops = 24;  // of another way until it meets the path again
constexpr std::size_t kMostPairs = 4;  // of exits between which whole paths are tried
constexpr double kMostDearer = 1.35;   // than the best of them, by middles
constexpr int kMostRounds = 2;         // over all holes
constexpr double kWorthTrying = 1.05;  // times the shortest path: a second one that is improved too
constexpr double kShorter = 1 - 1e-9;  // less is a matter of rounding
constexpr std::size_t kBendsAround = 2;  // on either side of a hole

}  // namespace

void FoldLane::mark_junctions() {
  if (++now_ == 0) {  // after 2^32 paths
    std::ranges::fill(mark_at_, 0);
    now_ = 1;
  }
  gates_before_.clear();
  std::uint32_t gates = 0;
  const auto& runs = runs_.runs();
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    gates_before_.push_back(gates);
    if (runs[i].is_crossed) gates += runs[i].count;
    if (runs[i].junction.is_none() || !runs[i].is_crossed) continue;
    run_at_[runs[i].junction.value] = i;
    mark_at_[runs[i].junction.value] = now_;
  }
  gates_before_.push_back(gates);
}

// No path between two points that crosses the junctions of other_ is shorter than this.
double FoldLane::least_length(Vec2 from, Vec2 to) const {
  double least = 0;
  for (const LaneRun& run : other_.runs()) {
    if (run.junction.is_none() || !run.is_crossed) continue;
    const FoldGate& gate = gates_.gates[run.first];
    const Segment2 across{gate.left.xy(), gate.right.xy()};
    least = std::max(least, distance(across, from) + distance(across, to));
  }
  return least;
}

// Compares the string through other_ with the path's, between bends on either side.
bool FoldLane::is_shorter(const Detour& detour) {
  const auto bends = string_.bends();
  const std::uint32_t first_gate = gates_before_[detour.first_run];
  const std::uint32_t last_gate = gates_before_[detour.last_run];
  std::size_t from = 0;  // the last bend before the hole
  while (from + 1 < bends.size() && bends[from + 1].crossed <= first_gate) ++from;
  std::size_t to = from;  // the first one behind it
  while (to + 1 < bends.size() && (to == from || bends[to].crossed <= last_gate)) ++to;
  from = from > kBendsAround - 1 ? from - (kBendsAround - 1) : 0;
  to = std::min(to + kBendsAround - 1, bends.size() - 1);
  const auto& gates = string_.gates();
  auto& part = part_.gates();
  const auto at = [&](std::uint32_t i) { return gates.begin() + static_cast<std::ptrdiff_t>(i); };
  const double metres = string_.length(from, to);
  if (least_length(bends[from].point, bends[to].point) >= metres * kShorter) return false;
  const std::uint32_t begin = bends[from].crossed;
  const std::uint32_t end = std::max(bends[to].crossed, last_gate);
  part.assign(at(std::min(begin, first_gate)), at(first_gate));
  part_.add(gates_, other_.runs());
  part.insert(part.end(), at(last_gate), at(end));
  part_.pull(bends[from].point, bends[to].point);
  return part_.length() < metres * kShorter;
}

void FoldLane::replace(const Detour& detour) {
  auto& runs = runs_.runs();
  const auto at = [&](std::size_t i) { return runs.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto& other = other_.runs();
  const auto next = runs.erase(at(detour.first_run), at(detour.last_run));
  runs.insert(next, other.begin(), other.end());
  pull_path();
  mark_junctions();
}

// The cheapest leap from a junction, entered from `face`, that crosses its gate, and what it costs from
// there to the goal's exit; kShut: there is none.
FoldLane::Across FoldLane::best_across(JunctionId from, FaceId face, const Cost* row) const {
  Across best;
  for (std::uint32_t i = fold_.core_arcs.first(from); i < fold_.core_arcs.last(from); ++i) {
    const FoldLeap& leap = gates_.leaps[i];
    const Cost left = row[leap.target.value];
    if (leap.first_face == face || left == kForbidden) continue;
    const Distance cost = Distance{fold_.core_arcs.items()[i].cost} + left;
    if (cost < best.cost) best = {cost, &leap};
  }
  return best;
}

// Lists the other ways that begin at a junction of the path, by how much dearer they are than the
// cheapest by middles.
void FoldLane::list_others(std::size_t index, const Cost* row) {
  const LaneRun& run = runs_.runs()[index];
  const FaceId before = runs_.face_before(run);
  const auto& arcs = fold_.core_arcs;
  for (std::uint32_t i = arcs.first(run.junction); i < arcs.last(run.junction); ++i) {
    const FoldLeap& leap = gates_.leaps[i];
    if (leap.first_face == before || leap.target == next_junction_) continue;
    if (mark_at_[leap.target.value] == now_ && run_at_[leap.target.value] < index) continue;
    const bool is_on_path = mark_at_[leap.target.value] == now_;
    const Distance rest = is_on_path ? Distance{row[leap.target.value]}
                                     : best_across(leap.target, leap.last_face, row).cost;
    const Distance cost = rest + arcs.items()[i].cost;
    if (cost >= kShut || cost >= kForbidden) continue;
    others_.push_back({cost - row[run.junction.value], run.junction, CoreArcId(i)});
  }
}

void FoldLane::list_others() {
  const JunctionId to = goal_.exits[goal_exit_].junction;
  const Cost* row = fold_.distances.data() + to.value * fold_.junctions.size();
  others_.clear();
  next_junction_ = {};
  for (std::size_t i = runs_.runs().size(); i-- > 0;) {
    const LaneRun& run = runs_.runs()[i];
    if (run.junction.is_none() || !run.is_crossed) continue;
    if (row[run.junction.value] != kForbidden) list_others(i, row);
    next_junction_ = run.junction;
  }
  const auto is_less = [](const Other& a, const Other& b) {
    return a.dearer != b.dearer ? a.dearer < b.dearer : a.by < b.by;
  };
  const auto count =
      static_cast<std::ptrdiff_t>(std::min<std::size_t>(options_.tries, others_.size()));
  std::partial_sort(others_.begin(), others_.begin() + count, others_.end(), is_less);
  others_.resize(static_cast<std::size_t>(count));
}

// Takes the path by another way from one of its junctions, if that is shorter.
bool FoldLane::try_other(const Other& other) {
  if (mark_at_[other.at.value] != now_) return false;  // the path has changed
  const std::size_t index = run_at_[other.at.value];
  const JunctionId to = goal_.exits[goal_exit_].junction;
  const Cost* row = fold_.distances.data() + to.value * fold_.junctions.size();
  const FaceId before = runs_.face_before(runs_.runs()[index]);
  const FoldLeap& leap = gates_.leaps[other.by.value];
  if (leap.first_face == before) return false;
  other_.begin(before);
  other_.take(other.at, leap);
  JunctionId at = leap.target;
  for (std::size_t hops = 0; hops < kMostHops; ++hops) {
    const bool is_on_path = mark_at_[at.value] == now_ && run_at_[at.value] > index;
    if (is_on_path && runs_.face_before(runs_.runs()[run_at_[at.value]]) == other_.at()) {
      const Detour detour{index, run_at_[at.value]};
      if (!is_shorter(detour)) return false;
      replace(detour);
      return true;
    }
    if (at == to || row[at.value] == kForbidden) return false;
    // At first on across the gate, even if the table turns back before it.
    const FoldLeap* next =
        hops > 0 ? other_.next_short(at, to) : best_across(at, other_.at(), row).leap;
    if (next == nullptr) return false;
    other_.take(at, *next);
    at = next->target;
  }
  return false;
}

// The leap by which a junction is best reached from `from` across its gate, out of another face than
// `face`; null: there is none.
FoldLane::Into FoldLane::best_into(JunctionId from, JunctionId to, FaceId face) const {
  Into best;
  Distance least = kShut;
  for (std::uint32_t i = fold_.core_arcs.first(to); i < fold_.core_arcs.last(to); ++i) {
    const JunctionId neighbour = gates_.leaps[i].target;
    const Cost before = fold_.distances[neighbour.value * fold_.junctions.size() + from.value];
    if (gates_.leaps[i].first_face == face || before == kForbidden) continue;
    for (std::uint32_t k = fold_.core_arcs.first(neighbour); k < fold_.core_arcs.last(neighbour);
         ++k) {
      const FoldLeap& leap = gates_.leaps[k];
      const Distance cost = Distance{fold_.core_arcs.items()[k].cost} + before;
      if (leap.target != to || leap.last_face == face || cost >= least) continue;
      least = cost;
      best = {neighbour, &leap};
    }
  }
  return best;
}

// Lays the short path by the core from one exit to another; false: there is none. It crosses
// the gates of both exits, where short paths between their middles would turn back before them: those
// belong to other exits.
bool FoldLane::lay_short(std::uint32_t from, std::uint32_t to, LaneRuns& runs) const {
  runs.begin(goal_.spot.face);
  runs.climb(goal_, to);
  const FaceId inner = runs.at();  // on the goal's side of its exit
  runs.begin(start_.spot.face);
  runs.climb(start_, from);
  JunctionId at = start_.exits[from].junction;
  const JunctionId last = goal_.exits[to].junction;
  const Cost* row = fold_.distances.data() + last.value * fold_.junctions.size();
  for (std::size_t hops = 0; at != last; ++hops) {
    const FoldLeap* next = runs.next_short(at, last);
    if (next == nullptr || hops > fold_.junctions.size()) return false;
    if (hops == 0 && next->first_face == runs.at()) next = best_across(at, runs.at(), row).leap;
    if (next == nullptr) return false;
    if (next->target == last && next->last_face == inner) {
      const Into into = best_into(at, last, inner);
      if (into.leap == nullptr || !runs.leap_short(at, into.source)) return false;
      next = into.leap;
      at = into.source;
    }
    runs.take(at, *next);
    at = next->target;
  }
  runs.descend(goal_, to);
  return true;
}

// Lists whole paths by the core, the shortest first.
void FoldLane::list_wholes() {
  pairs_.clear();
  const auto reach = [&](const LaneEnd& end, std::uint32_t exit) {
    const FoldGate& gate = gates_.gates[gates_.first_junction + end.exits[exit].junction.value];
    return distance(Segment2{gate.left.xy(), gate.right.xy()}, end.spot.point.xy());
  };
  for (std::uint32_t i = 0; i < start_.exit_count; ++i) {
    for (std::uint32_t k = 0; k < goal_.exit_count; ++k) {
      const std::size_t row = goal_.exits[k].junction.value * fold_.junctions.size();
      const Cost between = fold_.distances[row + start_.exits[i].junction.value];
      if (between == kForbidden) continue;
      const double inner = ground_.metric().in_units(between);
      pairs_.push_back({reach(start_, i) + inner + reach(goal_, k), i, k});
    }
  }
  const auto is_less = [](const Whole& a, const Whole& b) { return a.length < b.length; };
  const std::size_t count = std::min(pairs_.size(), kMostPairs);
  std::partial_sort(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(count),
                    pairs_.end(), is_less);
  wholes_.assign(1, {string_.length(), kNoFold, kNoFold});
  double shortest = wholes_.front().length;
  const auto is_same = [](const LaneRun& a, const LaneRun& b) {
    return a.first == b.first && a.count == b.count && a.is_out == b.is_out;
  };
  for (const Whole& pair : std::span(pairs_).first(count)) {
    if (pair.length > pairs_.front().length * kMostDearer) break;
    if (!lay_short(pair.from, pair.to, other_)) continue;
    if (std::ranges::equal(runs_.runs(), other_.runs(), is_same)) continue;
    if (least_length(start_.spot.point.xy(), goal_.spot.point.xy()) > shortest * kWorthTrying)
      continue;
    part_.gates().clear();
    part_.add(gates_, other_.runs());
    part_.pull(start_.spot.point.xy(), goal_.spot.point.xy());
    wholes_.push_back({part_.length(), pair.from, pair.to});
    shortest = std::min(shortest, wholes_.back().length);
  }
  std::ranges::stable_sort(wholes_, is_less);
}

// Makes runs_ the current path.
void FoldLane::pull_path() {
  string_.gates().clear();
  string_.add(gates_, runs_.runs());
  string_.pull(start_.spot.point.xy(), goal_.spot.point.xy());
}

// Other ways around single holes. True when the path has changed.
bool FoldLane::pass_holes() {
  mark_junctions();
  bool is_changed = false;
  for (int round = 0; round < kMostRounds; ++round) {
    list_others();
    bool is_better = false;
    for (const Other& other : others_) is_better |= try_other(other);
    is_changed |= is_better;
    if (!is_better) break;
  }
  return is_changed;
}

// Takes one of the whole paths and improves it. True when it is not the cheapest route's.
bool FoldLane::improve(const Whole& whole) {
  const bool is_route = whole.from == kNoFold;
  if (!is_route) {
    goal_exit_ = whole.to;
    lay_short(whole.from, whole.to, runs_);
    pull_path();
  }
  return pass_holes() || !is_route;
}

// Makes the path shorter than that of the cheapest route. True when it has.
bool FoldLane::shorten() {
  if (core_cost_ >= kShut) return false;
  list_wholes();
  const bool is_changed = improve(wholes_.front());
  const double metres = string_.length();
  const bool has_second = wholes_.size() > 1 && wholes_[1].from != kNoFold &&
                          wholes_[1].length <= metres * kWorthTrying;
  if (!has_second) return is_changed;
  kept_.assign(runs_.runs().begin(), runs_.runs().end());
  improve(wholes_[1]);
  if (string_.length() < metres * kShorter) return true;
  std::swap(runs_.runs(), kept_);
  pull_path();
  return is_changed;
}

}  // namespace thalweg
