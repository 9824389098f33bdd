// Chooses between the table, a search over the core and A* on the whole graph for each query, and
// takes the cheapest meeting of all pairs of ends.
#include "thalweg/planners/fold.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "hierarchy/core_view.hpp"
#include "planners/fold_paths.hpp"
#include "thalweg/core/memory.hpp"

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

std::string note_of(const Fold& fold) {
  const std::string junctions = std::to_string(fold.junctions.size()) + " junctions";
  const std::string bytes = memory_text(fold.bytes());
  switch (fold.core) {
    case FoldCore::table: return "a table of " + junctions + ", " + bytes;
    case FoldCore::labels: return "hub labels of " + junctions + ", " + bytes;
    case FoldCore::search: return "A* over " + junctions + ", " + bytes;
    case FoldCore::whole: break;
  }
  return "A* on the whole graph: it does not fold";
}

}  // namespace

FoldSearch::FoldSearch(const Ground& ground, Fold fold, const FoldSearchOptions& options)
    : ground_(ground),
      fold_(std::move(fold)),
      whole_(ground_),
      routes_(fold_, ground_),
      unfolder_(routes_),
      note_(note_of(fold_)) {
  if (!FoldPaths::can_serve(ground_, fold_)) return;
  paths_ = std::make_unique<FoldPaths>(ground_, fold_, options.is_shortest);
}

FoldSearch::~FoldSearch() = default;

void FoldSearch::prefetch(const End& end) const {
  if (paths_ != nullptr) paths_->prefetch(end);
}

bool FoldSearch::may_see(const End& start, const End& goal) const {
  return paths_ == nullptr || paths_->may_see(start, goal);
}

// Not for two ends from which it is known how the core is reached, and whose route leads through it.
bool FoldSearch::needs_task(const Ends& ends) const {
  return paths_ == nullptr || !ends.is_plain() || !ends.are_two() ||
         !paths_->meet_in_core(ends.starts.front(), ends.goals.front());
}

bool FoldSearch::is_for_fold(const SearchRequest& query) const {
  return fold_.core != FoldCore::whole && query.ends.is_plain() &&
         query.ends.starts.size() * query.ends.goals.size() <= kMostPairs;
}

void FoldSearch::begin(const SearchRequest& query) {
  query_ = query;
  best_ = {};
  direct_ = query.task.direct;
  scratch_.stats = {};
  shortest_ = Shortest::none;
  is_unfolded_ = is_joined_ = is_through_core_ = false;
  if (!is_for_fold(query)) {
    mode_ = Mode::whole;
    return whole_.begin(query);
  }
  mode_ = Mode::table;
  if (!query.has_task) return begin_two();
  enter(query);
  if (fold_.core == FoldCore::search) {
    mode_ = Mode::core;
    meet_all([&](const FoldEnd& s, const FoldEnd& g) { return routes_.meet_locally(s, g); });
    return begin_core(query);
  }
  meet_all([&](const FoldEnd& s, const FoldEnd& g) { return routes_.meet(s, g); });
  if (paths_ != nullptr && best_.meeting.is_found() && !is_direct()) join_winners();
}

// Without a look at the graph.
void FoldSearch::begin_two() {
  paths_->join(query_.ends.starts.front(), query_.ends.goals.front());
  if (paths_->core_cost() >= kShut) return;
  is_joined_ = is_through_core_ = true;
  best_.meeting = {.kind = FoldMeeting::Kind::core, .cost = paths_->core_cost(), .node = {}};
  paths_->lay_core();
  seek_shortest();
}

// The ends of the cheapest route.
void FoldSearch::join_winners() {
  unfold();
  const Ends& ends = query_.ends;
  const End& start = ends.starts[cheapest_seed(query_.task.sources, route_.nodes.front())->end];
  const End& goal = ends.goals[cheapest_seed(query_.task.goals, route_.nodes.back())->end];
  is_joined_ = paths_->can_join(start, goal);
  if (!is_joined_) return;
  paths_->join(start, goal);
  seek_shortest();
}

void FoldSearch::seek_shortest() {
  if (query_.wants_shortest && paths_->begin_shortest()) shortest_ = Shortest::sought;
}

bool FoldSearch::is_found() const { return best_.meeting.is_found() || direct_ != kUnreached; }

// Ends on the same face are lifted once: the cheapest of their seeds count.
void FoldSearch::enter(const SearchRequest& query) {
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
  start_count_ = enter_all(query.ends.starts, query.task.sources, true, starts_);
  goal_count_ = enter_all(query.ends.goals, query.task.goals, false, goals_);
}

template <class Meet>
void FoldSearch::meet_all(const Meet& meet) {
  for (std::size_t s = 0; s < start_count_; ++s) {
    for (std::size_t g = 0; g < goal_count_; ++g) {
      const FoldMeeting meeting = meet(starts_[s], goals_[g]);
      if (meeting.cost < best_.meeting.cost) best_ = {s, g, meeting};
    }
  }
}

void FoldSearch::begin_core(const SearchRequest& query) {
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
  whole_.aim(query);
  whole_.estimator().visit([&](const auto& heuristic) {
    using Heuristic = std::remove_cvref_t<decltype(heuristic)>;
    running_.hold(BestFirst(
        CoreView{fold_}, AtJunction<Heuristic>{heuristic, fold_.junctions.span()}, task, scratch_));
  });
}

// Where the budget is spent before the shortest path is found, the route's own taut path has to do.
SearchEnd FoldSearch::advance(Budget& budget) {
  if (mode_ == Mode::whole) return whole_.advance(budget);
  if (mode_ == Mode::core) {
    const SearchEnd end = running_.advance(budget);
    if (end == SearchEnd::found) end_core();
    return end;
  }
  if (shortest_ == Shortest::sought) {
    const SearchEnd end = paths_->advance_shortest(budget);
    if (end == SearchEnd::paused) return end;
    shortest_ = end == SearchEnd::found ? Shortest::found : Shortest::none;
  }
  return is_found() ? SearchEnd::found : SearchEnd::exhausted;
}

// The ends and the arcs of the route that the search over the core found.
void FoldSearch::end_core() {
  const auto last = scratch_.bank[JunctionId(fold_.junction_count())];
  if (last.parent.is_none()) return;  // as it was known before
  core_arcs_.clear();
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

void FoldSearch::take(FoundRoute& found) {
  if (mode_ == Mode::whole) return whole_.take(found);
  found.clear();
  found.is_found = is_found();
  found.bound = mode_ == Mode::core ? whole_.estimator().bound() : 1;
  found.cost = direct_;
  if (is_direct() || !best_.meeting.is_found()) return;
  found.cost = best_.meeting.cost;
  if (is_through_core_) {
    found.route = paths_->copy_route(std::move(found.route));
  } else {
    unfold();
    std::swap(found.route, route_);
  }
  if (scratch_.stats.reopened > 0) found.cost = cost_of(ground_, query_, found.route);
  if (is_joined_) add_portals(found);
}

// Those of the shortest path, or of the route.
void FoldSearch::add_portals(FoundRoute& found) {
  const bool is_shortest = shortest_ == Shortest::found;
  if (!is_through_core_ && !is_shortest) paths_->lay(ground_, found.route);
  found.portals = paths_->take_portals(is_shortest, std::move(found.portals));
}

// The route, where it does not lead from exit to exit by the table.
void FoldSearch::unfold() {
  if (is_unfolded_) return;
  is_unfolded_ = true;
  const bool is_searched = mode_ == Mode::core && best_.meeting.kind == FoldMeeting::Kind::core;
  const std::span<const CoreArcId> arcs =
      is_searched ? std::span<const CoreArcId>(core_arcs_) : std::span<const CoreArcId>();
  route_ = unfolder_.unfold(starts_[best_.start], goals_[best_.goal], best_.meeting, arcs,
                            std::move(route_));
}

// Steps of the search for the shortest path are paid, but are no nodes.
SearchStats FoldSearch::stats() const {
  return mode_ == Mode::whole ? whole_.stats() : scratch_.stats;
}

// Of searches over the core: its junctions.
std::vector<NodeId> FoldSearch::settled_nodes() const {
  if (mode_ == Mode::whole) return whole_.settled_nodes();
  std::vector<NodeId> settled;
  if (mode_ == Mode::table || scratch_.stats.expanded == 0) return settled;
  for (const JunctionId junction : fold_.junctions.ids()) {
    if (scratch_.bank.is_settled(junction)) settled.push_back(fold_.junctions[junction]);
  }
  std::ranges::sort(settled);
  return settled;
}

std::size_t FoldSearch::scratch_bytes() const {
  return whole_.scratch_bytes() + scratch_.bytes() +
         (starts_.capacity() + goals_.capacity()) * sizeof(FoldEnd) +
         (paths_ != nullptr ? paths_->bytes() : 0);
}

MadeSearch FoldSearch::make(const Ground& ground, const Fold& fold,
                            const FoldSearchOptions& options) try {
  const bool fits =
      fold.core == FoldCore::whole || fold.nodes.size() == ground.graph().node_count();
  if (fold.metric != ground.fingerprint() || !fits) return Error{"the fold is of another metric"};
  return MadeSearch(std::make_unique<FoldSearch>(ground, fold, options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
