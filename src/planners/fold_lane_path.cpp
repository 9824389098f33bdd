// From the runs of gates to the answer.
#include "graph/walks.hpp"
#include "graph/way.hpp"
#include "planners/fold_lane.hpp"

namespace thalweg {

namespace {

// What unfolding writes next.
struct Unfolded {
  NodeId* node;
  ArcId* arc;
  CorridorStep* step;

  template <bool kIsOut>
  void copy(const PortalIds* portal, const PortalRun& run) {
    const std::ptrdiff_t stride = run.step;
    for (std::uint32_t left = run.count;;) {
      *node++ = portal->node;
      *step = {kIsOut ? portal->from : portal->to, kIsOut ? portal->out : portal->back, {}, false};
      step += run.is_crossed ? 1 : 0;
      if (--left == 0) break;
      const ArcId out = portal->out_arc;
      portal += stride;
      *arc++ = kIsOut ? out : portal->back_arc;
    }
    if (!run.next_arc.is_none()) *arc++ = run.next_arc;
  }
};

}  // namespace

// One pass over the gates: the route and the corridor.
void FoldLane::unfold(Route& route, Corridor& corridor) const {
  const std::size_t count = runs_.gate_count();
  route.nodes.resize(count);
  route.arcs.resize(count - 1);
  corridor.steps.resize(count);
  Unfolded to{route.nodes.data(), route.arcs.data(), corridor.steps.data()};
  for (const PortalRun& run : runs_.runs()) {
    const PortalIds* portal = gates_.portals.data() + run.first;
    run.is_out ? to.copy<true>(portal, run) : to.copy<false>(portal, run);
  }
  corridor.steps.resize(static_cast<std::size_t>(to.step - corridor.steps.data()));
}

// The corridor alone, where the path has left the route's.
void FoldLane::write_corridor(Corridor& corridor) const {
  corridor.steps.clear();
  for (const PortalRun& run : runs_.runs()) {
    if (!run.is_crossed) continue;
    const PortalIds* portal = gates_.portals.data() + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, portal += run.step) {
      corridor.steps.push_back({run.is_out ? portal->from : portal->to,
                                run.is_out ? portal->out : portal->back,
                                {},
                                false});
    }
  }
}

// Edges that a straight walk from a corner leaves at once, since they end there.
std::size_t FoldLane::crossed_at_start() const {
  const Vec2 start = start_.spot.point.xy();
  const auto ends_here = [&](EdgeId edge) {
    return mesh_.flat(left_corner(mesh_, edge)) == start ||
           mesh_.flat(right_corner(mesh_, edge)) == start;
  };
  std::size_t crossed = 0;
  while (crossed < edges_.size() && ends_here(edges_[crossed])) ++crossed;
  return crossed;
}

// As Shaper lays a funnel.
void FoldLane::write_points(const Frame& frame, Answer& answer) const {
  const double level = mesh_.arrays().vertices.span().front().z;
  const auto height = [&](std::size_t bend) {
    return is_level_ ? level : mesh_.point(taut_bends_[bend].corner).z;
  };
  const auto& steps = answer.corridor.steps;
  const auto bends = answer.is_straight ? std::span<const LaneBend>() : string_.bends();
  auto& points = answer.points;
  points.resize(std::max<std::size_t>(bends.size(), 2));
  PathPoint* next = points.data();
  const auto add = [&](Vec3 local, FaceId face) {
    const Vec3 p = frame.from_local(local);
    *next++ = {p.x, p.y, p.z, face, {}, mesh_.area(face)};
  };
  const auto face_behind = [&](std::size_t crossed) {
    return crossed < steps.size() ? steps[crossed].face : goal_.spot.face;
  };
  if (answer.is_straight) {
    add(start_.spot.point, face_behind(crossed_at_start()));
  } else {
    add(start_.spot.point, face_behind(bends.front().crossed));
    for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
      add({bends[i].point.x, bends[i].point.y, height(i)}, face_behind(bends[i].crossed));
    }
  }
  add(goal_.spot.point, goal_.spot.face);
}

void FoldLane::pull_path() {
  string_.pull(runs_.runs(), start_.spot.point.xy(), goal_.spot.point.xy());
}

// True when both ends lie at one face of the core, or in dead ends at it: faces are convex, so that no shortest
// path leaves it.
bool FoldLane::is_at_one_face() const {
  return start_.face->core == goal_.face->core && start_.face->core_at == goal_.face->core_at;
}

// True when runs_ are laid anew: those of the shortest path.
bool FoldLane::find_shortest(const Query& query) {
  if (!is_shortest(query) || core_cost_ >= kShut || is_at_one_face()) return false;
  if (!shortest_->find(start_, goal_, runs_)) lay_core(runs_);
  return true;
}

// The string as one through portals of the mesh. A bend is an end of the portal crossed last before it.
void FoldLane::list_bends(const Answer& answer) {
  const auto& steps = answer.corridor.steps;
  portals_.clear();
  for (const CorridorStep& step : steps) portals_.push_back(step.portal);
  taut_bends_.clear();
  const auto bends = string_.bends();
  for (std::size_t i = 0; i < bends.size(); ++i) {
    Bend bend{bends[i].point, {}, bends[i].crossed};
    if (i > 0 && i + 1 < bends.size()) {
      const EdgeId portal = portals_[bends[i].crossed - 1];
      const bool is_left = mesh_.flat(left_corner(mesh_, portal)) == bend.point;
      bend.corner = is_left ? left_corner(mesh_, portal) : right_corner(mesh_, portal);
    }
    taut_bends_.push_back(bend);
  }
}

// True where the string costs no more than the route by its cost alone, as PathBuilder::is_surely_cheap.
bool FoldLane::keeps_price(const Answer& answer) {
  list_bends(answer);
  const ProfileRule by{ground_.world(), ground_.pricer()};
  const double price = WayPricer(by).price({{start_.spot, goal_.spot, portals_}, taut_bends_});
  const double steps = static_cast<double>(answer.route.nodes.size()) + 1;
  return price <= (static_cast<double>(cost_) - steps) * quantum_;
}

// False: on ground with heights, where it takes the frame to find a path that keeps the price.
bool FoldLane::write(const Query& query, Answer& answer) {
  unfold(answer.route, answer.corridor);
  const bool is_short = find_shortest(query);
  pull_path();
  if (is_short) write_corridor(answer.corridor);
  if (!is_level_ && !keeps_price(answer)) return false;
  answer.cost = cost_;
  answer.is_straight = false;
  write_rest(query, answer);
  return true;
}

// As Planner::walk_straight.
void FoldLane::write_straight(const Query& query, Distance cost, Answer& answer) {
  answer.route.clear();
  answer.corridor.steps.clear();
  for (const EdgeId edge : edges_) {
    answer.corridor.steps.push_back({mesh_.face(edge), edge, {}, false});
  }
  answer.cost = cost;
  answer.is_straight = true;
  write_rest(query, answer);
}

void FoldLane::write_rest(const Query& query, Answer& answer) const {
  answer.corridor.start = start_.spot;
  answer.corridor.goal = goal_.spot;
  answer.ground_price = 0;
  if (query.want_ground_price) {
    write_points(Frame{}, answer);  // local coordinates
    answer.ground_price = Walks(ground_, nullptr).path_price(answer.points);
  }
  write_points(ground_.world().frame(query.axes), answer);
  answer.outcome = Outcome::found;
  answer.reason = "";
  answer.penalty = 0;
  answer.price = ground_.metric().in_units(answer.cost);
  answer.bound = 1;
  answer.start_index = 0;
  answer.goal_index = 0;
  answer.stats = {};
  const auto moved = [&](Point given, const PathPoint& used) {
    const Vec3 from = to_world(query.axes, {given.x, given.y, given.z});
    return length(from.xy() - to_world(query.axes, used.vec()).xy());
  };
  answer.start_moved = moved(query.start, answer.points.front());
  answer.goal_moved = moved(query.goal, answer.points.back());
}

}  // namespace thalweg
