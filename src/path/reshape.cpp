// Paths that are laid point by point are divided into stretches at links and where two points do not see each
// other.
#include <algorithm>

#include "path/stretch_shaper.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

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

}  // namespace thalweg
