#include "thalweg/path/shape.hpp"

#include <array>
#include <string>
#include <utility>

#include "path/passes.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"centres", "midpoints", "sight", "funnel",
                                                    "spline"};

// Rounding can put an end just over the line, into the neighbour. Then the walk starts (ends)
// there.
Stretch trimmed(const Mesh& mesh, Stretch stretch) {
  const auto is_over = [&](const Spot& end, FaceId next) {
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

// The point of the midpoint line after `crossed` portals; one more is the goal.
Spot waypoint(const Mesh& mesh, const Stretch& stretch, std::size_t crossed) {
  if (crossed == 0) return stretch.start;
  if (crossed > stretch.portals.size()) return stretch.goal;
  return {stretch.face(mesh, crossed), mesh.midpoint(stretch.portals[crossed - 1])};
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
               "': say centres, midpoints, sight, funnel or spline"};
}

std::vector<PathPoint> Shaper::shape(const World& world, const Corridor& corridor,
                                     const ShapeOptions& options, std::vector<PathPoint> old,
                                     const ShapeRules& rules) {
  rule_ = rules.cross;
  std::vector<PathPoint> all = std::move(old);
  all.clear();
  portals_.clear();
  Spot start = corridor.start;
  bool has_links = false;
  for (const CorridorStep& step : corridor.steps) {
    if (step.link.is_none()) {
      const bool is_back = !portals_.empty() && world.mesh.twin(step.portal) == portals_.back();
      if (is_back) {
        portals_.pop_back();
      } else {
        portals_.push_back(step.portal);
      }
      continue;
    }
    has_links = true;
    const Link& link = world.links[step.link];
    const Spot from{link.from_face, link.from};
    const Spot to{link.to_face, link.to};
    shape_stretch(world, options, start, step.is_backwards ? to : from);
    append_stretch(all, points_, has_links);
    all.back().link = step.link;
    start = step.is_backwards ? from : to;
    portals_.clear();
  }
  shape_stretch(world, options, start, corridor.goal);
  append_stretch(all, points_, has_links);
  return all;
}

void Shaper::shape_stretch(const World& world, const ShapeOptions& options, Spot start, Spot goal) {
  const Mesh& mesh = world.mesh;
  const Stretch stretch = trimmed(mesh, {start, goal, portals_});
  if (options.shape == Shape::spline) {
    lay(mesh, stretch, options,
        options.spline_of == Shape::spline ? Shape::funnel : options.spline_of);
    other_ = curved(mesh, points_, options, rule_, std::move(other_));
    std::swap(points_, other_);
    points_ = pruned(mesh, std::move(points_), options, rule_);
  } else {
    lay(mesh, stretch, options, options.shape);
  }
  if (!options.every_crossing) return;
  other_ = with_crossings(mesh, points_, rule_, crossed_, std::move(other_));
  std::swap(points_, other_);
}

void Shaper::lay(const Mesh& mesh, const Stretch& stretch, const ShapeOptions& options,
                 Shape shape) {
  points_.clear();
  points_.push_back(point_on(mesh, stretch.start));
  switch (shape) {
    case Shape::centres: lay_centres(mesh, stretch); break;
    case Shape::midpoints: lay_midpoints(mesh, stretch); break;
    case Shape::sight: lay_sight(mesh, stretch); break;
    default:
      if (!(options.radius > 0) || !lay_round(mesh, stretch, options)) lay_funnel(mesh, stretch);
  }
  add_goal(mesh, stretch.goal);
}

void Shaper::lay_centres(const Mesh& mesh, const Stretch& stretch) {
  for (std::size_t i = 1; i < stretch.portals.size(); ++i) {
    const FaceId face = stretch.face(mesh, i);
    add(mesh, {face, mesh.centre(face)});
  }
}

void Shaper::lay_midpoints(const Mesh& mesh, const Stretch& stretch) {
  for (std::size_t i = 1; i <= stretch.portals.size(); ++i) add(mesh, waypoint(mesh, stretch, i));
}

void Shaper::lay_sight(const Mesh& mesh, const Stretch& stretch) {
  Spot from = stretch.start;
  for (std::size_t i = 1; i <= stretch.portals.size(); ++i) {
    if (line_of_sight(mesh, from, waypoint(mesh, stretch, i + 1), rule_)) continue;
    from = waypoint(mesh, stretch, i);
    add(mesh, from);
  }
}

void Shaper::lay_funnel(const Mesh& mesh, const Stretch& stretch) {
  const std::span<const Bend> bends = funnel_.pull(mesh, stretch);
  // One who starts on a corner walks on from the last face about it.
  points_.back() = point_on(mesh, {stretch.face(mesh, bends[0].crossed), stretch.start.point});
  for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
    add(mesh, {stretch.face(mesh, bends[i].crossed), mesh.point(bends[i].corner)});
  }
}

bool Shaper::lay_round(const Mesh& mesh, const Stretch& stretch, const ShapeOptions& options) {
  const RoundOptions round{options.radius, options.arc_degrees, rule_};
  const std::span<const Vec2> bends = round_funnel_.pull(mesh, stretch, round);
  Spot at = stretch.start;
  bool is_clear = true;
  for (std::size_t i = 1; i + 1 < bends.size() && is_clear; ++i) {
    const Ray ray = cast_ray(mesh, at, bends[i], rule_);
    is_clear = ray.is_clear;
    at = ray.end;
    if (is_clear) add(mesh, at);
  }
  if (is_clear && line_of_sight(mesh, at, stretch.goal, rule_)) return true;
  points_.resize(1);
  return false;
}

// A point between the ends; where it repeats the one before, only the face walked on is new.
void Shaper::add(const Mesh& mesh, const Spot& spot) {
  if (points_.back().vec().xy() == spot.point.xy()) {
    points_.back().face = spot.face;
    points_.back().area = mesh.area(spot.face);
  } else {
    points_.push_back(point_on(mesh, spot));
  }
}

// The last point, even where it is the first one; a point before it that repeats it is removed.
void Shaper::add_goal(const Mesh& mesh, const Spot& spot) {
  if (points_.size() > 1 && points_.back().vec().xy() == spot.point.xy()) points_.pop_back();
  points_.push_back(point_on(mesh, spot));
}

std::vector<PathPoint> shape_corridor(const World& world, const Corridor& corridor,
                                      const ShapeOptions& options, std::vector<PathPoint> old,
                                      const ShapeRules& rules) {
  Shaper shaper;
  return shaper.shape(world, corridor, options, std::move(old), rules);
}

}  // namespace thalweg
