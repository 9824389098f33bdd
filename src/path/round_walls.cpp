// The time of contact with a wall is the first with its side or with the discs about its ends (a
// quadratic equation); walls are found by a flood of the faces within reach.
#include "path/round_walls.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

// Motions that close in on a wall by less than this share of their length run along it.
constexpr double kAlong = 1e-9;

constexpr double kNever = 2;

// When a point comes within `radius` of `centre`. Requires: it starts farther away.
double time_to_disc(Vec2 centre, double radius, Vec2 p, Vec2 motion) {
  const Vec2 from = p - centre;
  const double a = dot(motion, motion);
  const double b = dot(from, motion);
  const double c = dot(from, from) - radius * radius;
  const double square = b * b - a * c;
  if (!(b < 0) || !(square >= 0)) return kNever;
  return std::max(c / (std::sqrt(square) - b), 0.0);
}

// When it comes within `radius` of the segment, square to it.
double time_to_side(const Segment2& wall, double radius, Vec2 p, Vec2 motion) {
  const Vec2 span = wall.b - wall.a;
  const double size = length(span);
  const Vec2 along = span * (1 / size);
  const double height = cross(along, p - wall.a);
  const double rise = cross(along, motion);
  const double closing = height > 0 ? -rise : rise;
  if (!(closing > 0) || std::abs(height) < radius) return kNever;
  const double time = (std::abs(height) - radius) / closing;
  const double foot = dot(p + motion * time - wall.a, along);
  return foot >= 0 && foot <= size ? time : kNever;
}

}  // namespace

// Distances to a segment are convex along the motion: one that does not shrink at first never does.
Contact RoundWalls::contact_with(EdgeId wall, Vec2 p, Vec2 motion) const {
  const Segment2 segment{mesh_.start(wall).xy(), mesh_.end(wall).xy()};
  if (segment.a == segment.b) return {};
  const auto off_at = [&](Vec2 q) {
    const Vec2 away = q - nearest_point(segment, q);
    const double size = length(away);
    if (size > 0) return away * (1 / size);
    const Vec2 span = segment.b - segment.a;
    return Vec2{-span.y, span.x} * (1 / length(span));
  };
  const Vec2 off = off_at(p);
  if (distance(segment, p) <= radius_ * (1 + kAlong)) {
    if (dot(motion, off) < -kAlong * length(motion)) return {0, wall, off};
    return {};
  }
  const double time = std::min({time_to_disc(segment.a, radius_, p, motion),
                                time_to_disc(segment.b, radius_, p, motion),
                                time_to_side(segment, radius_, p, motion)});
  if (!(time < 1)) return {};
  return {time, wall, off_at(p + motion * time)};
}

Contact RoundWalls::first_contact(const SurfacePoint& from, Vec2 motion) {
  const double reach = length(motion) + radius_ * (1 + kAlong);
  std::vector<FaceId> faces =
      faces_in_circle(mesh_, from, {reach, rule_}, scratch_, std::move(scratch_.faces));
  Contact first;
  for (const FaceId face : faces) {
    for (const EdgeId e : mesh_.edges(face)) {
      if (rule_.allows(mesh_, e)) continue;
      const Contact contact = contact_with(e, from.point.xy(), motion);
      if (!contact.wall.is_none() && (first.wall.is_none() || contact.time < first.time)) {
        first = contact;
      }
    }
  }
  scratch_.faces = std::move(faces);
  return first;
}

}  // namespace thalweg
