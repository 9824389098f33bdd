// From the runs of gates to the answer.
#include <cmath>

#include "graph/pace_norm.hpp"
#include "planners/fold_lane.hpp"

namespace thalweg {

// One pass over the gates: the route, the corridor, and what the string is pulled through.
void FoldLane::unfold(Route& route, Corridor& corridor) {
  const std::size_t count = runs_.gate_count();
  route.nodes.resize(count);
  route.arcs.resize(count - 1);
  corridor.steps.resize(count);
  string_.gates().resize(count);
  NodeId* node = route.nodes.data();
  ArcId* arc = route.arcs.data();
  CorridorStep* step = corridor.steps.data();
  LaneGate* gate = string_.gates().data();
  for (const LaneRun& run : runs_.runs()) {
    const FoldGate* from = gates_.gates.data() + run.first;
    const FoldPortal* portal = gates_.portals.data() + run.first;
    const bool is_out = run.is_out;
    for (std::uint32_t i = 0;;) {
      *node++ = portal->node;
      *gate = LaneGate::of(*from, is_out);
      *step = {is_out ? from->from : from->to, is_out ? portal->out : portal->back, {}, false};
      gate += run.is_crossed ? 1 : 0;
      step += run.is_crossed ? 1 : 0;
      if (++i == run.count) break;
      const ArcId out = portal->out_arc;
      from += run.step;
      portal += run.step;
      *arc++ = is_out ? out : portal->back_arc;
    }
    if (!run.joint.is_none()) *arc++ = run.joint;
  }
  const auto crossed = static_cast<std::size_t>(gate - string_.gates().data());
  string_.gates().resize(crossed);
  corridor.steps.resize(crossed);
}

// The corridor alone, where the path has left the route's.
void FoldLane::write_corridor(Corridor& corridor) const {
  corridor.steps.clear();
  for (const LaneRun& run : runs_.runs()) {
    if (!run.is_crossed) continue;
    const FoldGate* gate = gates_.gates.data() + run.first;
    const FoldPortal* portal = gates_.portals.data() + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, gate += run.step, portal += run.step) {
      corridor.steps.push_back(
          {run.is_out ? gate->from : gate->to, run.is_out ? portal->out : portal->back, {}, false});
    }
  }
}

// As Shaper lays a funnel.
void FoldLane::write_points(const Query& query, std::vector<PathPoint>& points) const {
  const Frame frame = ground_.world().frame(query.axes);
  const auto bends = string_.bends();
  const auto face_after = [&](const LaneBend& bend) {
    return bend.crossed == 0 ? start_.spot.face : string_.gates()[bend.crossed - 1].face;
  };
  points.clear();
  const auto add = [&](Vec3 local, FaceId face) {
    const Vec3 p = frame.from_local(local);
    points.push_back({p.x, p.y, p.z, face, {}, mesh_.area(face)});
  };
  add(start_.spot.point, face_after(bends.front()));
  for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
    add({bends[i].point.x, bends[i].point.y, bends[i].z}, face_after(bends[i]));
  }
  add(goal_.spot.point, goal_.spot.face);
}

void FoldLane::write(const Query& query, Answer& answer) {
  unfold(answer.route, answer.corridor);
  string_.pull(start_.spot.point.xy(), goal_.spot.point.xy());
  const bool is_short = query.shape == Shape::cheapest && query.shape_options.effort > 0;
  if (options_.tries > 0 && is_short && !fold_.short_arcs.empty() && shorten()) {
    write_corridor(answer.corridor);
  }
  answer.cost = cost_;
  answer.is_straight = false;
  write_rest(query, answer);
}

// As Planner::walk_straight.
void FoldLane::write_straight(const Query& query, Answer& answer) {
  answer.route.clear();
  answer.corridor.steps.clear();
  string_.gates().clear();
  const auto& vertices = mesh_.arrays().vertices;
  for (const EdgeId edge : edges_) {
    answer.corridor.steps.push_back({mesh_.face(edge), edge, {}, false});
    string_.gates().push_back({vertices[left_corner(mesh_, edge)],
                               vertices[right_corner(mesh_, edge)], mesh_.across(edge)});
  }
  string_.pull(start_.spot.point.xy(), goal_.spot.point.xy());
  const double price = pace::norm(profile_, goal_.spot.point - start_.spot.point);
  answer.cost = static_cast<Distance>(std::ceil(price / quantum_));
  answer.is_straight = true;
  write_rest(query, answer);
}

void FoldLane::write_rest(const Query& query, Answer& answer) const {
  answer.corridor.start = start_.spot;
  answer.corridor.goal = goal_.spot;
  write_points(query, answer.points);
  answer.outcome = Outcome::found;
  answer.reason = "";
  answer.penalty = 0;
  answer.price = ground_.metric().in_units(answer.cost);
  answer.bound = 1;
  answer.ground_price = 0;
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
