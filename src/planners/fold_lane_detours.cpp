// Shorter paths than the taut one of the cheapest route: other ways around holes.
//
// Routes lead over the middles of portals, so the cheapest of them need not have the shortest path. The
// table of short paths between junctions (hierarchy/fold_short.hpp) gives a first one. Then other ways
// are compared with it: by other exits of both ends (fold_lane_short.cpp), and, at each junction of the
// path, around a hole.
// A string is pulled between two bends on either side of the part that differs; if it is shorter, it
// takes the path's place.
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

constexpr std::size_t kMostHops = 24;    // of another way until it meets the path again
constexpr double kShorter = 1 - 1e-9;    // less is a matter of rounding
constexpr std::size_t kBendsAround = 2;  // on either side of a hole
constexpr int kMostRounds = 2;           // over all holes
// Another way around a hole is tried if it is not longer by more than this share of half the widths of
// its first two gates, by short paths between middles. Few that are above it turn out shorter.
constexpr double kMostLonger = 0.4;

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

// Those gates of some runs of the path that lie between two numbers.
void FoldLane::add_part(std::size_t first_run, std::size_t last_run, std::uint32_t begin,
                        std::uint32_t end) {
  for (std::size_t i = first_run; i < last_run; ++i) {
    const LaneRun& run = runs_.runs()[i];
    const std::uint32_t before = gates_before_[i];
    if (before >= end) return;
    if (!run.is_crossed || gates_before_[i + 1] <= begin) continue;
    part_runs_.push_back(
        run.part(std::max(begin, before) - before, std::min(end, before + run.count) - before));
  }
}

// Compares the string through other_ with the path's, between bends on either side, and takes it if it
// is shorter.
bool FoldLane::take_if_shorter(const Detour& detour) {
  const std::uint32_t first_gate = gates_before_[detour.first_run];
  const std::uint32_t last_gate = gates_before_[detour.last_run];
  std::size_t from = 0;  // the last bend before the hole
  while (from + 1 < bends_.size() && bends_[from + 1].crossed <= first_gate) ++from;
  std::size_t to = from;  // the first one behind it
  while (to + 1 < bends_.size() && (to == from || bends_[to].crossed <= last_gate)) ++to;
  from = from > kBendsAround - 1 ? from - (kBendsAround - 1) : 0;
  to = std::min(to + kBendsAround - 1, bends_.size() - 1);
  double metres = 0;
  for (std::size_t i = from; i < to; ++i) metres += length(bends_[i + 1].point - bends_[i].point);
  if (least_length(bends_[from].point, bends_[to].point) >= metres * kShorter) return false;
  const std::uint32_t begin = std::min(bends_[from].crossed, first_gate);
  const std::uint32_t end = std::max(bends_[to].crossed, last_gate);
  part_runs_.clear();
  add_part(0, detour.first_run, begin, end);
  part_runs_.insert(part_runs_.end(), other_.runs().begin(), other_.runs().end());
  add_part(detour.last_run, runs_.runs().size(), begin, end);
  part_.pull(part_runs_, bends_[from].point, bends_[to].point);
  if (part_.length() >= metres * kShorter) return false;
  const std::uint32_t before = gates_before_.back();
  replace(detour);
  splice(from, to, begin, gates_before_.back() - before);
  return true;
}

void FoldLane::replace(const Detour& detour) {
  auto& runs = runs_.runs();
  const auto at = [&](std::size_t i) { return runs.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto& other = other_.runs();
  const auto next = runs.erase(at(detour.first_run), at(detour.last_run));
  runs.insert(next, other.begin(), other.end());
  mark_junctions();
}

// The bends of part_ in place of those between two bends. The path is taut but for these two; it is
// pulled once more in the end. `more`: gates than before, behind them.
void FoldLane::splice(std::size_t from, std::size_t to, std::uint32_t begin, std::uint32_t more) {
  const auto part = part_.bends();
  old_bends_.assign(bends_.begin() + static_cast<std::ptrdiff_t>(to), bends_.end());
  bends_.resize(from + 1);
  for (std::size_t i = 1; i + 1 < part.size(); ++i) {
    bends_.push_back({part[i].point, part[i].crossed + begin});
  }
  for (LaneBend bend : old_bends_) {
    bend.crossed += more;
    bends_.push_back(bend);
  }
  is_spliced_ = true;
}

// The cheapest leap from a junction, entered from `face`, that crosses its gate, by what it costs from
// there to the goal's exit; null: there is none.
const FoldLeap* FoldLane::best_across(JunctionId from, FaceId face, const Cost* row) const {
  const FoldLeap* best = nullptr;
  Distance least = kShut;
  for (std::uint32_t i = fold_.core_arcs.first(from); i < fold_.core_arcs.last(from); ++i) {
    const FoldLeap& leap = gates_.leaps[i];
    const Cost left = row[leap.target.value];
    if (leap.first_face == face || left == kForbidden) continue;
    if (Distance{leap.cost} + left >= least) continue;
    least = Distance{leap.cost} + left;
    best = &leap;
  }
  return best;
}

double FoldLane::half_width(JunctionId junction) const {
  const FoldGate& gate = gates_.gates[gates_.first_junction + junction.value];
  return length(gate.left.xy() - gate.right.xy()) * 0.5;
}

// Lists the other ways that begin at a junction of the path.
void FoldLane::list_others(std::size_t index) {
  const LaneRun& run = runs_.runs()[index];
  const JunctionId to = goal_.exits[goal_exit_].junction;
  const Cost* row = row_to(to);
  const FaceId before = runs_.face_before(run);
  const double here = other_.short_cost(run.junction, to) * metres_;
  const double width = half_width(run.junction);
  const auto& arcs = fold_.core_arcs;
  for (std::uint32_t i = arcs.first(run.junction); i < arcs.last(run.junction); ++i) {
    const FoldLeap& leap = gates_.leaps[i];
    if (leap.first_face == before || leap.target == next_junction_) continue;
    if (mark_at_[leap.target.value] == now_ && run_at_[leap.target.value] < index) continue;
    if (row[leap.target.value] == kForbidden) continue;
    const double there = other_.short_cost(run.junction, leap.target) * metres_ +
                         other_.short_cost(leap.target, to) * metres_;
    const double longer = (there - here) / (width + half_width(leap.target));
    if (longer <= kMostLonger) others_.push_back({longer, run.junction, CoreArcId(i)});
  }
}

// By how much longer they are.
void FoldLane::list_others() {
  const Cost* row = row_to(goal_.exits[goal_exit_].junction);
  others_.clear();
  next_junction_ = {};
  for (std::size_t i = runs_.runs().size(); i-- > 0;) {
    const LaneRun& run = runs_.runs()[i];
    if (run.junction.is_none() || !run.is_crossed) continue;
    if (row[run.junction.value] != kForbidden) list_others(i);
    next_junction_ = run.junction;
  }
  const auto is_less = [](const Other& a, const Other& b) {
    return a.longer != b.longer ? a.longer < b.longer : a.by < b.by;
  };
  const auto count =
      static_cast<std::ptrdiff_t>(std::min<std::size_t>(options_.tries, others_.size()));
  std::partial_sort(others_.begin(), others_.begin() + count, others_.end(), is_less);
  others_.resize(static_cast<std::size_t>(count));
}

// Follows short paths from a junction, which other_ has come to, until they meet the path behind a run
// of it, and takes that way if it is shorter. It crosses the junction's gate, even if a short path from
// its middle turns back before it.
bool FoldLane::try_from(JunctionId at, std::size_t first_run, std::size_t behind) {
  const JunctionId to = goal_.exits[goal_exit_].junction;
  const Cost* row = row_to(to);
  for (std::size_t hops = 0; hops < kMostHops; ++hops) {
    const bool is_on_path = mark_at_[at.value] == now_ && run_at_[at.value] >= behind;
    if (is_on_path && runs_.face_before(runs_.runs()[run_at_[at.value]]) == other_.at()) {
      return take_if_shorter({first_run, run_at_[at.value]});
    }
    if (at == to || row[at.value] == kForbidden) return false;
    const FoldLeap* next = hops > 0 ? other_.next_short(at, to) : best_across(at, other_.at(), row);
    if (next == nullptr) return false;
    other_.take(at, *next);
    at = next->target;
  }
  return false;
}

// By another way from one of its junctions.
bool FoldLane::try_other(const Other& other) {
  if (mark_at_[other.at.value] != now_) return false;  // the path has changed
  const std::size_t index = run_at_[other.at.value];
  const FaceId before = runs_.face_before(runs_.runs()[index]);
  const FoldLeap& leap = gates_.leaps[other.by.value];
  if (leap.first_face == before) return false;
  other_.begin(before);
  other_.take(other.at, leap);
  return try_from(leap.target, index, index + 1);
}

void FoldLane::pass_holes() {
  for (int round = 0; round < kMostRounds; ++round) {
    list_others();
    bool is_better = false;
    for (const Other& other : others_) is_better |= try_other(other);
    if (!is_better) break;
  }
}

}  // namespace thalweg
