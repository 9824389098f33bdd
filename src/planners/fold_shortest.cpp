// A* over taut paths that end at narrowest portals. The stored lengths between those bound what is
// left to the goal, and a path is pulled taut only when the search comes to it.
#include "planners/fold_shortest.hpp"

#include <algorithm>

namespace thalweg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

std::size_t most_portal_corners(std::span<const PortalRun> runs) {
  std::size_t sum = 0;
  for (const PortalRun& run : runs) sum += 2 * std::size_t{run.count};
  return sum;
}

void add_run(const FoldPortals& portals, const PortalRun& run, TautPaths::Funnel& funnel) {
  const PortalEnds* portal = portals.ends.data() + run.first;
  for (std::uint32_t i = 0; i < run.count; ++i, portal += run.step) {
    TautPaths::add_portal(funnel, *portal, run.is_out);
  }
}

}  // namespace

FoldShortest::FoldShortest(const Fold& fold, double most)
    : fold_(fold),
      portals_(fold.portals),
      strings_(fold.portals, most),
      from_goal_(fold.portals, most),
      scale_(most),
      most_steps_(most_steps(fold.portals)),
      out_of_dead_end_(fold),
      remaining_(fold, strings_) {}

// Portals of a chain, from the first to the last of these, in a direction.
PortalRun FoldShortest::portals_between(std::uint32_t first, std::uint32_t last, bool forth) {
  PortalRun run;
  run.first = first;
  run.is_out = forth;
  run.count = 1 + (forth ? last - first : first - last);
  run.step = forth ? 1 : -1;
  return run;
}

void FoldShortest::find_position(const CoreEnd& from, Position& end) {
  const FoldFace& face = *from.face;
  const bool is_chain = face.core == FoldFace::Kind::chain;
  end.point = from.surface_point.point.xy();
  end.passage_end = is_chain ? PassageEndId() : PassageEndId(face.core_at);
  end.passage = is_chain ? fold_.slots[face.core_at].chain : Position::kNone;
  end.portal = portals_.first_slot + face.core_at;
  out_of_dead_end_.begin(from.surface_point.face);
  out_of_dead_end_.climb_dead_end(from);
  end.tree.assign(out_of_dead_end_.runs().begin(), out_of_dead_end_.runs().end());
}

// The string out of an end's dead end.
FoldShortest::Kept FoldShortest::begin(const Position& end, TautPaths& strings) const {
  const Kept point = strings.begin(end.point);
  if (end.tree.empty()) return point;
  return strings.extend(point, most_portal_corners(end.tree), [&](Funnel& funnel) {
    for (const PortalRun& run : end.tree) add_run(portals_, run, funnel);
  });
}

// Pulls strings from an end over the narrowest portal of its chain: calls at_portal(string,
// directed passage). Where it crosses no narrowest portal, and at a branch: at_passage_end(string,
// passage end, directed passage by which it comes there; none: from the branch itself).
template <class AtPortal, class AtPassageEnd>
void FoldShortest::spread(const Position& end, TautPaths& strings, const AtPortal& at_portal,
                          const AtPassageEnd& at_passage_end) {
  const Kept first = begin(end, strings);
  if (!end.passage_end.is_none())
    return at_passage_end(first, end.passage_end, DirectedPassageId());
  const std::uint32_t narrowest = portals_.narrowest_portals[end.passage];
  const FoldChain& chain = fold_.chains[end.passage];
  for (const bool forth : {false, true}) {
    const DirectedPassageId directed = directed_passage(end.passage, forth);
    const bool is_narrowest_ahead = !end.is_behind(narrowest, forth);
    const std::uint32_t next = forth ? end.portal + 1 : end.portal;
    const std::uint32_t junction = portals_.first_slot + (forth ? chain.last : chain.first);
    const PortalRun run = portals_between(next, is_narrowest_ahead ? narrowest : junction, forth);
    const Kept at = strings.extend(first, 2 * std::size_t{run.count},
                                   [&](Funnel& funnel) { add_run(portals_, run, funnel); });
    if (is_narrowest_ahead) {
      at_portal(at, directed);
    } else {
      at_passage_end(at, portals_.directed_passages[directed.value].passage_end, directed);
    }
  }
}

// The narrowest portals before the goal.
void FoldShortest::list_targets() {
  from_goal_.clear();
  spread(
      goal_, from_goal_,
      [&](const Kept& at, DirectedPassageId directed) { from_goal_.take(at, directed, {}); },
      [&](const Kept& at, PassageEndId passage_end, DirectedPassageId by) {
        for (const DirectedPassageId directed : portals_.passages_from[passage_end]) {
          if (by.is_none() || directed != reverse_of(by)) from_goal_.enter(at, directed);
        }
      });
  remaining_.begin(from_goal_);
}

void FoldShortest::list_entries() {
  entries_.clear();
  if (goal_.passage == Position::kNone) return;
  for (const bool forth : {false, true}) {
    const DirectedPassageId directed = directed_passage(goal_.passage, forth);
    if (!may_land_behind(directed))
      entries_.push_back(
          {portals_.directed_passages[reverse_of(directed).value].passage_end, directed});
  }
}

// Metres over some portals of the goal's chain, and into its dead end.
double FoldShortest::length_to_goal(const Kept& at, const PortalRun& along) {
  const std::size_t most = 2 * std::size_t{along.count} + most_portal_corners(goal_.tree);
  return strings_.length_to(goal_.point, at, most, [&](Funnel& funnel) {
    add_run(portals_, along, funnel);
    for (std::size_t i = goal_.tree.size(); i-- > 0;) {
      add_run(portals_, goal_.tree[i].reversed(), funnel);
    }
  });
}

// Calls visit(landing, metres) if the path is the shortest so far.
template <class Visit>
void FoldShortest::land(const Landing& landing, double metres, const Visit& visit) {
  if (!(metres < best_)) return;
  best_ = metres;
  landings_.push_back(landing);
  visit(LandingId(static_cast<std::uint32_t>(landings_.size() - 1)), metres);
}

// True where a path over a directed passage comes to the goal only behind its narrowest portal.
bool FoldShortest::may_land_behind(DirectedPassageId directed) const {
  return passage_of(directed) == goal_.passage &&
         goal_.is_behind(portals_.narrowest_portals[goal_.passage], is_forth(directed));
}

bool FoldShortest::has_landing(PassageEndId passage_end) const {
  if (passage_end == goal_.passage_end) return true;
  return std::ranges::any_of(entries_,
                             [&](const Entry& entry) { return entry.passage_end == passage_end; });
}

// From a passage end, which a string (none: the start's own) came to by a directed passage (none:
// it starts there), to the goal.
template <class Visit>
void FoldShortest::land_at(const Kept& at, PassageEndId passage_end, DirectedPassageId by,
                           FunnelStateId last, const Visit& visit) {
  using Kind = Landing::Kind;
  const std::uint32_t exit = !by.is_none() && is_forth(by) ? 1 : 0;
  if (passage_end == goal_.passage_end) {
    PortalRun none;
    none.count = 0;
    return land({Kind::passage_end, last, {}, exit}, length_to_goal(at, none), visit);
  }
  for (const Entry& entry : entries_) {
    if (entry.passage_end != passage_end || (!by.is_none() && entry.directed == reverse_of(by)))
      continue;
    const FoldChain& chain = fold_.chains[goal_.passage];
    const bool forth = is_forth(entry.directed);
    const PortalRun along =
        portals_between(portals_.first_slot + (forth ? chain.first : chain.last),
                        forth ? goal_.portal : goal_.portal + 1, forth);
    land({Kind::before, last, entry.directed, exit}, length_to_goal(at, along), visit);
  }
}

// Steps, and what their strings lead to.
struct FoldShortest::View {
  using Node = TautStepId;
  using Arc = LandingId;

  FoldShortest& paths;

  std::uint32_t node_count() const { return paths.most_steps_; }

  template <class Visit>
  void for_each_arc(TautStepId step, const Visit& visit) const {
    TautPaths& strings = paths.strings_;
    if (!strings.is_string(step)) paths.remaining_.fetch(strings.directed(step));
    const FunnelStateId at = strings.pull(step);
    if (at.is_none()) return;
    const Distance here = paths.scratch_.bank[step].g;
    const auto offer = [&](LandingId landing, TautStepId next, double metres) {
      const Distance there = paths.scale_(metres);
      visit(landing, next, there > here ? there - here : Distance{1});
    };
    const auto offer_landing = [&](LandingId landing, double metres) {
      offer(landing, TautStepId(node_count()), metres);
    };
    const TautPaths::FunnelState string = strings[at];
    if (!strings.is_string(step)) {  // now its length is known: it may have to wait again
      const double metres = paths.least(at);
      if (!(metres < paths.best_)) return;
      const bool has_room = strings.step_count() < paths.most_steps_;
      if (paths.scale_(metres) > here && has_room) return offer({}, strings.add_step(at), metres);
    }
    if (paths.may_land_behind(string.directed)) {
      if (paths.start_.passage == paths.goal_.passage && paths.is_own_passage(at))
        return;  // try_direct
      return paths.land({Landing::Kind::behind, at, {}, 0}, paths.length_behind(string),
                        offer_landing);
    }
    const PassageEndId passage_end =
        paths.portals_.directed_passages[string.directed.value].passage_end;
    if (paths.has_landing(passage_end)) {
      paths.land_at(strings.leave(at), passage_end, string.directed, at, offer_landing);
      if (passage_end == paths.goal_.passage_end) return;
    }
    const double turn = strings.turn(string);
    for (const FoldTransition& transition : paths.portals_.transitions[string.directed]) {
      const PortalLengths lengths = strings.least_over(string, turn, transition);
      if (!strings.is_needed(transition.to, lengths) || paths.is_left_to_landing(transition.to))
        continue;
      const double metres = paths.remaining_.least(transition.to, lengths);
      if (!(metres < paths.best_) || strings.step_count() >= paths.most_steps_) continue;
      offer({}, strings.add_step(at, transition), metres);
    }
  }
};

// Metres to the goal behind the narrowest portal that a string has crossed.
double FoldShortest::length_behind(const TautPaths::FunnelState& string) {
  const std::uint32_t narrowest = portals_.narrowest_portals[passage_of(string.directed)];
  const bool forth = is_forth(string.directed);
  const std::uint32_t last = forth ? goal_.portal : goal_.portal + 1;
  PortalRun along = portals_between(narrowest, last, forth);
  along.first += static_cast<std::uint32_t>(along.step);
  --along.count;
  return length_to_goal(string.kept, along);
}

// The path along the chain that both ends lie at.
void FoldShortest::try_direct() {
  if (start_.passage == Position::kNone || start_.passage != goal_.passage) return;
  const bool forth = start_.portal < goal_.portal;
  const PortalRun along = portals_between(forth ? start_.portal + 1 : start_.portal,
                                          forth ? goal_.portal : goal_.portal + 1, forth);
  land({}, length_to_goal(begin(start_, strings_), along),
       [&](LandingId landing, double metres) { note_direct(landing, metres); });
}

void FoldShortest::add_source(FunnelStateId id, const Root& root) {
  if (id.is_none()) return;
  roots_.resize(strings_.size());
  roots_[id.value] = root;
  sources_.push_back({strings_.add_step(id), scale_(least(id))});
}

void FoldShortest::list_sources() {
  sources_.clear();
  roots_.clear();
  spread(
      start_, strings_,
      [&](const Kept& at, DirectedPassageId directed) {
        add_source(strings_.take(at, directed, {}), {is_forth(directed) ? 1u : 0u, true});
      },
      [&](const Kept& at, PassageEndId passage_end, DirectedPassageId by) {
        land_at(at, passage_end, by, {},
                [&](LandingId landing, double metres) { note_direct(landing, metres); });
        for (const DirectedPassageId directed : portals_.passages_from[passage_end]) {
          if ((!by.is_none() && directed == reverse_of(by)) || is_left_to_landing(directed))
            continue;
          add_source(strings_.enter(at, directed),
                     {!by.is_none() && is_forth(by) ? 1u : 0u, false});
        }
      });
}

void FoldShortest::begin(const CoreEnd& start, const CoreEnd& goal) {
  strings_.clear();
  landings_.clear();
  best_ = kFar;
  direct_ = kUnreached;
  find_position(start, start_);
  find_position(goal, goal_);
  list_targets();
  list_entries();
  try_direct();
  list_sources();
  // A step's cost is already the lower bound of the whole path, so the loop needs no heuristic.
  running_.hold(BestFirst(View{*this}, NoHeuristic{},
                          SearchTaskOf<TautStepId>{sources_, {}, direct_}, scratch_));
}

// ---- From the strings of the path found to its junctions.

std::uint32_t FoldShortest::exit_of(const CoreEnd& end, JunctionId junction) const {
  for (std::uint32_t i = 0; i < end.exits.size(); ++i) {
    if (end.exits[i].junction == junction) return i;
  }
  return 0;
}

// The exit by which a path leaves the start.
std::uint32_t FoldShortest::start_exit(const Landing& landing, const CoreEnd& start) const {
  if (start_.passage == Position::kNone) {
    const DirectedPassageId first =
        path_.empty() ? landing.directed : strings_[path_.front()].directed;
    return exit_of(start, portals_.directed_passages[first.value].from);
  }
  return path_.empty() ? landing.start_exit : roots_[path_.front().value].exit;
}

// The strings of a path, and the junctions that it passes between the exits of its ends.
void FoldShortest::list_junctions(const Landing& landing) {
  using Kind = Landing::Kind;
  path_.clear();
  for (FunnelStateId at = landing.last; !at.is_none(); at = strings_[at].parent)
    path_.push_back(at);
  std::ranges::reverse(path_);
  passed_.clear();
  for (const FunnelStateId id : path_) {
    if (is_own_passage(id)) continue;  // the start has left it
    const DirectedPassage& directed = portals_.directed_passages[strings_[id].directed.value];
    passed_.push_back(directed.from);
    const bool is_last = landing.kind == Kind::behind && id == landing.last;
    if (!is_last) passed_.push_back(directed.to);
  }
  if (landing.kind == Kind::before)
    passed_.push_back(portals_.directed_passages[landing.directed.value].from);
}

bool FoldShortest::lay(const CoreEnd& start, const CoreEnd& goal, PortalRoute& runs) {
  using Kind = Landing::Kind;
  const auto end = scratch_.bank[TautStepId(most_steps_)];
  const Landing& landing = landings_[end.parent.is_none() ? direct_landing_.value : end.arc.value];
  if (landing.kind == Kind::direct) {
    runs.along_chain(start, goal);
    return true;
  }
  list_junctions(landing);
  const std::uint32_t exit = start_exit(landing, start);
  const auto goal_exit = [&]() -> std::uint32_t {
    if (landing.kind == Kind::passage_end)
      return exit_of(goal, passed_.empty() ? start.exits[exit].junction : passed_.back());
    const bool is_before = landing.kind == Kind::before;
    return is_forth(is_before ? landing.directed : strings_[landing.last].directed) ? 0 : 1;
  };
  return runs.lay_over(start, exit, passed_, goal, goal_exit());
}

std::size_t FoldShortest::bytes() const {
  return strings_.bytes() + from_goal_.bytes() + scratch_.bytes() + remaining_.bytes() +
         landings_.capacity() * sizeof(Landing);
}

}  // namespace thalweg
