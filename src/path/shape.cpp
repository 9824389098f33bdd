// Divides a corridor, or points, into stretches at links, and lays each by StretchShaper. Portals
// that are crossed and crossed back cancel out.
#include "thalweg/path/shape.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "path/stretch_shaper.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 8> kNames = {
    "centres", "midpoints", "pruned", "sight", "funnel", "spline", "cheapest", "switchbacks"};

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

// A step straight back is left out.
template <class AnyMesh>
void cross_portal(const AnyMesh& mesh, EdgeId portal, std::vector<EdgeId>& portals) {
  if (!portals.empty() && mesh.twin(portal) == portals.back()) {
    portals.pop_back();
  } else {
    portals.push_back(portal);
  }
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

std::vector<PathPoint> Shaper::shape(const World& world, const Corridor& corridor,
                                     const ShapeOptions& options, std::vector<PathPoint> old,
                                     const ShapeRules& rules, KnownString known) {
  const Mesh& mesh = world.mesh;
  known.steps = corridor.steps;
  StretchShaper<Mesh> shaper(mesh, options, rules, *this, known);
  string_ = {};
  const auto lay_between_stops = [&](const Stretch& stretch) {
    stops_.clear();
    for (std::size_t i = 0; shaper.needs_stops(options) && i < stretch.portals.size(); ++i) {
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
  const bool needs_portals = !shaper.needs_stops(options);
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
