#include "thalweg/planners/ends.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/graph/portal_nodes.hpp"

namespace thalweg {
namespace {

// The columns (or rows) whose squares may hold a point within reach of `at`.
struct Window {
  std::uint32_t first;
  std::uint32_t last;
};
Window window(double at, double reach, double spacing, std::uint32_t count) {
  const auto index = [&](double value) {
    return static_cast<std::uint32_t>(std::clamp(value / spacing, 0.0, count - 1.0));
  };
  return {index(at - reach - spacing), index(at + reach + spacing)};
}

}  // namespace

EndFinder::EndFinder(const World& world, const Graph& graph, const Metric& metric)
    : world_(world), graph_(graph), metric_(metric), pricer_(world, metric.profile()) {}

// The open square that holds p, or else the nearest open one within reach.
SquareId EndFinder::find_square(Vec2 p, double reach) const {
  const Grid& grid = world_.grid;
  const SquareId here = grid.square_at(p);
  if (!here.is_none() && pricer_.may_enter(here)) return here;
  if (grid.empty() || !(reach > 0)) return {};
  const bool is_hex = grid.shape() == GridShape::hex;
  const Window columns = window(p.x, reach, grid.spacing(), grid.width());
  const Window rows =
      window(p.y, reach, grid.spacing() * (is_hex ? 0.8660254037844386 : 1), grid.height());
  const double half = grid.spacing() / 2;
  SquareId best;
  double least = reach;
  for (std::uint32_t y = rows.first; y <= rows.last; ++y) {
    for (std::uint32_t x = columns.first; x <= columns.last; ++x) {
      const SquareId s = grid.at(x, y);
      if (!pricer_.may_enter(s)) continue;
      const Vec2 centre = grid.centre(s).xy();
      const double d = distance(Box2{centre - Vec2{half, half}, centre + Vec2{half, half}}, p);
      if (d < least || (d == least && best.is_none())) {
        least = d;
        best = s;
      }
    }
  }
  return best;
}

End EndFinder::find(Vec3 local, double reach) const {
  End end;
  if (graph_.kind() == GraphKind::grid) {
    end.square = find_square(local.xy(), reach);
    if (end.square.is_none()) return end;
    const bool is_inside = world_.grid.square_at(local.xy()) == end.square;
    end.point = world_.grid.centre(end.square);
    if (is_inside) end.point = {local.x, local.y, end.point.z};
    return end;
  }
  const auto may_stand = [](const void* pricer, FaceId face) {
    return static_cast<const Pricer*>(pricer)->may_enter(face);
  };
  const Location location = locate(world_.mesh, world_.locator, local,
                                   {.reach = reach, .accepts = may_stand, .context = &pricer_});
  if (!location.found()) return end;
  end.face = location.face;
  end.point = location.point;
  return end;
}

void EndFinder::join_portals(Ends& ends) const {
  const auto add = [&](std::vector<Seed>& seeds, NodeId node, Cost cost) {
    const bool is_open = !metric_.islands().of[node].is_none();
    if (cost != kForbidden && is_open) seeds.push_back({node, cost});
  };
  for_each_portal_node(world_, graph_, ends.start.face, [&](NodeId node, EdgeId edge) {
    if (!can_arrive(world_, graph_.place(node))) return;
    add(ends.sources, node,
        step({.from = ends.start.point,
              .to = graph_.position(node),
              .across = ends.start.face,
              .entered = {},
              .left = edge}));
  });
  for_each_portal_node(world_, graph_, ends.goal.face, [&](NodeId node, EdgeId edge) {
    if (!can_leave(world_, graph_.place(node))) return;
    add(ends.goals, node,
        step({.from = graph_.position(node),
              .to = ends.goal.point,
              .across = ends.goal.face,
              .entered = edge,
              .left = {}}));
  });
  std::ranges::sort(ends.goals, {}, &Seed::node);
}

Ends EndFinder::join(const End& start, const End& goal, Ends old) const {
  Ends ends = std::move(old);
  ends.start = start;
  ends.goal = goal;
  ends.sources.clear();
  ends.goals.clear();
  ends.direct = kUnreached;
  switch (graph_.kind()) {
    case GraphKind::face:
      ends.sources.push_back({NodeId(start.face.value), 0});
      ends.goals.push_back({NodeId(goal.face.value), 0});
      return ends;
    case GraphKind::grid:
      ends.sources.push_back({NodeId(start.square.value), 0});
      ends.goals.push_back({NodeId(goal.square.value), 0});
      return ends;
    default: break;
  }
  join_portals(ends);
  if (start.face != goal.face) return ends;
  const Cost straight = step(
      {.from = start.point, .to = goal.point, .across = start.face, .entered = {}, .left = {}});
  if (straight != kForbidden) ends.direct = start.point == goal.point ? 0 : straight;
  return ends;
}

bool EndFinder::are_apart(const Ends& ends) const {
  if (ends.direct != kUnreached) return false;
  const auto& island = metric_.islands().of;
  for (const Seed& source : ends.sources) {
    for (const Seed& goal : ends.goals) {
      if (island[source.node] == island[goal.node] && !island[source.node].is_none()) return false;
    }
  }
  return true;
}

}  // namespace thalweg
