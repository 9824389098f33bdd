// Table and labels answer pair by pair; a search over the core has all starts for sources and all goals for
// targets.
#include "planners/fold_meetings.hpp"

#include <algorithm>

#include "hierarchy/core_view.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostPairs = 4096;  // of starts and goals; A* takes more

// A heuristic of the graph at the core's junctions.
template <class Heuristic>
struct AtJunction {
  Heuristic heuristic;
  std::span<const NodeId> nodes;  // [junction]

  bool keeps_settled() const { return thalweg::keeps_settled(heuristic); }
  Distance operator()(JunctionId junction) const { return heuristic(nodes[junction.value]); }
};

}  // namespace

FoldMeetings::FoldMeetings(const Ground& ground, const Fold& fold, AStarSearch& whole)
    : ground_(ground), fold_(fold), whole_(whole), routes_(fold, ground), unfolder_(routes_) {}

bool FoldMeetings::can_serve(const SearchRequest& query) {
  return query.ends.is_plain() && query.ends.starts.size() * query.ends.goals.size() <= kMostPairs;
}

void FoldMeetings::begin(const SearchRequest& query) {
  query_ = query;
  best_ = {};
  direct_ = query.task.direct;
  scratch_.stats = {};
  is_unfolded_ = false;
  is_searched_ = fold_.core == FoldCore::search;
  enter();
  if (is_searched_) {
    meet_all([&](const FoldEnd& s, const FoldEnd& g) { return routes_.meet_locally(s, g); });
    return begin_core();
  }
  meet_all([&](const FoldEnd& s, const FoldEnd& g) { return routes_.meet(s, g); });
}

// Ends on the same face are led to the core once: the cheapest of their seeds count.
void FoldMeetings::enter() {
  const auto enter_all = [&](std::span<const End> ends, std::span<const Seed> seeds, bool is_start,
                             std::vector<FoldEnd>& entered) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto is_same = [&](const End& end) { return end.face == ends[i].face; };
      if (std::ranges::any_of(ends.first(i), is_same)) continue;
      if (count == entered.size()) entered.emplace_back();
      FoldEnd& end = entered[count++];
      end = routes_.enter(ends[i].face, seeds, is_start, std::move(end));
    }
    return count;
  };
  start_count_ = enter_all(query_.ends.starts, query_.task.sources, true, starts_);
  goal_count_ = enter_all(query_.ends.goals, query_.task.goals, false, goals_);
}

template <class Meet>
void FoldMeetings::meet_all(const Meet& meet) {
  for (std::size_t s = 0; s < start_count_; ++s) {
    for (std::size_t g = 0; g < goal_count_; ++g) {
      const FoldMeeting meeting = meet(starts_[s], goals_[g]);
      if (meeting.cost < best_.meeting.cost) best_ = {s, g, meeting};
    }
  }
}

void FoldMeetings::begin_core() {
  const auto gather = [](std::span<const FoldEnd> ends, std::vector<CoreSeed>& seeds) {
    seeds.clear();
    for (const FoldEnd& end : ends) {
      for (const FoldExit& exit : end.exits) {
        if (exit.cost < kShut) seeds.push_back({exit.junction, exit.cost});
      }
    }
  };
  gather(std::span(starts_).first(start_count_), sources_);
  gather(std::span(goals_).first(goal_count_), targets_);
  sort_seeds(targets_);
  const Distance local = best_.meeting.is_found() ? best_.meeting.cost : kUnreached;
  const SearchTaskOf<JunctionId> task{sources_, targets_, std::min(direct_, local)};
  whole_.aim(query_);
  whole_.estimator().visit([&](const auto& heuristic) {
    using Heuristic = std::remove_cvref_t<decltype(heuristic)>;
    running_.hold(BestFirst(
        CoreView{fold_}, AtJunction<Heuristic>{heuristic, fold_.junctions.span()}, task, scratch_));
  });
}

SearchEnd FoldMeetings::advance(Budget& budget) {
  if (!is_searched_) return is_found() ? SearchEnd::found : SearchEnd::exhausted;
  const SearchEnd end = running_.advance(budget);
  if (end == SearchEnd::found) end_core();
  return end;
}

// The ends and the arcs of the route that the search over the core found.
void FoldMeetings::end_core() {
  core_arcs_.clear();
  const auto last = scratch_.bank[JunctionId(fold_.junction_count())];
  if (last.parent.is_none()) return;  // as it was known before
  JunctionId at = last.parent;
  const Distance final_cost = last.g - scratch_.bank[at].g;
  const auto find = [](std::span<const FoldEnd> ends, JunctionId junction, Distance cost) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::uint32_t k = 0; k < ends[i].exits.size(); ++k) {
        const FoldExit& exit = ends[i].exits[k];
        if (exit.junction == junction && exit.cost == cost) return std::pair(i, k);
      }
    }
    return std::pair<std::size_t, std::uint32_t>(0, 0);
  };
  const auto goal = find(std::span(goals_).first(goal_count_), at, final_cost);
  for (; !scratch_.bank[at].parent.is_none(); at = scratch_.bank[at].parent) {
    core_arcs_.push_back(scratch_.bank[at].arc);
  }
  std::ranges::reverse(core_arcs_);
  const auto start = find(std::span(starts_).first(start_count_), at, scratch_.bank[at].g);
  best_ = {start.first,
           goal.first,
           {.kind = FoldMeeting::Kind::core,
            .cost = last.g,
            .from = start.second,
            .to = goal.second,
            .node = {}}};
}

const Route& FoldMeetings::route() {
  if (is_unfolded_) return route_;
  is_unfolded_ = true;
  const bool is_over_core = is_searched_ && best_.meeting.kind == FoldMeeting::Kind::core;
  const std::span<const CoreArcId> arcs =
      is_over_core ? std::span<const CoreArcId>(core_arcs_) : std::span<const CoreArcId>();
  route_ = unfolder_.unfold(starts_[best_.start], goals_[best_.goal], best_.meeting, arcs,
                            std::move(route_));
  return route_;
}

void FoldMeetings::take(FoundRoute& found) {
  found.is_found = is_found();
  found.bound = is_searched_ ? whole_.estimator().bound() : 1;
  found.cost = direct_;
  if (!has_route()) return;
  found.cost = best_.meeting.cost;
  route();
  std::swap(found.route, route_);
  if (scratch_.stats.reopened > 0) found.cost = cost_of(ground_, query_, found.route);
}

std::vector<NodeId> FoldMeetings::settled_nodes() const {
  std::vector<NodeId> settled;
  if (!is_searched_ || scratch_.stats.expanded == 0) return settled;
  for (const JunctionId junction : fold_.junctions.ids()) {
    if (scratch_.bank.is_settled(junction)) settled.push_back(fold_.junctions[junction]);
  }
  std::ranges::sort(settled);
  return settled;
}

std::size_t FoldMeetings::bytes() const {
  return scratch_.bytes() + (starts_.capacity() + goals_.capacity()) * sizeof(FoldEnd);
}

}  // namespace thalweg
