// Splines, pruning, and crossings of edges as points of their own. What would
// leave the ground is left straight.
#include "path/passes.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/spline.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kMostCurvePieces = 1000;

struct CurveOptions {
  std::uint32_t pieces;
  bool by_quarters;
  const CrossRule& rule;
};

// How many straight pieces a curve over that many metres gets. Rounding aside, `spacing` is theirs.
std::uint32_t pieces_for(const ShapeOptions& options, double metres) {
  if (options.spline_by_quarters) return 4;
  if (!(options.spline_spacing > 0)) return std::clamp(options.spline_pieces, 1u, kMostCurvePieces);
  return static_cast<std::uint32_t>(
      std::clamp(std::ceil(metres / options.spline_spacing), 1.0, double{kMostCurvePieces}));
}

// Adds the points between the curve's ends. False, and none added: the curve leaves the ground, or
// some piece of it leads back.
template <class AnyMesh>
bool add_curve(const AnyMesh& mesh, const CurvePiece& curve, const SurfacePoint& goal,
               const CurveOptions& options, std::vector<PathPoint>& points) {
  const std::size_t first = points.size();
  SurfacePoint at = surface_point_of(points.back());
  const auto leads_on = [&](Vec2 next) {
    return dot(next - at.point.xy(), curve.to - curve.from) > 0;
  };
  bool is_good = true;
  for (std::uint32_t i = 1; i < options.pieces && is_good; ++i) {
    const Vec2 next = options.by_quarters
                          ? point_at_quarter(curve, i)
                          : point_at(curve, static_cast<double>(i) / options.pieces);
    const Ray ray = cast_ray(mesh, at, next, options.rule);
    is_good = ray.is_clear && leads_on(next);
    at = ray.end;
    if (is_good) points.push_back(point_on(mesh, at));
  }
  if (is_good && leads_on(curve.to) && line_of_sight(mesh, at, goal, options.rule)) return true;
  points.resize(first);
  return false;
}

// True when every point between the two lies within `most` metres of the line between them.
bool are_near(std::span<const PathPoint> points, std::size_t from, std::size_t to, double most) {
  const Segment2 line{points[from].vec().xy(), points[to].vec().xy()};
  for (std::size_t i = from + 1; i < to; ++i) {
    const Vec2 p = points[i].vec().xy();
    if (most > 0 ? distance(line, p) > most : !meet(line, {p, p})) return false;
  }
  return true;
}

// Where the line a -> b crosses `edge`; at a corner of it exactly where the line meets that corner.
// Where it runs along the edge: the first corner between `last` and the end, else `last`.
template <class AnyMesh>
Vec3 crossing(const AnyMesh& mesh, EdgeId edge, const Segment2& line, Vec3 last) {
  const Vec3 p = mesh.start(edge);
  const Vec3 q = mesh.end(edge);
  const Vec2 span = line.b - line.a;
  const bool at_p = orientation(line.a, line.b, p.xy()) == 0;
  const bool at_q = orientation(line.a, line.b, q.xy()) == 0;
  if (at_p && at_q) {
    const auto is_on = [&](Vec3 c) {
      return dot(c.xy() - last.xy(), span) >= 0 && dot(line.b - c.xy(), span) >= 0;
    };
    const bool is_p_first = dot(q.xy() - p.xy(), span) > 0;
    for (const Vec3 corner : {is_p_first ? p : q, is_p_first ? q : p}) {
      if (is_on(corner)) return corner;
    }
    return last;
  }
  if (at_p || at_q) return at_p ? p : q;
  const double all = cross(span, q.xy() - p.xy());
  const double share = all != 0 ? cross(span, line.a - p.xy()) / all : 0.5;
  const Vec3 at = p + (q - p) * std::clamp(share, 0.0, 1.0);
  // Where line and edge are nearly parallel the share is inaccurate.
  if (dot(at.xy() - last.xy(), span) < 0) return last;
  return dot(line.b - at.xy(), span) < 0 ? Vec3{line.b.x, line.b.y, at.z} : at;
}

}  // namespace

template <class AnyMesh>
PathPoint point_on(const AnyMesh& mesh, const SurfacePoint& surface_point) {
  return {surface_point.point.x,
          surface_point.point.y,
          surface_point.point.z,
          surface_point.face,
          {},
          mesh.area(surface_point.face)};
}

template <class AnyMesh>
std::vector<PathPoint> curved(const AnyMesh& mesh, const std::vector<PathPoint>& points,
                              const ShapeOptions& options, const CrossRule& rule,
                              std::vector<PathPoint> old) {
  old.clear();
  const std::size_t last = points.size() - 1;
  const auto at = [&](std::size_t i) { return points[std::min(i, last)].vec().xy(); };
  for (std::size_t i = 0; i < last; ++i) {
    old.push_back(points[i]);
    if (last == 1 || at(i) == at(i + 1)) continue;
    const CurvePiece curve = catmull_rom({at(i == 0 ? 0 : i - 1), at(i), at(i + 1), at(i + 2)});
    add_curve(
        mesh, curve, surface_point_of(points[i + 1]),
        {pieces_for(options, length(curve.to - curve.from)), options.spline_by_quarters, rule},
        old);
  }
  old.push_back(points[last]);
  return old;
}

template <class AnyMesh>
std::vector<PathPoint> pruned(const AnyMesh& mesh, std::vector<PathPoint> points,
                              const ShapeOptions& options, const CrossRule& rule) {
  std::size_t kept = 0;  // points[0 .. kept] stay
  std::size_t from = 0;  // where points[kept] came from
  const double most = std::max(options.prune, 0.0);
  for (std::size_t to = 2; to < points.size(); ++to) {
    const PathPoint& anchor = points[kept];
    const bool is_straight =
        anchor.vec().xy() != points[to].vec().xy() && are_near(points, from, to, most) &&
        line_of_sight(mesh, surface_point_of(anchor), surface_point_of(points[to]), rule);
    if (is_straight) continue;
    from = to - 1;
    points[++kept] = points[from];
  }
  if (points.size() > 1) points[++kept] = points.back();
  points.resize(std::min(kept + 1, points.size()));
  return points;
}

template <class AnyMesh>
std::vector<PathPoint> with_crossings(const AnyMesh& mesh, const std::vector<PathPoint>& points,
                                      const CrossRule& rule, std::vector<EdgeId>& crossed,
                                      std::vector<PathPoint> old) {
  old.clear();
  const auto note = [&](EdgeId edge) { crossed.push_back(edge); };
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    old.push_back(points[i]);
    const Segment2 line{points[i].vec().xy(), points[i + 1].vec().xy()};
    crossed.clear();
    if (!cast_ray_to(mesh, surface_point_of(points[i]), surface_point_of(points[i + 1]), rule, note)
             .is_clear) {
      continue;
    }
    for (const EdgeId edge : crossed) {
      const Vec3 p = crossing(mesh, edge, line, old.back().vec());
      if (p.xy() == line.b) break;
      const PathPoint point = point_on(mesh, {mesh.across(edge), p});
      if (old.back().vec().xy() == p.xy()) {
        old.back().face = point.face;
        old.back().area = point.area;
      } else {
        old.push_back(point);
      }
    }
  }
  old.push_back(points.back());
  return old;
}

#define THALWEG_INSTANTIATE(AnyMesh)                                                            \
  template PathPoint point_on(const AnyMesh&, const SurfacePoint&);                             \
  template std::vector<PathPoint> curved(const AnyMesh&, const std::vector<PathPoint>&,         \
                                         const ShapeOptions&, const CrossRule&,                 \
                                         std::vector<PathPoint>);                               \
  template std::vector<PathPoint> pruned(const AnyMesh&, std::vector<PathPoint>,                \
                                         const ShapeOptions&, const CrossRule&);                \
  template std::vector<PathPoint> with_crossings(const AnyMesh&, const std::vector<PathPoint>&, \
                                                 const CrossRule&, std::vector<EdgeId>&,        \
                                                 std::vector<PathPoint>);
THALWEG_INSTANTIATE(Mesh)
THALWEG_INSTANTIATE(GridMesh)
#undef THALWEG_INSTANTIATE

}  // namespace thalweg
