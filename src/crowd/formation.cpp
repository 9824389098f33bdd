// Best-first growth over a hexagonal lattice by distance from the middle. A lattice point counts if
// a straight walk leads there from a neighbour that counts.
#include "thalweg/crowd/formation.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <queue>
#include <set>
#include <utility>

#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// A point of the lattice, to be tried from a surface point that is connected to the middle.
struct Try {
  std::int64_t square = 0;  // of its distance from the middle, in spacings
  std::int32_t i = 0;
  std::int32_t j = 0;
  std::size_t from = 0;

  bool operator<(const Try& o) const {  // for a queue with the nearest on top
    return std::pair(std::pair(square, j), std::pair(i, from)) >
           std::pair(std::pair(o.square, o.j), std::pair(o.i, o.from));
  }
};

constexpr std::array<std::pair<int, int>, 6> kNeighbours = {
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
constexpr double kRowHeight = 0.8660254037844386;  // half the root of three

using Walk = FunctionRef<Ray(const SurfacePoint&, Vec2)>;

std::vector<SurfacePoint> grown_around(const SurfacePoint& surface_point,
                                       const FormationOptions& options, Walk walk) {
  std::vector<SurfacePoint> surface_points;
  const bool is_sound = options.spacing > 0 && std::isfinite(options.spacing);
  if (!surface_point.is_found() || !is_sound || options.count == 0) return surface_points;
  std::priority_queue<Try> open;
  std::set<std::pair<std::int32_t, std::int32_t>> taken;
  const auto accept = [&](const SurfacePoint& at, std::int32_t i, std::int32_t j) {
    taken.insert({i, j});
    surface_points.push_back(at);
    for (const auto& [di, dj] : kNeighbours) {
      const std::int64_t a = i + di;
      const std::int64_t b = j + dj;
      open.push({a * a + a * b + b * b, i + di, j + dj, surface_points.size() - 1});
    }
  };
  accept(surface_point, 0, 0);
  while (surface_points.size() < options.count && !open.empty()) {
    const Try next = open.top();
    open.pop();
    if (taken.contains({next.i, next.j})) continue;
    const Vec2 offset{next.i + next.j * 0.5, next.j * kRowHeight};
    const Vec2 target = surface_point.point.xy() + offset * options.spacing;
    const Ray ray = walk(surface_points[next.from], target);
    if (ray.is_clear) accept(ray.end, next.i, next.j);
  }
  return surface_points;
}

}  // namespace

template <class AnyMesh>
std::vector<SurfacePoint> formation_around(const AnyMesh& mesh, const SurfacePoint& surface_point,
                                           const FormationOptions& options) {
  const auto walk = [&](const SurfacePoint& from, Vec2 to) {
    return cast_ray(mesh, from, to, options.rule);
  };
  return grown_around(surface_point, options, walk);
}

template std::vector<SurfacePoint> formation_around(const Mesh&, const SurfacePoint&,
                                                    const FormationOptions&);
template std::vector<SurfacePoint> formation_around(const GridMesh&, const SurfacePoint&,
                                                    const FormationOptions&);

}  // namespace thalweg
