#include "planners/fold_taut.hpp"

#include <algorithm>

namespace thalweg {

CoreArcId FoldTaut::next_arc(JunctionId from, JunctionId to) const {
  const std::size_t row = to.value * fold_.junctions.size();
  return CoreArcId(fold_.core_arcs.first(from) + fold_.next[row + from.value]);
}

void FoldTaut::add_table_arcs(JunctionId from, JunctionId to) {
  while (from != to) {
    const CoreArcId arc = next_arc(from, to);
    arcs_.push_back(arc);
    from = fold_.core_arcs.items()[arc.value].target;
  }
}

// Routes that leave the best one at a junction by another arc, and do not come straight back.
void FoldTaut::gather_detours(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& best) {
  const JunctionId to = goal.exits[best.to].junction;
  const Cost* row = fold_.distances.data() + to.value * fold_.junctions.size();
  Distance before = start.exits[best.from].cost;
  for (JunctionId at = start.exits[best.from].junction; at != to;) {
    const CoreArcId next = next_arc(at, to);
    for (std::uint32_t i = fold_.core_arcs.first(at); i < fold_.core_arcs.last(at); ++i) {
      const FoldCoreArc& arc = fold_.core_arcs.items()[i];
      const Cost left = row[arc.target.value];
      if (i == next.value || left == kForbidden) continue;
      const Distance cost = before + arc.cost + left + goal.exits[best.to].cost;
      const bool is_back =
          arc.target != to && fold_.core_arcs.items()[next_arc(arc.target, to).value].target == at;
      if (cost <= limit_ && !is_back) candidates_.push_back({cost, best, at, CoreArcId(i)});
    }
    before += fold_.core_arcs.items()[next.value].cost;
    at = fold_.core_arcs.items()[next.value].target;
  }
}

void FoldTaut::gather(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& best) {
  using Kind = FoldMeeting::Kind;
  candidates_.clear();
  candidates_.push_back({best.cost, best, {}, {}});
  limit_ = best.cost +
           static_cast<Distance>(options_.slack * static_cast<double>(best.cost) + options_.margin);
  if (best.kind == Kind::clique || best.kind == Kind::tree) return;
  for (std::uint32_t k = 0; k < goal.exits.size(); ++k) {
    const Cost* row =
        fold_.distances.data() + goal.exits[k].junction.value * fold_.junctions.size();
    for (std::uint32_t i = 0; i < start.exits.size(); ++i) {
      const Cost cost = row[start.exits[i].junction.value];
      const Distance sum = start.exits[i].cost + cost + goal.exits[k].cost;
      const bool is_best = best.kind == Kind::core && best.from == i && best.to == k;
      if (cost == kForbidden || sum > limit_ || is_best) continue;
      candidates_.push_back(
          {sum, {.kind = Kind::core, .cost = sum, .from = i, .to = k, .node = {}}, {}, {}});
    }
  }
  if (best.kind == Kind::core) gather_detours(start, goal, best);
  const auto is_cheaper = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
  const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                options_.tries, candidates_.size()));
  // The first one stays: it is the cheapest.
  std::partial_sort(candidates_.begin() + 1, std::max(middle, candidates_.begin() + 1),
                    candidates_.end(), is_cheaper);
  candidates_.erase(std::max(middle, candidates_.begin() + 1), candidates_.end());
}

Route FoldTaut::unfolded(const FoldEnd& start, const FoldEnd& goal, const Candidate& candidate,
                         Route old) {
  arcs_.clear();
  if (!candidate.at.is_none()) {
    const JunctionId to = goal.exits[candidate.meeting.to].junction;
    for (JunctionId at = start.exits[candidate.meeting.from].junction; at != candidate.at;) {
      const CoreArcId arc = next_arc(at, to);
      arcs_.push_back(arc);
      at = fold_.core_arcs.items()[arc.value].target;
    }
    arcs_.push_back(candidate.by);
    add_table_arcs(fold_.core_arcs.items()[candidate.by.value].target, to);
  }
  return unfolder_.unfold(start, goal, candidate.meeting, arcs_, std::move(old));
}

// Of the shortest path in the route's corridor; kNoLimit where links lead through it.
double FoldTaut::taut_length(const Route& route) {
  laid_ = ground_.graph().form().lay(ground_, route, ends_, std::move(laid_));
  portals_.clear();
  for (const CorridorStep& step : laid_.corridor.steps) {
    if (!step.link.is_none()) return kNoLimit;
    portals_.push_back(step.portal);
  }
  const auto bends = funnel_.pull(ground_.world().mesh,
                                  Stretch{laid_.corridor.start, laid_.corridor.goal, portals_});
  double sum = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) {
    sum += length(bends[i].point - bends[i - 1].point);
  }
  return sum;
}

Route FoldTaut::shortest(const FoldEnd& start, const FoldEnd& goal, const End& from, const End& to,
                         const FoldMeeting& best, Route old) {
  ends_.start = from;
  ends_.goal = to;
  gather(start, goal, best);
  old = unfolded(start, goal, candidates_.front(), std::move(old));
  if (candidates_.size() == 1) return old;
  double least = taut_length(old);
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    other_ = unfolded(start, goal, candidates_[i], std::move(other_));
    const double metres = taut_length(other_);
    if (!(metres < least)) continue;
    least = metres;
    std::swap(old, other_);
  }
  return old;
}

}  // namespace thalweg
