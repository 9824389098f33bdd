// Straight lines are denied by octagons of what can be seen past gates; routes through the core are read
// off the table.
#include "planners/fold_paths.hpp"

#include <algorithm>

#include "path/exact_points.hpp"
#include "price/speed_model_norm.hpp"

namespace thalweg {

FoldPaths::FoldPaths(const Ground& ground, const Fold& fold, bool is_shortest)
    : fold_(fold),
      gates_(fold.gates),
      profile_(ground.profile()),
      quantum_(ground.metric().quantum()),
      table_{gates_.gates.data(), gates_.portals.data(), gates_.corners.data(),
             largest_coordinate(ground.world().mesh)},
      route_(fold),
      path_(fold) {
  const Mesh& mesh = ground.world().mesh;
  if (ground.pricer().is_even_mesh()) table_.level = mesh.arrays().vertices.span().front().z;
  if (is_shortest && !fold.passage_pairs.empty()) shortest_.emplace(fold, table_.most);
}

// Steps from ends are priced by the norm alone; paths are pulled taut without a radius.
bool FoldPaths::can_serve(const Ground& ground, const Fold& fold) {
  const FoldPortals& gates = fold.gates;
  return fold.core == FoldCore::table && !gates.empty() && gates.is_direct &&
         has_one_price(ground) && !(ground.profile().radius > 0) && !ground.profile().is_timed();
}

// ---- What may be seen.

// False where the line passes a gate by.
bool FoldPaths::may_cross(std::uint32_t gate, const Line& line) const {
  const PortalEnds& at = gates_.gates[gate];
  return orientation(line.from, line.to, at.left.xy()) *
             orientation(line.from, line.to, at.right.xy()) <=
         0;
}

// False where the straight line from the face behind a slot does not cross all slots on that side.
bool FoldPaths::may_see_along(std::uint32_t slot, bool to_first, const Line& line) const {
  const FoldChain& chain = fold_.chains[fold_.slots[slot].chain];
  const std::uint32_t base = gates_.first_slot;
  const std::uint32_t begin = to_first ? chain.first : slot + 1;
  const std::uint32_t end = to_first ? slot + 1 : chain.last + 1;
  for (std::uint32_t at = begin; at < end; ++at) {
    if (!may_cross(base + at, line)) return false;
  }
  return true;
}

// False where the straight line does not get out of the end's dead end.
bool FoldPaths::may_see_up(std::uint32_t gate, const Line& line) const {
  while (gate != kNoFold) {
    if (!may_cross(gate, line)) return false;
    const FoldRun& run = fold_.runs[fold_.tree[gate].run];
    gate = gate == run.head ? run.parent : gate - 1;
  }
  return true;
}

// False where the end of the line is out of sight past a gate. Where it starts at an end of the gate, it may
// also turn about that corner first.
bool FoldPaths::may_see_past(std::uint32_t gate, const VisibilityBound& sight,
                             const Line& out) const {
  if (sight.holds(out.to)) return true;
  const Vec2 from = out.from;
  const Vec2 rounded{static_cast<float>(from.x), static_cast<float>(from.y)};
  if (rounded != from) return false;  // not a corner
  return gates_.gates[gate].left.xy() == from || gates_.gates[gate].right.xy() == from;
}

// False where the line does not get out of the dead end, chain or branch that it starts in: it must cross
// each gate up to a junction past which its end can be seen.
bool FoldPaths::may_see_out(const FoldFace& face, const Line& out) const {
  const auto is_out = [&] { return face.kind != FoldFace::Kind::tree || may_see_up(face.at, out); };
  if (face.core == FoldFace::Kind::chain) {
    const std::uint32_t number = fold_.slots[face.core_at].chain;
    const FoldChain& chain = fold_.chains[number];
    const FoldChainVisibility& sights = gates_.sights[number];
    const std::uint32_t base = gates_.first_slot;
    const auto may_see = [&](std::uint32_t slot, const VisibilityBound& sight) {
      return may_see_past(base + slot, sight, out) &&
             may_see_along(face.core_at, slot == chain.first, out);
    };
    return (may_see(chain.first, sights.first) || may_see(chain.last, sights.last)) && is_out();
  }
  const FoldExitGate* exit = gates_.exits.data() + gates_.exit_first[face.core_at];
  const FoldExitGate* last = gates_.exits.data() + gates_.exit_first[face.core_at + 1];
  for (; exit != last; ++exit) {
    const std::uint32_t gate = gates_.first_junction + exit->junction.value;
    if (!may_see_past(gate, exit->sight, out)) continue;
    if (may_cross(gate, out)) return is_out();
  }
  return false;
}

bool FoldPaths::may_see(const End& start, const End& goal) const {
  const FoldFace& from = gates_.faces[start.face];
  const FoldFace& to = gates_.faces[goal.face];
  const bool is_known = from.kind != FoldFace::Kind::none && to.kind != FoldFace::Kind::none;
  if (!is_known || start.face == goal.face || may_meet(from, to)) return true;
  const Line line{start.point.xy(), goal.point.xy()};
  return may_see_out(from, line) && may_see_out(to, {line.to, line.from});
}

// ---- Ends and routes.

bool FoldPaths::can_join(const End& start, const End& goal) const {
  constexpr auto kNone = FoldFace::Kind::none;
  return start.face != goal.face && gates_.faces[start.face].kind != kNone &&
         gates_.faces[goal.face].kind != kNone;
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
  end.face = &gates_.faces[at.face];
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
  const std::uint32_t begin = gates_.exit_first[face.core_at];
  end.exits.resize(gates_.exit_first[face.core_at + 1] - begin);
  const FoldExitGate* exits = gates_.exits.data() + begin;
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

// True where both ends may lie in one dead end, at one clique of the core or along one chain.
bool FoldPaths::may_meet(const FoldFace& a, const FoldFace& b) {
  if (a.core != b.core) return false;
  if (a.core == FoldFace::Kind::branch) return a.core_at == b.core_at;
  return a.first == b.first && a.last == b.last;
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
  route_.core_arc(start_.exits[start_exit_].junction, goal_.exits[goal_exit_].junction);
  route_.descend(goal_, goal_exit_);
}

void FoldPaths::lay(const Ground& ground, const Route& route) {
  route_.begin(start_.surface_point.face);
  route_.add_nodes(ground, route.nodes, route.arcs, goal_.surface_point.face);
}

Route FoldPaths::copy_route(Route old) const {
  const std::size_t count = route_.portal_count();
  old.nodes.resize(count);
  old.arcs.resize(count - 1);
  NodeId* node = old.nodes.data();
  ArcId* arc = old.arcs.data();
  for (const PortalRun& run : route_.runs()) {
    const PortalIds* portal = table_.ids + run.first;
    for (std::uint32_t left = run.count;;) {
      *node++ = portal->node;
      if (--left == 0) break;
      const ArcId out = portal->out_arc;
      portal += run.step;
      *arc++ = run.is_out ? out : portal->back_arc;
    }
    if (!run.next_arc.is_none()) *arc++ = run.next_arc;
  }
  return old;
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
  old.is_final = is_laid || gates_.is_walled || (shortest_ && is_at_one_face());
  return old;
}

}  // namespace thalweg
