// By length: Shaper. By price: CheapestShaper, and then the price of the route's own points is held.
#include "thalweg/path/path_shaper.hpp"

#include "path/cheapest.hpp"
#include "path/clear_path.hpp"
#include "path/edge_path.hpp"
#include "path/switchbacks.hpp"
#include "path/walks.hpp"

namespace thalweg {
namespace {

constexpr double kHeldRounding = 1 + 1e-9;
constexpr double kNearlyCheapest = 1.001;
constexpr double kSwitchbackRounding = 1 + 1e-6;  // many short legs

// Shapes that may leave the route's own points, and so its price.
bool leaves_route(Shape shape) { return shape >= Shape::sight; }
bool is_cheapest(Shape shape) { return shape >= Shape::cheapest; }

}  // namespace

PathShaper::PathShaper(const ShapedGround& ground)
    : ground_(ground), cheapest_(std::make_unique<CheapestShaper>()) {}
PathShaper::~PathShaper() = default;
PathShaper::PathShaper(PathShaper&&) noexcept = default;

Walks PathShaper::walks_under(const GroundFilter* filter) const {
  return {ground_.world, ground_.pricer, ground_.is_on_grid, filter};
}

double PathShaper::price(const GroundFilter* filter, std::span<const PathPoint> points) const {
  return walks_under(filter).path_price(points);
}

double PathShaper::straight_price(const GroundFilter* filter, const SurfacePoint& start,
                                  const SurfacePoint& goal) {
  crossed_.clear();
  const auto note = [&](EdgeId edge) { crossed_.push_back(edge); };
  return walks_under(filter).end_to_end(start, goal, note);
}

std::vector<PathPoint> PathShaper::shape_straight(const ShapeRequest& request,
                                                  const SurfacePoint& start,
                                                  const SurfacePoint& goal, Points points) {
  const Walks walks = walks_under(request.filter);
  if (!ground_.is_on_grid) {
    shape_corridor(request, walks, points);
    return points;
  }
  walked_.clear();
  for (const SurfacePoint& end : {start, goal}) {
    walked_.push_back({end.point.x, end.point.y, end.point.z, end.face, {}, kGround});
  }
  shape_points(walks, walked_, options(request), points);
  return points;
}

std::vector<PathPoint> PathShaper::shape(const ShapeRequest& request, Points points) {
  const Walks walks = walks_under(request.filter);
  const Shape shape = request.options.shape;
  const bool may_differ = leaves_route(shape);
  const bool is_shortest = shape == Shape::funnel || is_cheapest(shape);
  if (may_differ && !ground_.has_corridors) find_walked(request);
  if (may_differ && (!is_shortest || is_uneven(request, walks))) {
    shape_by_price(request, walks, points);
  } else {
    shape_by_length(request, walks, points);
  }
  if (request.filter != nullptr) keep_clear(request, points);
  return points;
}

// On grids the route's own points are the centres of the squares.
ShapeOptions PathShaper::options(const ShapeRequest& request) const {
  ShapeOptions options = request.options;
  if (options.shape == Shape::centres && ground_.nodes_are_squares)
    options.shape = Shape::midpoints;
  options.radius = ground_.pricer.radius();
  return options;
}

void PathShaper::shape_corridor(const ShapeRequest& request, const Walks& walks, Points& points) {
  points = shaper_.shape(ground_.world, request.corridor, options(request), std::move(points),
                         walks.rules(), request.known);
}

void PathShaper::shape_points(const Walks& walks, std::span<const PathPoint> laid,
                              const ShapeOptions& options, Points& points) {
  const auto shape = [&](const auto& mesh) {
    return shaper_.reshape(mesh, laid, options, std::move(points), walks.rules());
  };
  points = ground_.is_on_grid ? shape(walks.grid_mesh()) : shape(ground_.world.mesh);
}

// By the funnel and the like.
void PathShaper::shape_by_length(const ShapeRequest& request, const Walks& walks, Points& points) {
  if (ground_.has_corridors) return shape_corridor(request, walks, points);
  shape_points(walks, request.laid, options(request), points);
}

// Where a shape cuts through an obstacle that the filter leaves out, the path follows the route's
// own walks, which do not, and skips those of its points that need not be there.
void PathShaper::keep_clear(const ShapeRequest& request, Points& points) {
  const GroundFilter& filter = *request.filter;
  if (!filter.has_obstacles() || is_clear_path(filter, points)) return;
  walked_ = request.walked(std::move(walked_));
  if (ground_.is_on_grid) return std::swap(points, walked_);
  points = skipped_in_sight({ground_.world, ground_.pricer, &filter}, walked_, std::move(points));
}

// True where the cheapest path may not be the shortest.
bool PathShaper::is_uneven(const ShapeRequest& request, const Walks& walks) {
  if (ground_.is_on_grid) return !is_even_grid(walks, ground_.world.grid, walked_);
  if (walks.is_even() && ground_.world.links.empty()) return false;
  const EdgePathPricer pricer(walks.faces());
  return ground_.has_corridors ? !is_even(pricer, request.corridor)
                               : !cheapest_->is_even(pricer, walked_);
}

// True when the route's cost alone shows that the string just pulled costs no more than the route:
// an arc's cost is its price, rounded up.
bool PathShaper::is_surely_cheap(const ShapeRequest& request, const Walks& walks) const {
  const bool is_priced = ground_.has_portal_nodes && request.filter == nullptr;
  if (!is_priced || request.cost == kUnreached) return false;
  const double least =
      (static_cast<double>(request.cost) - static_cast<double>(request.arcs)) * ground_.quantum;
  return EdgePathPricer(walks.faces()).price(shaper_.string()) <= least;
}

// True when no path in the corridor costs less than the string just pulled by more than a thousandth, as where
// the ground is nearly level: no path there is shorter in the plane, and no metre costs less than the least.
bool PathShaper::is_nearly_cheapest(const Walks& walks) const {
  const TautPath& string = shaper_.string();
  double metres = 0;
  for (std::size_t i = 1; i < string.bends.size(); ++i) {
    metres += length(string.bends[i].point - string.bends[i - 1].point);
  }
  const double least = metres * ground_.least_per_metre * ground_.quantum;
  return EdgePathPricer(walks.faces()).price(string) <= least * kNearlyCheapest;
}

// Where ground has different prices, and for shapes other than the shortest path. On meshes the cheapest
// path found; else another shape, where it costs no more than the route's own points.
void PathShaper::shape_by_price(const ShapeRequest& request, const Walks& walks, Points& points) {
  const Shape shape = request.options.shape;
  if (ground_.has_corridors && (shape == Shape::funnel || shape == Shape::cheapest)) {
    shape_by_length(request, walks, points);
    const bool is_done =
        shape == Shape::funnel || request.known.is_final() || is_nearly_cheapest(walks);
    if (is_done && is_surely_cheap(request, walks)) return;
  }
  if (ground_.has_corridors) find_walked(request);
  const double own =
      ground_.has_corridors ? walks.inside_price(walked_) : walks.path_price(walked_);
  if (is_cheapest(shape) && !ground_.is_on_grid) {
    const EdgePathPricer pricer(walks.faces());
    cheap_ = cheapest_->shape(pricer, first_path(request, walks, own), request.options.effort,
                              std::move(cheap_));
    if (keeps_distance(walks.faces(), cheap_)) return take_cheapest(request, walks, own, points);
  }
  shape_by_length(request, walks, points);
  const bool is_string = shape != Shape::spline;
  const double price =
      is_string ? taut_price(walks, points, own * kHeldRounding) : walks.path_price(points);
  hold_price(request, walks, own, price, points);
}

// The path in cheap_.
void PathShaper::take_cheapest(const ShapeRequest& request, const Walks& walks, double own,
                               Points& points) {
  std::swap(points, cheap_);
  hold_price(request, walks, own, walks.path_price(points), points);
  if (request.options.shape == Shape::switchbacks) draw_switchbacks(request, walks, points);
}

// Of the string that the shaper has just pulled. Where that looks more expensive than `most`, by
// the walks themselves, which count the cheaper side of edges walked along.
double PathShaper::taut_price(const Walks& walks, std::span<const PathPoint> points, double most) {
  if (!ground_.is_on_grid) {
    const double price = EdgePathPricer(walks.faces()).price(shaper_.string());
    if (price <= most) return price;
  }
  return walks.path_price(points);
}

// What the cheapest path is made from: the route's own points, or the shortest path in its corridor
// where that is cheaper, as on gentle ground.
std::span<const PathPoint> PathShaper::first_path(const ShapeRequest& request, const Walks& walks,
                                                  double own) {
  if (!ground_.has_corridors) return walked_;
  ShapeOptions funnel = options(request);
  funnel.shape = Shape::funnel;
  taut_ = shaper_.shape(ground_.world, request.corridor, funnel, std::move(taut_), walks.rules());
  return taut_price(walks, taut_, own) < own ? taut_ : walked_;
}

// Kept only where they keep the agent's distance, and the price.
void PathShaper::draw_switchbacks(const ShapeRequest& request, const Walks& walks, Points& points) {
  const EdgePathPricer pricer(walks.faces());
  const double most = walks.path_price(points) * kSwitchbackRounding;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (!points[i].link.is_none()) continue;
    take_cheaper_side(pricer, points[i], points[i + 1].vec().xy());
  }
  const SwitchbackOptions options{ground_.pricer.profile().speed_model, request.options.leg};
  cheap_ = with_switchbacks(pricer.mesh(), points, options, std::move(cheap_));
  const bool is_good = keeps_distance(walks.faces(), cheap_) && walks.path_price(cheap_) <= most;
  if (is_good) std::swap(points, cheap_);
}

// A path that costs no more than the route's own points: they stay where the shape is more
// expensive, but for those that may be skipped.
void PathShaper::hold_price(const ShapeRequest& request, const Walks& walks, double own,
                            double price, Points& points) {
  const double most = own * kHeldRounding;
  if (price <= most) return;
  ShapeOptions sight = options(request);
  sight.shape = Shape::sight;
  shape_points(walks, walked_, sight, points);
  if (walks.path_price(points) > most) points.assign(walked_.begin(), walked_.end());
}

// The route's own points: on graphs without corridors what is laid, of faces the middles of portals,
// without steps straight back.
void PathShaper::find_walked(const ShapeRequest& request) {
  if (!ground_.has_corridors) {
    walked_.assign(request.laid.begin(), request.laid.end());
  } else if (ground_.nodes_are_faces) {
    const ShapeOptions middles{.shape = Shape::midpoints};
    walked_ = shaper_.shape(ground_.world, request.corridor, middles, std::move(walked_));
  } else {
    walked_ = request.walked(std::move(walked_));
  }
}

}  // namespace thalweg
