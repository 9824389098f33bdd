#include "thalweg/planners/path_layer.hpp"

#include "thalweg/graph/corners.hpp"
#include "thalweg/graph/portal_nodes.hpp"
#include "thalweg/graph/sight_nodes.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// Builds a corridor step by step.
class CorridorBuilder {
 public:
  CorridorBuilder(const World& world, Corridor& corridor) : world_(world), corridor_(corridor) {
    corridor_.steps.clear();
    at_ = corridor_.start.face;
  }

  // Through the portal that `place` lies on, unless we are there already.
  void cross_to(FaceId face, PortalPlace place) {
    if (face == at_) return;
    corridor_.steps.push_back({at_, half_in(world_.mesh, place, at_), {}, false});
    at_ = face;
  }
  void cross(EdgeId edge) {
    corridor_.steps.push_back({at_, edge, {}, false});
    at_ = world_.mesh.across(edge);
  }
  void take(LinkId id, bool is_backwards) {
    corridor_.steps.push_back({at_, {}, id, is_backwards});
    const Link& link = world_.links[id];
    at_ = is_backwards ? link.from_face : link.to_face;
  }

 private:
  const World& world_;
  Corridor& corridor_;
  FaceId at_;
};

void follow_faces(const World& world, const Graph& graph, const Route& route,
                  CorridorBuilder& builder) {
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const ArcLabel label = graph.label(route.arcs[i]);
    if (!label.is_link()) {
      builder.cross(label.edge());
      continue;
    }
    builder.take(label.link(), world.links[label.link()].from_face.value != route.nodes[i].value);
  }
}

void follow_portals(const Graph& graph, const Route& route, FaceId last, CorridorBuilder& builder) {
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    const PortalPlace place = graph.place(route.nodes[i]);
    if (i == route.arcs.size()) {
      if (!place.is_link_end()) builder.cross_to(last, place);
      return;
    }
    const ArcLabel label = graph.label(route.arcs[i]);
    if (label.is_link()) {
      builder.take(label.link(), place.along == 1);
    } else if (!place.is_link_end()) {
      builder.cross_to(label.face(), place);
    }
  }
}

// Turns local points into the caller's.
void to_caller(const World& world, Axes axes, std::vector<PathPoint>& points) {
  for (PathPoint& point : points) {
    const Vec3 p = caller_of(world, axes, point.vec());
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
}

PathPoint made(Vec3 p, FaceId face, AreaId area) { return {p.x, p.y, p.z, face, {}, area}; }

// Adds a point, or moves the last one's face on where they fall together.
void add(std::vector<PathPoint>& points, const PathPoint& point) {
  if (!points.empty() && points.back().vec() == point.vec() && points.back().link.is_none()) {
    points.back() = point;
  } else {
    points.push_back(point);
  }
}

}  // namespace

Corridor corridor_of(const World& world, const Graph& graph, const Route& route, const Spot& start,
                     const Spot& goal, Corridor old) {
  Corridor corridor = std::move(old);
  corridor.start = start;
  corridor.goal = goal;
  CorridorBuilder builder(world, corridor);
  if (graph.kind() == GraphKind::face) {
    follow_faces(world, graph, route, builder);
  } else {
    follow_portals(graph, route, goal.face, builder);
  }
  return corridor;
}

// The middles of the squares between the first and the last, and the ends of links.
void PathLayer::lay_squares(const Ends& ends, Answer& answer) const {
  const auto on = [&](Vec3 p, SquareId s) { return made(p, {}, world_.grid.area(s)); };
  std::vector<PathPoint>& points = answer.points;
  const Route& route = answer.route;
  add(points, on(ends.start.point, ends.start.square));
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const SquareId here(route.nodes[i].value);
    if (i > 0) add(points, on(graph_.position(route.nodes[i]), here));
    const ArcLabel label = graph_.label(route.arcs[i]);
    if (!label.is_link()) continue;
    const Link& link = world_.links[label.link()];
    const bool is_backwards = link.from_square != here;
    add(points, on(is_backwards ? link.to : link.from, here));
    points.back().link = label.link();
    add(points, on(is_backwards ? link.from : link.to, SquareId(route.nodes[i + 1].value)));
  }
  points.push_back(on(ends.goal.point, ends.goal.square));
}

// The corners, and the ends of links; each point of the ground that is walked on from there.
void PathLayer::lay_corners(const Ends& ends, Answer& answer) const {
  const Grid& grid = world_.grid;
  const auto on = [&](Vec3 p, SquareId s) { return made(p, {}, grid.area(s)); };
  const auto walked = [&](Corner from, Corner to) {
    const auto [one, other] = squares_beside(grid, from, to);
    return !one.is_none() && pricer_.may_enter(one) ? one : other;
  };
  std::vector<PathPoint>& points = answer.points;
  const Route& route = answer.route;
  add(points, on(ends.start.point, ends.start.square));
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    const Vec3 here = graph_.position(route.nodes[i]);
    if (i == route.arcs.size()) {
      add(points, on(here, ends.goal.square));
      break;
    }
    const ArcLabel label = graph_.label(route.arcs[i]);
    const Corner from = corner_of(grid, route.nodes[i]);
    const Corner to = corner_of(grid, route.nodes[i + 1]);
    if (!label.is_link()) {
      add(points, on(here, walked(from, to)));
      continue;
    }
    const Link& link = world_.links[label.link()];
    const bool is_back = runs_backwards(grid, link, from, to);
    add(points, on(here, is_back ? link.to_square : link.from_square));
    add(points, on(is_back ? link.to : link.from, is_back ? link.to_square : link.from_square));
    points.back().link = label.link();
    add(points, on(is_back ? link.from : link.to, is_back ? link.from_square : link.to_square));
  }
  points.push_back(on(ends.goal.point, ends.goal.square));
}

// The nodes themselves: points that see each other.
void PathLayer::lay_nodes(const Ends& ends, Answer& answer) const {
  std::vector<PathPoint>& points = answer.points;
  add(points, made(ends.start.point, ends.start.face, kGround));
  for (std::size_t i = 0; i < answer.route.nodes.size(); ++i) {
    const NodeId node = answer.route.nodes[i];
    const FaceId face = is_of_sight(graph_.kind()) ? graph_.face(node) : FaceId();
    add(points,
        made(graph_.position(node), face, face.is_none() ? kGround : world_.mesh.area(face)));
    if (i >= answer.route.arcs.size()) continue;
    const ArcLabel label = graph_.label(answer.route.arcs[i]);
    if (label.is_link()) points.back().link = label.link();
  }
  points.push_back(made(ends.goal.point, ends.goal.face, kGround));
}

Answer PathLayer::lay_straight(const Query& query, const Ends& ends, Answer answer) {
  Corridor& corridor = answer.corridor;
  corridor.start = {ends.start.face, ends.start.point};
  corridor.goal = {ends.goal.face, ends.goal.point};
  corridor.steps.clear();
  const auto note = [&](EdgeId edge) { corridor.steps.push_back({{}, edge, {}, false}); };
  const ProfileRule profile{world_, pricer_, query.filter.get()};
  line_of_sight(world_.mesh, corridor.start, corridor.goal, profile.rule(), note);
  for (CorridorStep& step : corridor.steps) step.face = world_.mesh.face(step.portal);
  if (!corridor.steps.empty()) {  // a goal on a corner lies on several faces
    corridor.goal.face = world_.mesh.across(corridor.steps.back().portal);
  } else {
    corridor.goal.face = corridor.start.face;
  }
  return finish(query, std::move(answer));
}

double PathLayer::ground_price(std::span<const PathPoint> points, const AreaFilter* filter) const {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PathPoint& here = points[i];
    const PathPoint& next = points[i + 1];
    if (!here.link.is_none()) {
      sum += pricer_.portal_link(here.link);
      continue;
    }
    const double price =
        straight_price(world_, pricer_, {here.face, here.vec()}, {next.face, next.vec()}, filter);
    sum += price < kNoLimit ? price
                            : pricer_.portal_arc({.from = here.vec(),
                                                  .to = next.vec(),
                                                  .across = here.face,
                                                  .entered = {},
                                                  .left = {}});
  }
  return sum;
}

// Shapes the corridor.
Answer PathLayer::finish(const Query& query, Answer answer) {
  const ProfileRule profile{world_, pricer_, query.filter.get()};
  const ShapeOptions options{.shape = query.shape, .radius = radius_, .rule = profile.rule()};
  answer.points = shaper_.shape(world_, answer.corridor, options, std::move(answer.points));
  if (query.want_ground_price) {
    answer.ground_price = ground_price(answer.points, query.filter.get());
  }
  to_caller(world_, query.axes, answer.points);
  return answer;
}

Answer PathLayer::lay(const Query& query, const Ends& ends, Answer answer) {
  answer.points.clear();
  if (graph_.kind() == GraphKind::face || graph_.kind() == GraphKind::portal) {
    const Spot start{ends.start.face, ends.start.point};
    const Spot goal{ends.goal.face, ends.goal.point};
    answer.corridor =
        corridor_of(world_, graph_, answer.route, start, goal, std::move(answer.corridor));
    return finish(query, std::move(answer));
  }
  if (graph_.kind() == GraphKind::grid) {
    lay_squares(ends, answer);
  } else if (graph_.kind() == GraphKind::corner) {
    lay_corners(ends, answer);
  } else {
    lay_nodes(ends, answer);
  }
  to_caller(world_, query.axes, answer.points);
  return answer;
}

}  // namespace thalweg
