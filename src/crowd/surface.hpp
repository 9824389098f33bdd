// Surface: straight walks over the ground that a planner's graph is of, for agents that leave its
// paths. On grids faces are squares (GridMesh).
#pragma once

#include <span>
#include <vector>

#include "graph/ground_walks.hpp"
#include "thalweg/crowd/formation.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

// Borrows the ground and the filter. Requires: GridMesh::fits(grid) where the graph is on a grid.
class Surface {
  template <class Call>
  auto on_ground(Call call) const {
    return walks_.is_on_grid() ? call(walks_.grid_mesh()) : call(mesh_);
  }

 public:
  Surface(const Ground& ground, const GroundFilter* filter)
      : mesh_(ground.world().mesh), walks_(walks_over(ground, filter)) {}

  // Nowhere where the end is.
  SurfacePoint surface_point_of(const End& end) const {
    return surface_point_of(end.surface_point());
  }

  // Walks from `from` straight towards `to`, as far as the profile and the filter allow. Lines along
  // a wall, which a rounding would lead into it, end a micrometre beside `to`.
  Ray walk(const SurfacePoint& from, Vec2 to) const {
    const Ray ray = cast(from, to);
    const double metres = length(to - from.point.xy());
    if (ray.is_clear || !(metres > 0)) return ray;
    const Vec2 line = (to - from.point.xy()) * (kAside / metres);
    for (const Vec2 aside : {Vec2{-line.y, line.x}, Vec2{line.y, -line.x}}) {
      const Ray beside = cast(from, to + aside);
      if (beside.is_clear) return beside;
    }
    return ray;
  }
  bool can_see(const SurfacePoint& from, const SurfacePoint& to) const {
    if (on_ground([&](const auto& m) { return line_of_sight(m, from, to, rule()); })) return true;
    const Ray ray = walk(from, to.point.xy());
    return ray.is_clear && length(ray.end.point - to.point) < 1000 * kAside;
  }

  // Up to `count` surface points around a middle one.
  std::vector<SurfacePoint> formation(const SurfacePoint& middle, std::size_t count,
                                      double spacing) const {
    const FormationOptions options{.count = count, .spacing = spacing, .rule = rule()};
    return on_ground([&](const auto& m) { return formation_around(m, middle, options); });
  }

  // The surface point where a path in local coordinates stands at a point, before it walks on.
  SurfacePoint surface_point_of(const PathPoint& point) const {
    return surface_point_of(SurfacePoint{point.face, point.vec()});
  }
  PathPoint point_of(const SurfacePoint& surface_point) const {
    const Vec3 p = surface_point.point;
    const AreaId area = on_ground([&](const auto& m) { return m.area(surface_point.face); });
    return {p.x, p.y, p.z, surface_point.face, {}, area};
  }

  // Names the faces that a path in local coordinates walks on: those of grids name none.
  void name_faces(std::span<PathPoint> points) const;

 private:
  static constexpr double kAside = 1e-6;  // metres

  CrossRule rule() const { return walks_.rules().cross; }
  Ray cast(const SurfacePoint& from, Vec2 to) const {
    return on_ground([&](const auto& m) { return cast_ray(m, from, to, rule()); });
  }
  SurfacePoint surface_point_of(const SurfacePoint& surface_point) const {
    if (!surface_point.is_found()) return {};
    return on_ground([&](const auto& m) {
      return surface_point_on(m, surface_point.face, surface_point.point.xy());
    });
  }
  FaceId square_to(const PathPoint& from, Vec2 to) const;

  const Mesh& mesh_;
  Walks walks_;
};

}  // namespace thalweg
