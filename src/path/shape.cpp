// A path is divided into stretches, of corridors at links, of points also where two do not see each other;
// StretchShaper lays each: centres, midpoints, sight or funnel, then splines and pruning. Funnels for discs are
// checked against walls; those that fail fall back to the searched corridor, its points, or a plain funnel.
#include "thalweg/path/shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "path/off_walls.hpp"
#include "path/passes.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 8> kNames = {
    "centres", "midpoints", "pruned", "sight", "funnel", "spline", "cheapest", "switchbacks"};

constexpr double kNoWalk = std::numeric_limits<double>::infinity();
constexpr double kPriceRounding = 1 + 1e-9;

// Rounding can put an end just over the line, into the neighbour. Then the walk starts (ends)
// there.
Stretch trimmed(const Mesh& mesh, Stretch stretch) {
  const auto is_over = [&](const SurfacePoint& end, FaceId next) {
    return !contains(mesh, end.face, end.point.xy()) && contains(mesh, next, end.point.xy());
  };
  std::span<const EdgeId>& portals = stretch.portals;
  while (!portals.empty() && is_over(stretch.start, mesh.across(portals.front()))) {
    stretch.start.face = mesh.across(portals.front());
    portals = portals.subspan(1);
  }
  while (!portals.empty() && is_over(stretch.goal, mesh.face(portals.back()))) {
    stretch.goal.face = mesh.face(portals.back());
    portals = portals.first(portals.size() - 1);
  }
  return stretch;
}

// A stretch that leads nowhere is one point, not two, where links tell start from goal.
void append_stretch(std::vector<PathPoint>& all, std::span<const PathPoint> points,
                    bool has_links) {
  const bool is_nowhere = points.size() == 2 && points[0].vec() == points[1].vec();
  if (has_links && is_nowhere) points = points.subspan(1);
  all.insert(all.end(), points.begin(), points.end());
}

}  // namespace

std::string_view to_string(Shape shape) { return kNames[static_cast<std::size_t>(shape)]; }

Result<Shape> named_shape(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Shape>(i);
  }
  return Error{"there is no shape '" + std::string(name) +
               "': say centres, midpoints, pruned, sight, funnel, spline, cheapest or switchbacks"};
}

// Lays the points of one stretch, without links.
template <class AnyMesh>
class StretchShaper {
 public:
  // Borrows all; the points go to the shaper's scratch.
  StretchShaper(const AnyMesh& mesh, const ShapeOptions& options, const ShapeRules& rules,
                Shaper& scratch, const KnownString& known = {})
      : mesh_(mesh), options_(options), rules_(rules), my_(scratch), known_(known) {}

  // The shape whose points are laid first.
  Shape base() const {
    const Shape shape = options_.shape == Shape::spline ? options_.spline_of : options_.shape;
    return shape > Shape::funnel ? Shape::funnel : shape;
  }

  bool needs_stops() const {
    const Shape shape = base();
    return shape == Shape::midpoints || shape == Shape::pruned || shape == Shape::sight;
  }

  // False where the records of a known string serve for its edges: it is neither priced nor moved.
  bool needs_edges() const {
    return rules_.price || options_.radius > 0 || base() != Shape::funnel ||
           known_.portals == nullptr || (options_.pull_again && !known_.is_final());
  }

  // Lays the points from start to goal. `stretch` may be without portals where needs_stops() is
  // true, and without stops where it is false.
  void lay(const Stretch& stretch) {
    const Shape shape = base();
    lay(stretch, shape);
    if (options_.shape == Shape::spline) {
      my_.other_ = curved(mesh_, my_.points_, options_, rules_.cross, std::move(my_.other_));
      std::swap(my_.points_, my_.other_);
    }
    if (options_.shape == Shape::spline || shape == Shape::pruned) {
      my_.points_ = pruned(mesh_, std::move(my_.points_), options_, rules_.cross);
    }
    if (!options_.every_crossing) return;
    my_.other_ =
        with_crossings(mesh_, my_.points_, rules_.cross, my_.crossed_, std::move(my_.other_));
    std::swap(my_.points_, my_.other_);
  }

 private:
  void lay(const Stretch& stretch, Shape shape) {
    my_.points_.clear();
    my_.points_.push_back(point_on(mesh_, stretch.start));
    switch (shape) {
      case Shape::centres: lay_centres(stretch); break;
      case Shape::midpoints:
      case Shape::pruned: lay_stops(); break;
      case Shape::sight: lay_sight(stretch); break;
      default: lay_funnel(stretch);
    }
    add_goal(stretch.goal);
  }

  void lay_centres(const Stretch& stretch) {
    for (std::size_t i = 1; i < stretch.portals.size(); ++i) {
      const FaceId face = stretch.face(mesh_, i);
      add({face, mesh_.centre(face)});
    }
  }

  void lay_stops() {
    for (const SurfacePoint& stop : my_.stops_) add(stop);
  }

  // What a straight walk that keeps the radius costs; kNoWalk where there is none.
  double walk_price(const SurfacePoint& from, const SurfacePoint& to,
                    const Stretch& stretch) const {
    const double metres = length(to.point.xy() - from.point.xy());
    const double price = rules_.price                                   ? rules_.price(from, to)
                         : line_of_sight(mesh_, from, to, rules_.cross) ? metres
                                                                        : kNoWalk;
    if (!(options_.radius > 0)) return price;
    const OffWalls<AnyMesh> off_walls{mesh_, options_.radius, rules_.cross, stretch, my_.flood_};
    return off_walls.allows(from, to.point.xy()) ? price : kNoWalk;
  }

  // A stop is skipped where the walk past it costs no more than over it.
  void lay_sight(const Stretch& stretch) {
    const auto stop = [&](std::size_t i) {
      return i < my_.stops_.size() ? my_.stops_[i] : stretch.goal;
    };
    SurfacePoint from = stretch.start;
    double so_far = walk_price(from, stop(0), stretch);
    for (std::size_t i = 0; i < my_.stops_.size(); ++i) {
      const double on = walk_price(stop(i), stop(i + 1), stretch);
      const double past = walk_price(from, stop(i + 1), stretch);
      if (past < kNoWalk && past <= (so_far + on) * kPriceRounding) {
        so_far = past;
      } else {
        from = stop(i);
        so_far = on;
        add(from);
      }
    }
  }

  // The taut path. Where it is pulled on, the stretch gets the portals of its new corridor.
  std::span<const Bend> string_in(Stretch& stretch) {
    const bool is_pulled_on = options_.pull_again && !known_.is_final();
    if (known_.is_straight) return my_.straight_ = straight_string(mesh_, stretch);
    if constexpr (std::is_same_v<AnyMesh, Mesh>) {
      if (known_.portals != nullptr && !is_pulled_on) {
        const auto& [table, runs, is_final] = *known_.portals;
        const std::span<Bend> bends =
            my_.funnel_.pull(table, runs, stretch.start.point.xy(), stretch.goal.point.xy());
        for (std::size_t i = 1; std::isnan(table.level) && i + 1 < bends.size(); ++i) {
          bends[i].corner =
              bend_corner(mesh_, known_.steps[bends[i].crossed - 1].portal, bends[i].point);
        }
        return bends;
      }
    }
    if (!is_pulled_on) return my_.funnel_.pull(mesh_, stretch);
    my_.pulled_ = my_.puller_.pull(mesh_, stretch, rules_, std::move(my_.pulled_));
    stretch.portals = my_.pulled_;
    return my_.puller_.bends();
  }

  void lay_funnel(const Stretch& stretch) {
    if (options_.radius > 0) return lay_round(stretch);
    Stretch pulled = stretch;
    const std::span<const Bend> bends = string_in(pulled);
    const auto behind = [&](std::uint32_t crossed) {
      if (pulled.portals.size() >= crossed) return pulled.face(mesh_, crossed);
      return crossed < known_.steps.size() ? known_.steps[crossed].face : stretch.goal.face;
    };
    // One who starts on a corner walks on from the last face about it.
    my_.points_.back() = point_on(mesh_, {behind(bends[0].crossed), stretch.start.point});
    const auto point_at = [&](const Bend& bend) {
      if (!bend.corner.is_none()) return mesh_.point(bend.corner);
      return Vec3{bend.point.x, bend.point.y, known_.portals->table.level};  // the ground is level
    };
    for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
      my_.points_.push_back(point_on(mesh_, {behind(bends[i].crossed), point_at(bends[i])}));
    }
    if (needs_edges()) my_.string_ = {pulled, bends};
  }

  // The corridor that was searched is as wide as the agent; one that was pulled on may not be.
  void lay_round(const Stretch& stretch) {
    if (options_.pull_again) {
      Stretch pulled = stretch;
      my_.pulled_ = my_.puller_.pull(mesh_, stretch, rules_, std::move(my_.pulled_));
      pulled.portals = my_.pulled_;
      if (try_round(pulled) && keeps_off_walls(stretch)) return;
    }
    if (try_round(stretch) && (my_.stops_.empty() || keeps_off_walls(stretch))) return;
    my_.points_.resize(1);
    if (!my_.stops_.empty()) return lay_stops();
    ShapeOptions plain = options_;
    plain.radius = 0;
    StretchShaper(mesh_, plain, rules_, my_).lay_funnel(stretch);
  }

  bool try_round(const Stretch& stretch) {
    my_.points_.resize(1);
    const RoundOptions round{options_.radius, options_.arc_degrees, rules_.cross};
    const std::span<const Vec2> bends = my_.round_funnel_.pull(mesh_, stretch, round);
    SurfacePoint at = stretch.start;
    for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
      const Ray ray = cast_ray(mesh_, at, bends[i], rules_.cross);
      if (!ray.is_clear) return false;
      at = ray.end;
      add(at);
    }
    return line_of_sight(mesh_, at, stretch.goal, rules_.cross);
  }

  bool keeps_off_walls(const Stretch& stretch) const {
    const OffWalls<AnyMesh> off_walls{mesh_, options_.radius, rules_.cross, stretch, my_.flood_};
    for (std::size_t i = 0; i < my_.points_.size(); ++i) {
      const bool is_last = i + 1 == my_.points_.size();
      const Vec2 to = is_last ? stretch.goal.point.xy() : my_.points_[i + 1].vec().xy();
      if (!off_walls.allows(surface_point_of(my_.points_[i]), to)) return false;
    }
    return true;
  }

  // A point between the ends; where it repeats the one before, only the face walked on is new.
  void add(const SurfacePoint& surface_point) {
    PathPoint& last = my_.points_.back();
    if (last.vec().xy() == surface_point.point.xy()) {
      last.face = surface_point.face;
      last.area = mesh_.area(surface_point.face);
    } else {
      my_.points_.push_back(point_on(mesh_, surface_point));
    }
  }

  // The last point, even where it is the first one; a point before it that repeats it is removed.
  void add_goal(const SurfacePoint& surface_point) {
    std::vector<PathPoint>& points = my_.points_;
    if (points.size() > 1 && points.back().vec().xy() == surface_point.point.xy())
      points.pop_back();
    points.push_back(point_on(mesh_, surface_point));
  }

  const AnyMesh& mesh_;
  const ShapeOptions& options_;
  const ShapeRules& rules_;
  Shaper& my_;
  KnownString known_;
};

std::vector<PathPoint> Shaper::shape(const World& world, const Corridor& corridor,
                                     const ShapeOptions& options, std::vector<PathPoint> old,
                                     const ShapeRules& rules, KnownString known) {
  const Mesh& mesh = world.mesh;
  known.steps = corridor.steps;
  StretchShaper<Mesh> shaper(mesh, options, rules, *this, known);
  string_ = {};
  const auto lay_between_stops = [&](const Stretch& stretch) {
    stops_.clear();
    for (std::size_t i = 0; shaper.needs_stops() && i < stretch.portals.size(); ++i) {
      stops_.push_back({stretch.face(mesh, i + 1), mesh.midpoint(stretch.portals[i])});
    }
    shaper.lay(stretch);
  };
  if (known.is_known()) {
    portals_.clear();
    if (shaper.needs_edges()) {
      for (const CorridorStep& step : corridor.steps) portals_.push_back(step.portal);
    }
    lay_between_stops({corridor.start, corridor.goal, portals_});
    std::swap(points_, old);
    return old;
  }
  const auto lay = [&](const SurfacePoint& start, const SurfacePoint& goal) {
    lay_between_stops(trimmed(mesh, {start, goal, portals_}));
  };
  std::vector<PathPoint> all = std::move(old);
  all.clear();
  portals_.clear();
  SurfacePoint start = corridor.start;
  bool has_links = false;
  for (const CorridorStep& step : corridor.steps) {
    if (step.link.is_none()) {
      cross_portal(mesh, step.portal, portals_);
      continue;
    }
    has_links = true;
    const Link& link = world.links[step.link];
    const SurfacePoint from{link.from_face, link.from};
    const SurfacePoint to{link.to_face, link.to};
    lay(start, step.is_backwards ? to : from);
    append_stretch(all, points_, has_links);
    all.back().link = step.link;
    start = step.is_backwards ? from : to;
    portals_.clear();
  }
  lay(start, corridor.goal);
  if (has_links || options.radius > 0) string_ = {};
  append_stretch(all, points_, has_links);
  return all;
}

template <class AnyMesh>
std::vector<PathPoint> Shaper::reshape(const AnyMesh& mesh, std::span<const PathPoint> points,
                                       const ShapeOptions& options, std::vector<PathPoint> old,
                                       const ShapeRules& rules) {
  StretchShaper<AnyMesh> shaper(mesh, options, rules, *this);
  string_ = {};
  const bool needs_portals = !shaper.needs_stops();
  const auto note = [&](EdgeId edge) { crossed_.push_back(edge); };
  const bool has_links = std::any_of(points.begin(), points.end(),
                                     [](const PathPoint& p) { return !p.link.is_none(); });
  std::vector<PathPoint> all = std::move(old);
  all.clear();
  for (std::size_t first = 0; first < points.size();) {
    portals_.clear();
    stops_.clear();
    std::size_t last = first;
    for (; last + 1 < points.size() && points[last].link.is_none(); ++last) {
      const SurfacePoint from = surface_point_of(points[last]);
      const SurfacePoint to = surface_point_of(points[last + 1]);
      crossed_.clear();
      if (needs_portals && !line_of_sight(mesh, from, to, rules.cross, note)) break;
      for (const EdgeId edge : crossed_) cross_portal(mesh, edge, portals_);
      if (last > first) stops_.push_back(from);
    }
    shaper.lay({surface_point_of(points[first]), surface_point_of(points[last]), portals_});
    append_stretch(all, points_, has_links || last == first);
    all.back().link = points[last].link;
    if (first > 0 || last + 1 < points.size() || options.radius > 0) string_ = {};
    first = last + 1;
  }
  return all;
}

template std::vector<PathPoint> Shaper::reshape(const Mesh&, std::span<const PathPoint>,
                                                const ShapeOptions&, std::vector<PathPoint>,
                                                const ShapeRules&);
template std::vector<PathPoint> Shaper::reshape(const GridMesh&, std::span<const PathPoint>,
                                                const ShapeOptions&, std::vector<PathPoint>,
                                                const ShapeRules&);

std::vector<PathPoint> shape_corridor(const World& world, const Corridor& corridor,
                                      const ShapeOptions& options, std::vector<PathPoint> old,
                                      const ShapeRules& rules) {
  Shaper shaper;
  return shaper.shape(world, corridor, options, std::move(old), rules);
}

}  // namespace thalweg
