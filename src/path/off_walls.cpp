// Piece by piece of a walk: all walls in a circle about the piece are measured.
#include "path/off_walls.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// Round paths may come nearer to walls than the radius by this share of it: arcs of circles are
// polygons, and numbers are rounded.
constexpr double kRoundSlack = 0.05;

// Walls are looked for around pieces of a walk no longer than this many radii.
constexpr double kPieceRadii = 8;
constexpr double kMostWalkPieces = 64;  // of one walk, however small the radius

}  // namespace

template <class AnyMesh>
bool OffWalls<AnyMesh>::allows(const SurfacePoint& from, Vec2 to) const {
  const Vec2 span = to - from.point.xy();
  const double count =
      std::clamp(std::ceil(length(span) / (kPieceRadii * radius)), 1.0, kMostWalkPieces);
  SurfacePoint at = from;
  for (double i = 1; i <= count; ++i) {
    const Segment2 piece{at.point.xy(), i == count ? to : from.point.xy() + span * (i / count)};
    const double reach = length(piece.b - piece.a) + radius;
    scratch.faces = faces_in_circle(mesh, at, {reach, rule}, scratch, std::move(scratch.faces));
    for (const FaceId face : scratch.faces) {
      for (const EdgeId e : mesh.edges(face)) {
        if (rule.allows(mesh, e)) continue;
        const Segment2 wall{mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e))};
        const double near = std::min({radius, distance(wall, stretch.start.point.xy()),
                                      distance(wall, stretch.goal.point.xy())});
        if (gap(wall, piece) < near * (1 - kRoundSlack) - kWalkSlack) return false;
      }
    }
    at = cast_ray(mesh, at, piece.b, rule).end;
  }
  return true;
}

template struct OffWalls<Mesh>;
template struct OffWalls<GridMesh>;

}  // namespace thalweg
