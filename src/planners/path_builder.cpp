// Lays the route, shapes it and keeps its price: a shape that costs more than the route's own
// points is replaced by one over these points, or by the points themselves.
#include "thalweg/planners/path_builder.hpp"

#include "graph/ground_walks.hpp"
#include "path/cheapest.hpp"
#include "path/clear_path.hpp"
#include "path/edge_path.hpp"
#include "path/switchbacks.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kPriceRounding = 1 + 1e-9;
constexpr double kNearlyCheapest = 1.001;
constexpr double kSwitchbackRounding = 1 + 1e-6;  // many short legs

// Shapes that may leave the route's own points, and so its price.
bool leaves_route(Shape shape) { return shape >= Shape::sight; }
bool is_cheapest(Shape shape) { return shape >= Shape::cheapest; }

void mark_steep(SpeedModel speed_model, std::span<PathPoint> points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const bool is_walk = points[i].link.is_none();
    points[i].is_steep = is_walk && is_as_steep(speed_model, points[i + 1].vec() - points[i].vec());
  }
}

}  // namespace

PathBuilder::PathBuilder(const Ground& ground)
    : ground_(ground), cheapest_(std::make_unique<CheapestShaper>()) {}
PathBuilder::~PathBuilder() = default;
PathBuilder::PathBuilder(PathBuilder&&) noexcept = default;
PathBuilder& PathBuilder::operator=(PathBuilder&&) noexcept = default;

const char* PathBuilder::why_invalid(const Query& query) const {
  if (!ground_.graph().facts().is_on_grid || GridMesh::fits(ground_.world().grid)) return nullptr;
  if (query.shape == Shape::midpoints && !query.want_ground_price) return nullptr;
  return "the grid has too many squares to shape paths over it: ask for midpoints, without a price";
}

double PathBuilder::walk_straight(const GroundFilter* filter, const End& start, const End& goal) {
  const Walks walks = walks_over(ground_, filter);
  crossed_.clear();
  const auto note = [&](EdgeId edge) { crossed_.push_back(edge); };
  return walks.end_to_end(start.surface_point(), goal.surface_point(), note);
}

void PathBuilder::lay_straight(const Query& query, const GroundFilter* filter, const End& from,
                               const End& to, Answer& answer) {
  const Walks walks = walks_over(ground_, filter);
  const SurfacePoint start = from.surface_point();
  const SurfacePoint goal = to.surface_point();
  if (walks.is_on_grid()) {
    laid_.clear();
    for (const SurfacePoint& end : {start, goal}) {
      laid_.push_back({end.point.x, end.point.y, end.point.z, end.face, {}, kGround});
    }
    shape_points(query, walks, answer);
    return finish(query, walks, answer);
  }
  Corridor& corridor = answer.corridor;
  corridor.start = start;
  corridor.goal = goal;
  corridor.steps.clear();
  const Mesh& mesh = ground_.world().mesh;
  for (const EdgeId edge : crossed_) corridor.steps.push_back({mesh.face(edge), edge, {}, false});
  known_ = {.is_straight = true};
  shape_corridor(query, walks, answer);
  finish(query, walks, answer);
}

// On grids the route's own points are the centres of the squares.
ShapeOptions PathBuilder::options(const Query& query) const {
  const bool is_middles =
      query.shape == Shape::centres && ground_.graph().facts().nodes_are_squares;
  ShapeOptions options = query.shape_options;
  options.shape = is_middles ? Shape::midpoints : query.shape;
  options.radius = ground_.profile().radius;
  return options;
}

void PathBuilder::shape_corridor(const Query& query, const Walks& walks, Answer& answer) {
  answer.points = shaper_.shape(ground_.world(), answer.corridor, options(query),
                                std::move(answer.points), walks.rules(), known_);
}

void PathBuilder::shape_points(const Query& query, const Walks& walks, Answer& answer) {
  const auto shape = [&](const auto& mesh) {
    return shaper_.reshape(mesh, laid_, options(query), std::move(answer.points), walks.rules());
  };
  answer.points = walks.is_on_grid() ? shape(walks.grid_mesh()) : shape(ground_.world().mesh);
}

// Where a shape cuts through an obstacle that the filter leaves out, the path follows the route's
// own walks, which do not, and skips those of its points that need not be there.
void PathBuilder::keep_clear(const GroundFilter& filter, const JoinedEnds& ends, Answer& answer) {
  if (!filter.has_obstacles() || is_clear_path(filter, answer.points)) return;
  walked_ = ground_.graph().form().walked(ground_, answer.route, ends, std::move(walked_));
  if (ground_.graph().facts().is_on_grid) {
    std::swap(answer.points, walked_);
    return;
  }
  const ProfileRule profile{ground_.world(), ground_.pricer(), &filter};
  answer.points = skipped_in_sight(profile, walked_, std::move(answer.points));
}

// The price, and the caller's coordinates. Squares are not faces to the caller.
void PathBuilder::finish(const Query& query, const Walks& walks, Answer& answer) const {
  if (query.want_ground_price) answer.ground_price = walks.path_price(answer.points);
  const Frame frame = ground_.world().frame(query.axes);
  if (ground_.profile().is_timed()) mark_steep(ground_.profile().speed_model, answer.points);
  const bool is_z_up = frame.axes == Axes::z_up;
  for (PathPoint& point : answer.points) {
    const Vec3 p = is_z_up ? frame.origin + point.vec() : frame.from_local(point.vec());
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
  if (!walks.is_on_grid()) return;
  for (PathPoint& point : answer.points) point.face = {};
}

// By the funnel and the like.
void PathBuilder::shaped(const Query& query, const Walks& walks, Answer& answer) {
  return ground_.graph().facts().has_corridors ? shape_corridor(query, walks, answer)
                                               : shape_points(query, walks, answer);
}

// True where the cheapest path may not be the shortest.
bool PathBuilder::is_uneven(const Walks& walks, const Corridor& corridor) {
  const GraphFacts& facts = ground_.graph().facts();
  if (facts.is_on_grid) return !is_even_grid(walks, ground_.world().grid, walked_);
  if (walks.is_even() && ground_.world().links.empty()) return false;
  const EdgePathPricer pricer(walks.faces());
  return facts.has_corridors ? !is_even(pricer, corridor) : !cheapest_->is_even(pricer, walked_);
}

// True when the route's cost alone shows that the string just pulled costs no more than the route:
// an arc's cost is its price, rounded up.
bool PathBuilder::is_surely_cheap(const Walks& walks, const Answer& answer) const {
  const bool is_priced =
      ground_.graph().facts().has_portal_nodes && walks.faces().filter == nullptr;
  if (!is_priced || answer.cost == kUnreached) return false;
  const double steps = static_cast<double>(answer.route.nodes.size()) + 1;
  const double least = (static_cast<double>(answer.cost) - steps) * ground_.metric().quantum();
  return EdgePathPricer(walks.faces()).price(shaper_.string()) <= least;
}

// True when no path in the corridor costs less than the string just pulled by more than a thousandth, as where
// the ground is nearly level: no path there is shorter in the plane, and no metre costs less than the least.
bool PathBuilder::is_nearly_cheapest(const Walks& walks) const {
  const TautPath& string = shaper_.string();
  double metres = 0;
  for (std::size_t i = 1; i < string.bends.size(); ++i) {
    metres += length(string.bends[i].point - string.bends[i - 1].point);
  }
  const Metric& metric = ground_.metric();
  const double least = metres * metric.least_per_metre() * metric.quantum();
  return EdgePathPricer(walks.faces()).price(string) <= least * kNearlyCheapest;
}

// Where ground has different prices. On meshes the cheapest path found; else another shape, where
// it costs no more than the route's own points.
void PathBuilder::shape_by_price(const Query& query, const Walks& walks, const JoinedEnds& ends,
                                 Answer& answer) {
  const bool has_corridors = ground_.graph().facts().has_corridors;
  const bool is_plain = query.shape == Shape::funnel || query.shape == Shape::cheapest;
  if (has_corridors && is_plain) {
    shaped(query, walks, answer);
    const bool is_done =
        query.shape == Shape::funnel || known_.is_final() || is_nearly_cheapest(walks);
    if (is_done && is_surely_cheap(walks, answer)) return;
  }
  if (has_corridors) find_walked(ends, answer);
  const double own = has_corridors ? walks.inside_price(walked_) : walks.path_price(walked_);
  if (is_cheapest(query.shape) && !walks.is_on_grid()) {
    const EdgePathPricer pricer(walks.faces());
    cheap_ = cheapest_->shape(pricer, first_path(query, walks, answer.corridor, own),
                              query.shape_options.effort, std::move(cheap_));
    if (keeps_distance(walks.faces(), cheap_)) {
      std::swap(answer.points, cheap_);
      const double price = walks.path_price(answer.points);
      hold_price(query, walks, own, price, answer);
      if (query.shape == Shape::switchbacks) draw_switchbacks(query, walks, answer);
      return;
    }
  }
  shaped(query, walks, answer);
  const bool is_string = query.shape != Shape::spline;
  const double price = is_string ? taut_price(walks, answer.points, own * kPriceRounding)
                                 : walks.path_price(answer.points);
  return hold_price(query, walks, own, price, answer);
}

// Of the string that the shaper has just pulled. Where that looks more expensive than `most`, by
// the walks themselves, which count the cheaper side of edges walked along.
double PathBuilder::taut_price(const Walks& walks, std::span<const PathPoint> points, double most) {
  if (!walks.is_on_grid()) {
    const double price = EdgePathPricer(walks.faces()).price(shaper_.string());
    if (price <= most) return price;
  }
  return walks.path_price(points);
}

// What the cheapest path is made from: the route's own points, or the shortest path in its corridor
// where that is cheaper, as on gentle ground.
std::span<const PathPoint> PathBuilder::first_path(const Query& query, const Walks& walks,
                                                   const Corridor& corridor, double own) {
  if (!ground_.graph().facts().has_corridors) return walked_;
  ShapeOptions funnel = options(query);
  funnel.shape = Shape::funnel;
  taut_ = shaper_.shape(ground_.world(), corridor, funnel, std::move(taut_), walks.rules());
  return taut_price(walks, taut_, own) < own ? taut_ : walked_;
}

// Kept only where they keep the agent's distance, and the price.
void PathBuilder::draw_switchbacks(const Query& query, const Walks& walks, Answer& answer) {
  const EdgePathPricer pricer(walks.faces());
  const double most = walks.path_price(answer.points) * kSwitchbackRounding;
  for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
    if (!answer.points[i].link.is_none()) continue;
    take_cheaper_side(pricer, answer.points[i], answer.points[i + 1].vec().xy());
  }
  const SwitchbackOptions options{ground_.profile().speed_model, query.shape_options.leg};
  cheap_ = with_switchbacks(pricer.mesh(), answer.points, options, std::move(cheap_));
  const bool is_good = keeps_distance(walks.faces(), cheap_) && walks.path_price(cheap_) <= most;
  if (is_good) std::swap(answer.points, cheap_);
}

// A path that costs no more than the route's own points: they stay where the shape is more
// expensive, but for those that may be skipped.
void PathBuilder::hold_price(const Query& query, const Walks& walks, double own, double price,
                             Answer& answer) {
  const double most = own * kPriceRounding;
  if (price <= most) return;
  ShapeOptions sight = options(query);
  sight.shape = Shape::sight;
  const auto shape = [&](const auto& mesh) {
    return shaper_.reshape(mesh, walked_, sight, std::move(answer.points), walks.rules());
  };
  answer.points = walks.is_on_grid() ? shape(walks.grid_mesh()) : shape(ground_.world().mesh);
  if (walks.path_price(answer.points) > most) {
    answer.points.assign(walked_.begin(), walked_.end());
  }
}

// The route's own points: on graphs without corridors what is laid, of faces the middles of portals,
// without steps straight back.
void PathBuilder::find_walked(const JoinedEnds& ends, const Answer& answer) {
  const GraphFacts& facts = ground_.graph().facts();
  if (!facts.has_corridors) {
    walked_.assign(laid_.begin(), laid_.end());
  } else if (facts.nodes_are_faces) {
    const ShapeOptions middles{.shape = Shape::midpoints};
    walked_ = shaper_.shape(ground_.world(), answer.corridor, middles, std::move(walked_));
  } else {
    walked_ = ground_.graph().form().walked(ground_, answer.route, ends, std::move(walked_));
  }
}

namespace {

// One pass over the records.
void copy_corridor(const PortalRuns& portals, Corridor& corridor) {
  corridor.steps.clear();
  for (const PortalRun& run : portals.runs) {
    if (!run.is_crossed) continue;
    const PortalIds* portal = portals.table.ids + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, portal += run.step) {
      corridor.steps.push_back({run.is_out ? portal->from : portal->to,
                                run.is_out ? portal->out : portal->back,
                                {},
                                false});
    }
  }
}

}  // namespace

void PathBuilder::lay(const JoinedEnds& ends, const PortalRuns& portals, Answer& answer) {
  laid_.clear();
  if (!portals.empty()) {
    answer.corridor.start = ends.start.surface_point();
    answer.corridor.goal = ends.goal.surface_point();
    copy_corridor(portals, answer.corridor);
    return;
  }
  const GraphForm& form = ground_.graph().form();
  Laid laid = form.lay(ground_, answer.route, ends, {std::move(answer.corridor), std::move(laid_)});
  answer.corridor = std::move(laid.corridor);
  laid_ = std::move(laid.points);
}

void PathBuilder::shape(const Query& query, const JoinedEnds& ends, const PortalRuns& portals,
                        Answer& answer) {
  known_ = {.portals = portals.empty() ? nullptr : &portals};
  const Walks walks = walks_over(ground_, ends.filter);
  shape_route(query, walks, ends, answer);
  if (ends.filter != nullptr) keep_clear(*ends.filter, ends, answer);
  return finish(query, walks, answer);
}

void PathBuilder::shape_route(const Query& query, const Walks& walks, const JoinedEnds& ends,
                              Answer& answer) {
  const bool may_differ = leaves_route(query.shape);
  const bool is_shortest = query.shape == Shape::funnel || is_cheapest(query.shape);
  if (may_differ && !ground_.graph().facts().has_corridors) find_walked(ends, answer);
  if (may_differ && (!is_shortest || is_uneven(walks, answer.corridor))) {
    return shape_by_price(query, walks, ends, answer);
  }
  return shaped(query, walks, answer);
}

}  // namespace thalweg
