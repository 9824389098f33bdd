// Two ends on ground of one price whose fold has portals (hierarchy/fold_portals.hpp) need no graph: each end is one
// cache line (FoldFace), the route through the core is read off the table, and routes and paths are runs of portals
// that lie one after another. All other queries join their ends to the graph (fold_meetings.hpp), or are left to A*.
#include "thalweg/planners/fold.hpp"

#include <algorithm>
#include <optional>

#include "core/thrown.hpp"
#include "path/exact_points.hpp"
#include "planners/fold_meetings.hpp"
#include "planners/fold_shortest.hpp"
#include "planners/fold_visibility.hpp"
#include "price/speed_model_norm.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

// What a fold knows of a query from its two ends alone: by which junctions they reach the core, the cheapest route
// through it, and the shortest path (fold_shortest.hpp).
class FoldPaths {
 public:
  // Borrows the fold. Requires: can_serve. Knows shortest paths if `is_shortest` and the fold has lengths.
  FoldPaths(const Ground& ground, const Fold& fold, bool is_shortest);

  // Steps from ends are priced by the norm alone; paths are pulled taut without a radius.
  static bool can_serve(const Ground& ground, const Fold& fold) {
    const Profile& profile = ground.profile();
    return fold.portals.is_direct && !(profile.radius > 0) && !profile.is_timed();
  }

  void prefetch(const End& end) const { __builtin_prefetch(&portals_.faces[end.face]); }
  bool may_see(const End& start, const End& goal) const { return visibility_.may_see(start, goal); }
  // True where both lie at different faces from which it is known how the core is reached.
  bool can_join(const End& start, const End& goal) const;
  // True where can_join, and no route that avoids the core can be cheaper.
  bool meet_in_core(const End& start, const End& goal) const {
    return can_join(start, goal) &&
           !may_meet(portals_.faces[start.face], portals_.faces[goal.face]);
  }

  // From here on these are the ends: by which junctions they reach the core, and the cheapest route
  // through it. Requires: can_join.
  void join(const End& start, const End& goal);
  // Of that route; kShut: there is none.
  Distance core_cost() const { return core_cost_; }

  // Lays the route through the core; or any route of the graph.
  void lay_core();
  void lay(const Ground& ground, const Route& route);
  Route copy_route(Route old) const { return route_.copy_route(std::move(old)); }

  // Begins the search for the shortest path. False where the route's taut path is that, or it is not known.
  bool begin_shortest();
  SearchEnd advance_shortest(Budget& budget) { return shortest_->advance(budget); }
  // The portals of the shortest path if that was found, else of what was laid.
  PortalRuns take_portals(bool is_shortest, PortalRuns old);

  std::size_t bytes() const { return shortest_ ? shortest_->bytes() : 0; }

 private:
  void locate(const End& at, CoreEnd& end) const;
  void list_exits(CoreEnd& end, bool is_start) const;
  Cost step_cost(Vec3 from, Vec3 to) const;
  Distance choose_exits();
  void fetch_row(JunctionId to) const;
  bool is_at_one_face() const;

  const Fold& fold_;
  const FoldPortals& portals_;
  FoldVisibility visibility_;
  Profile profile_;
  double quantum_;
  PortalTable table_;

  CoreEnd start_;
  CoreEnd goal_;
  Distance core_cost_ = kShut;
  std::uint32_t start_exit_ = 0;  // of the route through the core
  std::uint32_t goal_exit_ = 0;
  PortalRoute route_;
  PortalRoute path_;                      // the shortest
  std::optional<FoldShortest> shortest_;  // none: not wanted, or not known
};

FoldPaths::FoldPaths(const Ground& ground, const Fold& fold, bool is_shortest)
    : fold_(fold),
      portals_(fold.portals),
      visibility_(fold),
      profile_(ground.profile()),
      quantum_(ground.metric().quantum()),
      table_{portals_.ends.data(), portals_.ids.data(), portals_.corners.data(),
             largest_coordinate(ground.world().mesh)},
      route_(fold),
      path_(fold) {
  const Mesh& mesh = ground.world().mesh;
  if (ground.pricer().is_even_mesh()) table_.level = mesh.arrays().vertices.span().front().z;
  if (is_shortest && !fold.passage_pairs.empty()) shortest_.emplace(fold, table_.most);
}

bool FoldPaths::can_join(const End& start, const End& goal) const {
  constexpr auto kNone = FoldFace::Kind::none;
  return start.face != goal.face && portals_.faces[start.face].kind != kNone &&
         portals_.faces[goal.face].kind != kNone;
}

void FoldPaths::join(const End& start, const End& goal) {
  locate(start, start_);
  locate(goal, goal_);
  list_exits(start_, true);
  list_exits(goal_, false);
  core_cost_ = choose_exits();
}

void FoldPaths::locate(const End& at, CoreEnd& end) const {
  end.surface_point = at.surface_point();
  end.face = &portals_.faces[at.face];
}

// As the graph joins ends (graph/kinds/portal.cpp).
Cost FoldPaths::step_cost(Vec3 from, Vec3 to) const {
  return quanta(speed_model::norm(profile_, to - from) / quantum_);
}

// The junctions by which an end reaches the core, and what it takes to get there.
void FoldPaths::list_exits(CoreEnd& end, bool is_start) const {
  const FoldFace& face = *end.face;
  const Vec3 p = end.surface_point.point;
  const auto step = [&](Vec3f node) {
    return Distance{is_start ? step_cost(p, node) : step_cost(node, p)};
  };
  const Cost first = is_start ? face.out_first : face.in_first;
  const Cost last = is_start ? face.out_last : face.in_last;
  if (face.core == FoldFace::Kind::chain) {
    const Distance low = step(face.low);
    const Distance high = face.kind == FoldFace::Kind::tree ? low : step(face.high);
    end.exits.resize(2);
    end.exits[0] = {face.first, low + first};
    end.exits[1] = {face.last, high + last};
    return;
  }
  const std::uint32_t begin = portals_.exit_first[face.core_at];
  end.exits.resize(portals_.exit_first[face.core_at + 1] - begin);
  const BranchExit* exits = portals_.exits.data() + begin;
  if (face.kind == FoldFace::Kind::branch) {
    for (std::size_t i = 0; i < end.exits.size(); ++i) {
      end.exits[i] = {exits[i].junction, step(exits[i].middle)};
    }
    return;
  }
  const Distance base = step(face.low) + first;
  const FoldJoin* joins = fold_.joins.data() + fold_.roots[face.root].first_join;
  for (std::size_t i = 0; i < end.exits.size(); ++i) {
    end.exits[i] = {exits[i].junction, base + (is_start ? joins[i].out : joins[i].in)};
  }
}

// The exits by which the core connects both ends at the least cost, which it returns.
Distance FoldPaths::choose_exits() {
  const std::size_t count = fold_.junctions.size();
  Distance least = kShut;
  for (std::uint32_t k = 0; k < goal_.exits.size(); ++k) {
    const FoldExit& to = goal_.exits[k];
    const Cost* row = fold_.distances.data() + to.junction.value * count;
    for (std::uint32_t i = 0; i < start_.exits.size(); ++i) {
      const Cost between = row[start_.exits[i].junction.value];
      const Distance sum = start_.exits[i].cost + between + to.cost;
      if (sum >= least || between == kForbidden) continue;
      least = sum;
      start_exit_ = i;
      goal_exit_ = k;
    }
  }
  if (least < kShut) fetch_row(goal_.exits[goal_exit_].junction);
  return least;
}

// The row of the table that the route is read off from, or the most of it.
void FoldPaths::fetch_row(JunctionId to) const {
  constexpr std::size_t kMost = 64 * 64;
  const std::size_t count = fold_.junctions.size();
  const auto* row = reinterpret_cast<const char*>(fold_.distances.data() + to.value * count);
  const std::size_t bytes = std::min(kMost, count * sizeof(Cost));
  for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(row + i);
}

void FoldPaths::lay_core() {
  route_.begin(start_.surface_point.face);
  route_.climb(start_, start_exit_);
  route_.follow_table(start_.exits[start_exit_].junction, goal_.exits[goal_exit_].junction);
  route_.descend(goal_, goal_exit_);
}

void FoldPaths::lay(const Ground& ground, const Route& route) {
  route_.begin(start_.surface_point.face);
  route_.add_nodes(ground, route.nodes, route.arcs, goal_.surface_point.face);
}

// ---- The shortest path.

// True when both ends lie at one face of the core, or in dead ends at it: faces are convex, so that no shortest
// path leaves it.
bool FoldPaths::is_at_one_face() const {
  return start_.face->core == goal_.face->core && start_.face->core_at == goal_.face->core_at;
}

bool FoldPaths::begin_shortest() {
  if (!shortest_ || core_cost_ >= kShut || is_at_one_face()) return false;
  shortest_->begin(start_, goal_);
  return true;
}

PortalRuns FoldPaths::take_portals(bool is_shortest, PortalRuns old) {
  old.table = table_;
  const bool is_laid = is_shortest && shortest_->lay(start_, goal_, path_);
  old.runs = (is_laid ? path_ : route_).take_runs(std::move(old.runs));
  old.is_final = is_laid || portals_.is_walled || (shortest_ && is_at_one_face());
  return old;
}

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

// ---- The search.

class FoldSearch final : public RouteSearch {
 public:
  FoldSearch(const Ground& ground, Fold fold, const FoldSearchOptions& options)
      : ground_(ground),
        fold_(std::move(fold)),
        whole_(ground_),
        meetings_(ground_, fold_, whole_),
        note_(note_of(fold_)) {
    if (FoldPaths::can_serve(ground_, fold_)) paths_.emplace(ground_, fold_, options.is_shortest);
  }

  void prefetch(const End& end) const override {
    if (paths_) paths_->prefetch(end);
  }
  bool may_see(const End& start, const End& goal) const override {
    return !paths_ || paths_->may_see(start, goal);
  }
  bool needs_task(const Ends& ends) const override;
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override;
  const NodeBank* seen() const override { return mode_ == Mode::whole ? whole_.seen() : nullptr; }
  const char* note() const override { return note_.c_str(); }

  std::size_t bytes() const override { return fold_.bytes(); }
  std::size_t scratch_bytes() const override {
    return whole_.scratch_bytes() + meetings_.bytes() + (paths_ ? paths_->bytes() : 0);
  }
  std::vector<NodeId> settled_nodes() const override;

 private:
  enum class Mode : std::uint8_t { two_ends, meetings, whole };
  enum class Shortest : std::uint8_t { none, sought, found };

  void join_winners();
  void seek_shortest();

  Ground ground_;
  Fold fold_;
  AStarSearch whole_;  // and the heuristic of searches over the core
  FoldMeetings meetings_;
  std::string note_;
  std::optional<FoldPaths> paths_;  // none: it knows no portals

  Mode mode_ = Mode::whole;
  SearchRequest query_;
  bool is_joined_ = false;  // paths_ knows the ends of the route
  Shortest shortest_ = Shortest::none;
};

// False for two ends whose routes to the core are known and that cannot meet before it.
bool FoldSearch::needs_task(const Ends& ends) const {
  return !paths_ || !ends.is_plain() || !ends.are_two() ||
         !paths_->meet_in_core(ends.starts.front(), ends.goals.front());
}

void FoldSearch::begin(const SearchRequest& query) {
  query_ = query;
  shortest_ = Shortest::none;
  is_joined_ = false;
  if (!query.has_task) {
    mode_ = Mode::two_ends;
    paths_->join(query.ends.starts.front(), query.ends.goals.front());
    is_joined_ = paths_->core_cost() < kShut;
    if (!is_joined_) return;
    paths_->lay_core();
    return seek_shortest();
  }
  const bool is_for_fold = fold_.core != FoldCore::whole && FoldMeetings::can_serve(query);
  mode_ = is_for_fold ? Mode::meetings : Mode::whole;
  if (!is_for_fold) return whole_.begin(query);
  meetings_.begin(query);
  if (paths_ && meetings_.has_route()) join_winners();
}

// The ends of the cheapest route.
void FoldSearch::join_winners() {
  const Route& route = meetings_.route();
  const Ends& ends = query_.ends;
  const End& start = ends.starts[cheapest_seed(query_.task.sources, route.nodes.front())->end];
  const End& goal = ends.goals[cheapest_seed(query_.task.goals, route.nodes.back())->end];
  is_joined_ = paths_->can_join(start, goal);
  if (!is_joined_) return;
  paths_->join(start, goal);
  seek_shortest();
}

void FoldSearch::seek_shortest() {
  if (query_.wants_shortest && paths_->begin_shortest()) shortest_ = Shortest::sought;
}

// Where the budget is spent before the shortest path is found, the route's own taut path has to do.
SearchEnd FoldSearch::advance(Budget& budget) {
  if (mode_ == Mode::whole) return whole_.advance(budget);
  if (shortest_ == Shortest::sought) {
    const SearchEnd end = paths_->advance_shortest(budget);
    if (end == SearchEnd::paused) return end;
    shortest_ = end == SearchEnd::found ? Shortest::found : Shortest::none;
  }
  if (mode_ == Mode::meetings) return meetings_.advance(budget);
  return is_joined_ ? SearchEnd::found : SearchEnd::exhausted;
}

void FoldSearch::take(FoundRoute& found) {
  if (mode_ == Mode::whole) return whole_.take(found);
  found.clear();
  const bool is_shortest = shortest_ == Shortest::found;
  if (mode_ == Mode::meetings) {
    meetings_.take(found);
    if (is_joined_ && !is_shortest) paths_->lay(ground_, found.route);
  } else {
    found.is_found = is_joined_;
    found.bound = 1;
    found.cost = paths_->core_cost();
    found.route = paths_->copy_route(std::move(found.route));
  }
  if (is_joined_) found.portals = paths_->take_portals(is_shortest, std::move(found.portals));
}

// Steps of the search for the shortest path count against the budget, but not as expanded nodes.
SearchStats FoldSearch::stats() const {
  switch (mode_) {
    case Mode::whole: return whole_.stats();
    case Mode::meetings: return meetings_.stats();
    case Mode::two_ends: break;
  }
  return {};
}

std::vector<NodeId> FoldSearch::settled_nodes() const {
  switch (mode_) {
    case Mode::whole: return whole_.settled_nodes();
    case Mode::meetings: return meetings_.settled_nodes();
    case Mode::two_ends: break;
  }
  return {};
}

}  // namespace

MadeSearch fold_search(const Ground& ground, const Fold& fold,
                       const FoldSearchOptions& options) try {
  const bool fits =
      fold.core == FoldCore::whole || fold.nodes.size() == ground.graph().node_count();
  if (fold.metric != ground.fingerprint() || !fits) return Error{"the fold is of another metric"};
  return MadeSearch(std::make_unique<FoldSearch>(ground, fold, options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
