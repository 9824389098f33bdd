// The turn about a corner is halved until its parts are at most 45 degrees; of the points in the
// middles of the parts those are taken where the disc fits.
#include "graph/kinds/stand_off.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/graph/clearance.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kMostTurn = 0.7071;  // the cosine of what is turned at one point: 45 degrees
constexpr double kSpare = 1.001;

Vec2 direction(Vec2 v) { return v * (1 / length(v)); }

// `v` turned by a quarter, counter-clockwise or clockwise.
Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }
Vec2 right_of(Vec2 v) { return {v.y, -v.x}; }

// The cosine of half an angle of up to half a turn, by the angle's cosine.
double half_cosine(double cosine) { return std::sqrt(std::max(1 + cosine, 0.0) / 2); }

// The direction halfway from `a` counter-clockwise to `b`.
Vec2 between(Vec2 a, Vec2 b) {
  const Vec2 sum = a + b;
  return length(sum) > 1e-6 ? direction(sum) : left_of(a);
}

// Calls visit(direction) for the middles of 2^depth equal parts of a turn, in order.
template <class Visit>
void halve(Vec2 a, Vec2 b, int depth, const Visit& visit) {
  const Vec2 middle = between(a, b);
  if (depth == 0) return visit(middle);
  halve(a, middle, depth - 1, visit);
  halve(middle, b, depth - 1, visit);
}

// The surface point straight out from a corner, where the disc fits there; nowhere otherwise.
SurfacePoint surface_point_off(const Mesh& mesh, const BendCorner& bend, Vec2 at, double radius,
                               const CrossRule& rule, FloodScratch& scratch) {
  const Ray ray = cast_ray(mesh, surface_point_of(mesh, bend), at, rule);
  if (!ray.is_clear) return {};
  const Vec3f rounded = to_float(ray.end.point);
  const SurfacePoint surface_point{ray.end.face, rounded};
  const NearWall wall = distance_to_wall(mesh, surface_point, {radius, rule}, scratch);
  return wall.found() && !fits(radius, 2 * wall.distance) ? SurfacePoint{} : surface_point;
}

}  // namespace

std::vector<StandOff> stand_offs(const Mesh& mesh, const Bends& bends, double radius,
                                 const CrossRule& rule) {
  std::vector<StandOff> all;
  FloodScratch scratch;
  for (const BendId id : bends.ids()) {
    const BendCorner& bend = bends[id];
    const Vec2 corner = mesh.point(bend.vertex).xy();
    // The directions in which the disc's centre lies while it slides along either wall.
    const Vec2 first = left_of(direction(mesh.point(bend.right).xy() - corner));
    const Vec2 last = right_of(direction(mesh.point(bend.left).xy() - corner));
    int depth = 0;
    double part = bend.is_full_turn ? -1 : dot(first, last);
    for (; part < kMostTurn; part = half_cosine(part)) ++depth;
    const double away = radius * kSpare / half_cosine(part);
    halve(first, last, depth, [&](Vec2 out) {
      const SurfacePoint surface_point =
          surface_point_off(mesh, bend, corner + out * away, radius, rule, scratch);
      if (surface_point.is_found()) all.push_back({id, surface_point});
    });
  }
  return all;
}

}  // namespace thalweg
