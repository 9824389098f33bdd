#include "path/passes.hpp"

#include <algorithm>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/spline.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

struct CurveOptions {
  std::uint32_t pieces;
  bool by_quarters;
  const CrossRule& rule;
};

// Adds the points between the curve's ends. False, and none added: the curve leaves the ground.
bool add_curve(const Mesh& mesh, const CurvePoints& curve, const Spot& goal,
               const CurveOptions& options, std::vector<PathPoint>& points) {
  const std::size_t first = points.size();
  Spot at = spot_of(points.back());
  for (std::uint32_t i = 1; i < options.pieces; ++i) {
    const Vec2 next = options.by_quarters
                          ? catmull_rom_quarter(curve, i)
                          : catmull_rom(curve, static_cast<double>(i) / options.pieces);
    const Ray ray = cast_ray(mesh, at, next, options.rule);
    if (!ray.is_clear) {
      points.resize(first);
      return false;
    }
    at = ray.end;
    if (at.point.xy() == points.back().vec().xy()) continue;
    points.push_back(point_on(mesh, at));
  }
  if (line_of_sight(mesh, at, goal, options.rule)) return true;
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
// Where it runs along the edge: the first corner that does not lie behind `last`, else `last`.
Vec3 crossing(const Mesh& mesh, EdgeId edge, const Segment2& line, Vec3 last) {
  const Vec3 p = mesh.start(edge);
  const Vec3 q = mesh.end(edge);
  const Vec2 span = line.b - line.a;
  const bool at_p = orientation(line.a, line.b, p.xy()) == 0;
  const bool at_q = orientation(line.a, line.b, q.xy()) == 0;
  if (at_p && at_q) {
    const double to_p = dot(p.xy() - last.xy(), span);
    const double to_q = dot(q.xy() - last.xy(), span);
    if (std::max(to_p, to_q) < 0) return last;
    return to_p >= 0 && (to_q < 0 || to_p < to_q) ? p : q;
  }
  if (at_p || at_q) return at_p ? p : q;
  const double all = cross(span, q.xy() - p.xy());
  const double share = all != 0 ? cross(span, line.a - p.xy()) / all : 0.5;
  return p + (q - p) * std::clamp(share, 0.0, 1.0);
}

}  // namespace

PathPoint point_on(const Mesh& mesh, const Spot& spot) {
  return {spot.point.x, spot.point.y, spot.point.z, spot.face, {}, mesh.area(spot.face)};
}

std::vector<PathPoint> curved(const Mesh& mesh, const std::vector<PathPoint>& points,
                              const ShapeOptions& options, std::vector<PathPoint> old) {
  old.clear();
  const CurveOptions curve{
      options.spline_by_quarters ? 4 : std::clamp(options.spline_pieces, 1u, 1000u),
      options.spline_by_quarters, options.rule};
  const std::size_t last = points.size() - 1;
  const auto at = [&](std::size_t i) { return points[std::min(i, last)].vec().xy(); };
  for (std::size_t i = 0; i < last; ++i) {
    old.push_back(points[i]);
    if (last == 1) break;
    add_curve(mesh, {at(i == 0 ? 0 : i - 1), at(i), at(i + 1), at(i + 2)}, spot_of(points[i + 1]),
              curve, old);
  }
  old.push_back(points[last]);
  return old;
}

std::vector<PathPoint> pruned(const Mesh& mesh, std::vector<PathPoint> points,
                              const ShapeOptions& options) {
  std::size_t kept = 0;  // points[0 .. kept] stay
  std::size_t from = 0;  // where points[kept] came from
  const double most = std::max(options.spline_prune, 0.0);
  for (std::size_t to = 2; to < points.size(); ++to) {
    const PathPoint& anchor = points[kept];
    const bool is_straight =
        anchor.vec().xy() != points[to].vec().xy() && are_near(points, from, to, most) &&
        line_of_sight(mesh, spot_of(anchor), spot_of(points[to]), options.rule);
    if (is_straight) continue;
    from = to - 1;
    points[++kept] = points[from];
  }
  if (points.size() > 1) points[++kept] = points.back();
  points.resize(std::min(kept + 1, points.size()));
  return points;
}

std::vector<PathPoint> with_crossings(const Mesh& mesh, const std::vector<PathPoint>& points,
                                      const CrossRule& rule, std::vector<EdgeId>& crossed,
                                      std::vector<PathPoint> old) {
  old.clear();
  const auto note = [&](EdgeId edge) { crossed.push_back(edge); };
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    old.push_back(points[i]);
    const Segment2 line{points[i].vec().xy(), points[i + 1].vec().xy()};
    crossed.clear();
    if (!cast_ray_to(mesh, spot_of(points[i]), spot_of(points[i + 1]), rule, note).is_clear) {
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

}  // namespace thalweg
