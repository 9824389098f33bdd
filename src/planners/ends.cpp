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
    : world_(world), graph_(graph), metric_(metric), pricer_(world, metric.profile()) {
  if (graph.kind() == GraphKind::visibility) bends_ = find_bends(world.mesh);
  if (is_of_sight(graph.kind())) link_ends_ = link_end_places(world);
}

// The open square that holds p, or else the nearest open one within reach.
SquareId EndFinder::find_square(Vec2 p, double reach, const AreaFilter* filter) const {
  const Grid& grid = world_.grid;
  const auto may_stand = [&](SquareId s) {
    return pricer_.may_enter(s) && (filter == nullptr || filter->allows(grid.area(s)));
  };
  const SquareId here = grid.square_at(p);
  if (!here.is_none() && may_stand(here)) return here;
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
      if (!may_stand(s)) continue;
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

End EndFinder::find(Vec3 local, double reach, const AreaFilter* filter) const {
  End end;
  if (is_lattice(graph_.kind())) {
    end.square = find_square(local.xy(), reach, filter);
    if (end.square.is_none()) return end;
    const bool is_inside = world_.grid.square_at(local.xy()) == end.square;
    end.point = world_.grid.centre(end.square);
    if (is_inside) end.point = {local.x, local.y, end.point.z};
    return end;
  }
  struct Context {
    const EndFinder& finder;
    const AreaFilter* filter;
  };
  const Context context{*this, filter};
  const auto may_stand = [](const void* given, FaceId face) {
    const auto& [finder, only] = *static_cast<const Context*>(given);
    return finder.pricer_.may_enter(face) &&
           (only == nullptr || only->allows(finder.world_.mesh.area(face)));
  };
  const Location location = locate(world_.mesh, world_.locator, local,
                                   {.reach = reach, .accepts = may_stand, .context = &context});
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
  sort_seeds(ends.goals);
}

void EndFinder::join_corners(Ends& ends) const {
  const auto step = [&](Vec3 from, Vec3 to, SquareId across) {
    return quanta(pricer_.square_step(from, to, across) / metric_.quantum());
  };
  const auto for_each = [&](SquareId square, const auto& visit) {
    for (const Corner corner : corners_of(world_.grid, square)) {
      if (!pricer_.may_stand(corner)) continue;
      visit(node_of(world_.grid, corner), corner_point(world_.grid, corner));
    }
  };
  const End& start = ends.start;
  const End& goal = ends.goal;
  for_each(start.square, [&](NodeId node, Vec3 at) {
    ends.sources.push_back({node, step(start.point, at, start.square)});
  });
  for_each(goal.square, [&](NodeId node, Vec3 at) {
    ends.goals.push_back({node, step(at, goal.point, goal.square)});
  });
  if (start.square != goal.square) return;
  ends.direct = start.point == goal.point ? 0 : step(start.point, goal.point, start.square);
}

// Straight walks to and from the nodes in sight.
void EndFinder::join_in_sight(Ends& ends, const AreaFilter* filter) const {
  const ProfileRule by{world_, pricer_, filter};
  const Spot start{ends.start.face, ends.start.point};
  const Spot goal{ends.goal.face, ends.goal.point};
  const auto walk = [&](const Spot& from, const Spot& to) {
    return quanta(straight_price(world_, pricer_, from, to, filter) / metric_.quantum());
  };
  const auto join = [&](NodeId node, bool is_start) {
    const Spot at = standing_spot(by, graph_, node);
    const Cost cost = is_start ? walk(start, at) : walk(at, goal);
    if (cost != kForbidden) (is_start ? ends.sources : ends.goals).push_back({node, cost});
    return cost != kForbidden;
  };
  const std::size_t first_end = graph_.node_count() - link_ends_.size();
  const auto point_of = [&](NodeId node) { return graph_.position(node).xy(); };
  for (const bool is_start : {true, false}) {
    const Spot& end = is_start ? start : goal;
    if (graph_.kind() == GraphKind::axis) {
      const auto try_join = [&](NodeId node) { return join(node, is_start); };
      ends.near = join_near(first_end, end.point.xy(), point_of, try_join, std::move(ends.near));
    } else {
      ends.sight = Viewer(world_.mesh, bends_).look(end, std::move(ends.sight));
      for (const BendId bend : ends.sight.bends()) {
        if (is_taut(world_.mesh, bends_[bend], end.point.xy())) join(NodeId(bend.value), is_start);
      }
    }
    for (std::size_t i = 0; i < link_ends_.size(); ++i) {
      const bool is_open =
          is_start ? can_arrive(world_, link_ends_[i]) : can_leave(world_, link_ends_[i]);
      if (is_open) join(NodeId(static_cast<std::uint32_t>(first_end + i)), is_start);
    }
  }
  sort_seeds(ends.goals);
  const Cost straight = start.point == goal.point ? 0 : walk(start, goal);
  if (straight != kForbidden) ends.direct = straight;
}

Ends EndFinder::join(const End& start, const End& goal, const AreaFilter* filter, Ends old) const {
  Ends ends = join_all(start, goal, filter, std::move(old));
  return filter == nullptr ? std::move(ends) : filtered(std::move(ends), *filter);
}

Ends EndFinder::join_all(const End& start, const End& goal, const AreaFilter* filter,
                         Ends old) const {
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
    case GraphKind::corner: join_corners(ends); return ends;
    case GraphKind::visibility:
    case GraphKind::axis: join_in_sight(ends, filter); return ends;
    default: break;
  }
  join_portals(ends);
  if (start.face != goal.face) return ends;
  const Cost straight = step(
      {.from = start.point, .to = goal.point, .across = start.face, .entered = {}, .left = {}});
  if (straight != kForbidden) ends.direct = start.point == goal.point ? 0 : straight;
  return ends;
}

Ends EndFinder::filtered(Ends ends, const AreaFilter& filter) const {
  const bool is_corner = graph_.kind() == GraphKind::corner;
  if (graph_.kind() != GraphKind::portal && !is_corner) return ends;
  const auto grow = [&](Distance& cost, const End& end) {
    const AreaId area = is_corner ? world_.grid.area(end.square) : world_.mesh.area(end.face);
    const Cost grown = filter.cost(static_cast<Cost>(cost), area);
    cost = grown == kForbidden ? kUnreached : grown;
  };
  for (Seed& seed : ends.sources) grow(seed.cost, ends.start);
  for (Seed& seed : ends.goals) grow(seed.cost, ends.goal);
  const auto is_open = [&](SquareId s) {
    return pricer_.may_enter(s) && filter.allows(world_.grid.area(s));
  };
  const auto is_closed = [&](const Seed& seed) {
    return seed.cost == kUnreached ||
           (is_corner && !is_joined(world_.grid, corner_of(world_.grid, seed.node), is_open));
  };
  std::erase_if(ends.sources, is_closed);
  std::erase_if(ends.goals, is_closed);
  if (ends.direct != kUnreached) grow(ends.direct, ends.start);
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
