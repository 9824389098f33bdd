#include "planners/fold_lane.hpp"

#include <algorithm>
#include <cmath>

#include "graph/pace_norm.hpp"
#include "graph/sight_nodes.hpp"
#include "graph/walks.hpp"
#include "planners/straight.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
FoldLane::FoldLane(const Ground& ground, const Fold& fold, const FoldRoutes& routes,
                   FoldUnfolder& unfolder, bool is_shortest)
    : ground_(ground),
      fold_(fold),
      gates_(fold.gates),
      routes_(routes),
      unfolder_(unfolder),
      mesh_(ground.world().mesh),
      profile_(ground.profile()),
      quantum_(ground.metric().quantum()),
      span_(ground),
      is_level_(ground.pricer().is_even_mesh()),
      runs_(fold),
      string_(fold.gates, largest_coordinate(mesh_)) {
  if (is_shortest && !fold.neck_pairs.empty()) {
    shortest_.emplace(fold, largest_coordinate(mesh_));
  }
}

// Steps from ends are priced by the norm alone; strings are pulled without a radius.
bool FoldLane::can_serve(const Ground& ground, const Fold& fold) {
  const FoldGates& gates = fold.gates;
  return fold.core == FoldCore::table && !gates.empty() && gates.is_direct &&
         has_one_price(ground) && !(ground.profile().radius > 0) && !ground.profile().is_timed();
}

bool FoldLane::is_simple(const Query& query) const {
  // Past corners in the open other planners pull strings on; the shortest paths cannot be pulled further.
  const bool is_pulled_on = !gates_.is_walled && query.shape_options.pull_again;
  const bool is_taut = query.shape == Shape::cheapest
                           ? !is_pulled_on || is_shortest(query)
                           : query.shape == Shape::funnel && !is_pulled_on;
  return is_taut && query.more_starts.empty() && query.more_goals.empty() &&
         query.filter == nullptr && query.blocked.empty() && !(query.radius > 0) &&
         !query.shape_options.every_crossing && query.reach >= 0 && query.weight >= 0 &&
         query.weight <= 1;
}

bool FoldLane::find(const Query& query, Answer& answer) {
  if (!is_simple(query) || !find_ends(query)) return false;
  edges_.clear();
  const bool is_one_face = start_.spot.face == goal_.spot.face;
  if (query.try_straight && (is_one_face || sees_goal())) {
    if (const auto cost = cost_of_straight()) {
      write_straight(query, *cost, answer);
      return true;
    }
  }
  if (is_one_face) return false;
  core_cost_ = choose_exits();
  const bool is_found = may_meet_before_core() ? meet_anywhere() : meet_in_core();
  return is_found && write(query, answer);
}

bool FoldLane::find_ends(const Query& query) {
  const Frame frame = ground_.world().frame(query.axes);
  const Vec3 goal = frame.to_local(query.goal);
  ground_.world().locator.prefetch(goal.xy());
  return place(frame.to_local(query.start), query.reach, start_) &&
         place(goal, query.reach, goal_) && lift(start_, true) && lift(goal_, false);
}

bool FoldLane::place(Vec3 local, double reach, CoreEnd& end) const {
  const World& world = ground_.world();
  const Pricer& pricer = ground_.pricer();
  const auto may_stand = [&](FaceId face) { return pricer.may_enter(face); };
  const Location at =
      locate(world.mesh, world.locator, local, {.reach = reach, .accepts = may_stand});
  if (!at.found()) return false;
  end.spot = {at.face, at.point};
  end.face = &gates_.faces[at.face];
  __builtin_prefetch(end.face);
  return true;
}

// False where the straight line from start to goal passes a gate by.
bool FoldLane::may_cross(std::uint32_t gate) const {
  const Vec2 from = start_.spot.point.xy();
  const Vec2 to = goal_.spot.point.xy();
  const PortalEnds& at = gates_.gates[gate];
  return orientation(from, to, at.left.xy()) * orientation(from, to, at.right.xy()) <= 0;
}

// False where the straight line from the face behind a slot does not cross all slots on that side.
bool FoldLane::may_see_along(std::uint32_t slot, bool to_first) const {
  const FoldChain& chain = fold_.chains[fold_.slots[slot].chain];
  const std::uint32_t base = gates_.first_slot;
  const std::uint32_t begin = to_first ? chain.first : slot + 1;
  const std::uint32_t end = to_first ? slot + 1 : chain.last + 1;
  for (std::uint32_t at = begin; at < end; ++at) {
    if (!may_cross(base + at)) return false;
  }
  return true;
}

// False where the straight line does not get out of the end's dead end.
bool FoldLane::may_see_up(std::uint32_t gate) const {
  while (gate != kNoFold) {
    if (!may_cross(gate)) return false;
    const FoldRun& run = fold_.runs[fold_.tree[gate].run];
    gate = gate == run.head ? run.parent : gate - 1;
  }
  return true;
}

// False where `other` is out of sight past a gate. Where the line starts at an end of the gate, it may also
// turn about that corner first.
bool FoldLane::may_see_past(std::uint32_t gate, const FoldSight& sight, Vec2 from,
                            Vec2 other) const {
  if (sight.holds(other)) return true;
  const Vec2 rounded{static_cast<float>(from.x), static_cast<float>(from.y)};
  if (rounded != from) return false;  // not a corner
  return gates_.gates[gate].left.xy() == from || gates_.gates[gate].right.xy() == from;
}

// False where the straight line to `other` does not get out of the end's dead end, chain or branch: it
// must cross each gate on the way to a junction, past which `other` can be seen.
bool FoldLane::may_see_out(const CoreEnd& end, Vec2 other) const {
  const FoldFace& face = *end.face;
  const Vec2 from = end.spot.point.xy();
  const auto is_out = [&] { return face.kind != FoldFace::Kind::tree || may_see_up(face.at); };
  if (face.core == FoldFace::Kind::chain) {
    const std::uint32_t number = fold_.slots[face.core_at].chain;
    const FoldChain& chain = fold_.chains[number];
    const FoldChainSights& sights = gates_.sights[number];
    const std::uint32_t base = gates_.first_slot;
    const auto may_see = [&](std::uint32_t slot, const FoldSight& sight) {
      return may_see_past(base + slot, sight, from, other) &&
             may_see_along(face.core_at, slot == chain.first);
    };
    return (may_see(chain.first, sights.first) || may_see(chain.last, sights.last)) && is_out();
  }
  const FoldExitGate* exits = gates_.exits.data() + gates_.exit_first[face.core_at];
  for (std::uint32_t i = 0; i < end.exit_count; ++i) {
    const std::uint32_t gate = gates_.first_junction + exits[i].junction.value;
    if (!may_see_past(gate, exits[i].sight, from, other)) continue;
    if (may_cross(gate)) return is_out();
  }
  return false;
}

// Nothing where a route may be cheaper. Requires: the ends see each other.
std::optional<Distance> FoldLane::cost_of_straight() const {
  const Vec3 from = start_.spot.point;
  const Vec3 to = goal_.spot.point;
  if (is_level_) {
    return static_cast<Distance>(std::ceil(pace::norm(profile_, to - from) / quantum_));
  }
  const double price = Walks(ground_, nullptr).end_to_end(start_.spot, goal_.spot);
  return straight_cost(ground_.metric(), span_, price, from, to);
}

// The edges that the straight line crosses are then in edges_.
bool FoldLane::sees_goal() {
  edges_.clear();
  const bool is_near = may_meet_before_core();
  if (!is_near && !may_see_out(start_, goal_.spot.point.xy())) return false;
  if (!is_near && !may_see_out(goal_, start_.spot.point.xy())) return false;
  const ProfileRule by{ground_.world(), ground_.pricer()};
  const auto note = [&](EdgeId edge) { edges_.push_back(edge); };
  return line_of_sight(mesh_, start_.spot, goal_.spot, by.rule(), note);
}

// As the graph joins ends (graph/kinds/portal.cpp).
Cost FoldLane::step_cost(Vec3 from, Vec3 to) const {
  return quanta(pace::norm(profile_, to - from) / quantum_);
}

// False where only the fold itself knows how the end reaches the core.
bool FoldLane::lift(CoreEnd& end, bool is_start) const {
  const FoldFace& face = *end.face;
  const Vec3 p = end.spot.point;
  const auto step = [&](Vec3f node) {
    return Distance{is_start ? step_cost(p, node) : step_cost(node, p)};
  };
  const Cost first = is_start ? face.out_first : face.in_first;
  const Cost last = is_start ? face.out_last : face.in_last;
  if (face.core == FoldFace::Kind::chain) {
    const Distance low = step(face.low);
    const Distance high = face.kind == FoldFace::Kind::tree ? low : step(face.high);
    end.exit_count = 2;
    end.exits[0] = {face.first, low + first};
    end.exits[1] = {face.last, high + last};
    return face.kind != FoldFace::Kind::none;
  }
  if (face.kind == FoldFace::Kind::none) return false;
  const std::uint32_t begin = gates_.exit_first[face.core_at];
  end.exit_count = gates_.exit_first[face.core_at + 1] - begin;
  if (end.exit_count > CoreEnd::kMostExits) return false;
  const FoldExitGate* exits = gates_.exits.data() + begin;
  if (face.kind == FoldFace::Kind::branch) {
    for (std::uint32_t i = 0; i < end.exit_count; ++i) {
      end.exits[i] = {exits[i].junction, step(exits[i].middle)};
    }
    return true;
  }
  const Distance base = step(face.low) + first;
  const FoldJoin* joins = fold_.joins.data() + fold_.roots[face.root].first_join;
  for (std::uint32_t i = 0; i < end.exit_count; ++i) {
    end.exits[i] = {exits[i].junction, base + (is_start ? joins[i].out : joins[i].in)};
  }
  return true;
}

// True where both ends may lie in one dead end, at one clique of the core or along one chain.
bool FoldLane::may_meet_before_core() const {
  const FoldFace& a = *start_.face;
  const FoldFace& b = *goal_.face;
  if (a.core != b.core) return false;
  if (a.core == FoldFace::Kind::branch) return a.core_at == b.core_at;
  return a.first == b.first && a.last == b.last;
}

// The exits by which the core connects both ends at the least cost, which it returns.
Distance FoldLane::choose_exits() {
  const std::size_t count = fold_.junctions.size();
  Distance least = kShut;
  for (std::uint32_t k = 0; k < goal_.exit_count; ++k) {
    const CoreEnd::Exit& to = goal_.exits[k];
    const Cost* row = fold_.distances.data() + to.junction.value * count;
    for (std::uint32_t i = 0; i < start_.exit_count; ++i) {
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
void FoldLane::fetch_row(JunctionId to) const {
  constexpr std::size_t kMost = 64 * 64;
  const auto* row = reinterpret_cast<const char*>(row_to(to));
  const std::size_t bytes = std::min(kMost, fold_.junctions.size() * sizeof(Cost));
  for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(row + i);
}

void FoldLane::lay_core(FoldRoute& runs) {
  runs.begin(start_.spot.face);
  runs.climb(start_, start_exit_);
  runs.leap(start_.exits[start_exit_].junction, goal_.exits[goal_exit_].junction);
  runs.descend(goal_, goal_exit_);
}

bool FoldLane::meet_in_core() {
  cost_ = core_cost_;
  if (cost_ >= kShut) return false;
  lay_core(runs_);
  return true;
}

// By the fold itself, past the core or through it.
bool FoldLane::meet_anywhere() {
  fold_start_ = routes_.lift_point(start_.spot, true, std::move(fold_start_));
  fold_goal_ = routes_.lift_point(goal_.spot, false, std::move(fold_goal_));
  const FoldMeeting meeting = routes_.meet(fold_start_, fold_goal_);
  if (!meeting.is_found()) return false;
  nodes_ = unfolder_.unfold(fold_start_, fold_goal_, meeting, {}, std::move(nodes_));
  cost_ = meeting.cost;
  runs_.begin(start_.spot.face);
  runs_.add_nodes(ground_, nodes_.nodes, nodes_.arcs, goal_.spot.face);
  return true;
}

}  // namespace thalweg
