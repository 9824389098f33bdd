// Walking on a navigation mesh.                              docs/reference/papers.md [Gems], Snook
//
//   article              here           meaning
//   control point        surface point           the point on the mesh that is moved
//   motion path          left_          the motion not yet used up
//   unshared edge        wall           an edge that the rule does not let one cross
//
//   test the path against the face's edges    cast_ray, for all faces up to the next wall
//   resolve the collision, lose a tenth       slide
//
// Departures: faces of any number of corners; which edge is crossed is decided exactly; a slide
// follows its wall to the corner where it ends, so that no step can leave the mesh by rounding; a
// wall that goes on straight takes friction once; the point may keep a distance from walls.
#include "thalweg/path/walk.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/world/ray.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr int kMostSlides = 1024;

// Walls that bend the motion by less than this (a sine) do not brake it.
constexpr double kStraight = 1e-3;

// Walls that are met at a smaller angle than this (a sine) are ignored.
constexpr double kTouching = 1e-9;

// Rays reach to here.
constexpr double kFarthest = 1e70;

bool is_near(Vec2 p) { return std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest; }

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

// Where a moving point first comes within the radius of a wall.
struct Contact {
  double time = 1;  // the share of the motion made until then
  EdgeId wall;      // none: nothing is met
  Vec2 off;         // away from the wall there, of length one
};

// The walls as a disc feels them. The time of contact with a wall is the first with its side or with the discs
// about its ends (a quadratic equation); walls are found by a flood of the faces within reach.
class RoundWalls {
 public:
  RoundWalls(const Mesh& mesh, double radius, const CrossRule& rule, FloodScratch& scratch)
      : mesh_(mesh), radius_(radius), rule_(rule), scratch_(scratch) {}

  // The first wall that the motion brings within the radius, or nearer where it is within already.
  Contact first_contact(const SurfacePoint& from, Vec2 motion) {
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

 private:
  // Distances to a segment are convex along the motion: one that does not shrink at first never does.
  Contact contact_with(EdgeId wall, Vec2 p, Vec2 motion) const {
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

  const Mesh& mesh_;
  double radius_;
  const CrossRule& rule_;
  FloodScratch& scratch_;
};

// One direction along a wall from the surface point.
struct Slide {
  EdgeId wall;
  VertexId end;     // where the wall ends in that direction
  Vec2 direction;   // of length one
  double gain = 0;  // the part of the motion in that direction, metres
};

class Walker {
 public:
  Walker(const Mesh& mesh, const WalkOptions& options, Walk old)
      : mesh_(mesh), options_(options), walk_(std::move(old)) {
    walk_.walked = 0;
    walk_.has_hit = false;
    walk_.events.clear();
  }

  Walk run(const SurfacePoint& from, Vec2 motion, FloodScratch& scratch) {
    walk_.end = from;
    if (from.face.value >= mesh_.face_count() || !is_near(from.point.xy()) || !is_near(motion)) {
      return std::move(walk_);
    }
    walk_.end = surface_point_on(mesh_, from.face, from.point.xy());
    left_ = motion;
    if (options_.radius > 0) {
      keep_off_walls(scratch);
    } else {
      for (int i = 0; i < kMostSlides && left_ != Vec2{}; ++i) step();
    }
    return std::move(walk_);
  }

 private:
  Vec2 here() const { return walk_.end.point.xy(); }

  void enter(EdgeId edge) {
    const FaceId face = mesh_.across(edge);
    walk_.events.push_back(
        {WalkEvent::Kind::entered, face, edge, mesh_.tags(face), mesh_.edge_tags(edge)});
  }

  void hit(EdgeId wall) {
    walk_.has_hit = true;
    const FaceId face = mesh_.face(wall);
    const WalkEvent event{WalkEvent::Kind::hit, face, wall, mesh_.tags(face),
                          mesh_.edge_tags(wall)};
    if (walk_.events.empty() || walk_.events.back() != event) walk_.events.push_back(event);
  }

  // Straight on as far as it goes.
  Ray go(Vec2 target) {
    const auto note = [&](EdgeId edge) { enter(edge); };
    const Ray ray = cast_ray(mesh_, walk_.end, target, options_.rule, note);
    walk_.walked += length(ray.end.point.xy() - here());
    walk_.end = ray.end;
    return ray;
  }

  // To the next wall, and along it to its end.
  void step() {
    const Vec2 target = here() + left_;
    const Ray ray = go(target);
    if (ray.is_clear || ray.wall.is_none()) return stop();
    left_ = target - here();
    hit(ray.wall);
    const Slide slide = best_slide(ray.wall);
    if (!(slide.gain > 0)) return stop();
    hit(slide.wall);
    const double gain = slide.gain * kept(slide.direction);
    const Vec2 end = mesh_.point(slide.end).xy();
    const double room = length(end - here());
    const bool is_inside = gain < room;
    const Vec2 at = is_inside ? here() + slide.direction * gain : end;
    walk_.end = surface_point_on(mesh_, mesh_.face(slide.wall), at);
    walk_.walked += is_inside ? gain : room;
    left_ = slide.direction * (is_inside ? 0 : gain - room);
  }

  void stop() { left_ = {}; }

  // The share of the motion that is kept when it is turned in this direction.
  double kept(Vec2 direction) const {
    const bool is_straight = std::abs(cross(left_, direction)) <= kStraight * length(left_);
    return is_straight ? 1 : 1 - std::clamp(options_.friction, 0.0, 1.0);
  }

  Slide slide_along(EdgeId wall, bool is_forwards) const {
    const Vec2 span = (mesh_.end(wall) - mesh_.start(wall)).xy() * (is_forwards ? 1.0 : -1.0);
    const double size = length(span);
    if (!(size > 0)) return {};
    const Vec2 direction = span * (1 / size);
    const VertexId end = is_forwards ? mesh_.target(wall) : mesh_.origin(wall);
    return {wall, end, direction, dot(left_, direction)};
  }

  // Along `wall`, or at its ends also along the other wall of that corner.
  Slide best_slide(EdgeId wall) {
    const bool at_start = here() == mesh_.start(wall).xy();
    if (at_start || here() == mesh_.end(wall).xy()) {
      return slide_from(at_start ? wall : mesh_.next(wall));
    }
    const Slide forwards = slide_along(wall, true);
    return forwards.gain > 0 ? forwards : slide_along(wall, false);
  }

  // The walls to the right and the left of the fan about a corner.
  Slide slide_from(EdgeId corner) {
    const EdgeId right = rightmost(mesh_, corner, options_.rule);
    if (right.is_none()) return {};
    EdgeId left = corner;
    for (EdgeId next = left; !next.is_none(); next = turned_left(mesh_, left, options_.rule)) {
      left = next;
    }
    const Slide along_right = slide_along(right, true);
    const Slide along_left = slide_along(previous(mesh_, left), false);
    const bool is_right = along_right.gain >= along_left.gain;
    const Slide best = is_right ? along_right : along_left;
    if (best.gain > 0) turn(corner, is_right ? right : left, is_right);
    return best;
  }

  void turn(EdgeId corner, EdgeId last, bool clockwise) {
    while (corner != last) {
      enter(clockwise ? corner : previous(mesh_, corner));
      corner = clockwise ? turned_right(mesh_, corner, options_.rule)
                         : turned_left(mesh_, corner, options_.rule);
    }
  }

  // The same for a disc: walls are met at the radius and slid along square to the nearest point.
  void keep_off_walls(FloodScratch& scratch) {
    RoundWalls walls(mesh_, options_.radius, options_.rule, scratch);
    std::optional<Vec2> held;  // the direction away from the wall touched last
    for (int i = 0; i < kMostSlides && left_ != Vec2{}; ++i) {
      const Contact contact = walls.first_contact(walk_.end, left_);
      const Vec2 target = here() + left_ * contact.time;
      if (contact.time > 0) held.reset();
      if (contact.time > 0 && !go(target).is_clear) return stop();
      if (contact.wall.is_none()) return stop();
      hit(contact.wall);
      left_ = left_ * (1 - contact.time);
      const Vec2 along = left_ - contact.off * dot(left_, contact.off);
      const double size = length(along);
      // Between two walls that close in on it the disc stays where it is.
      if (!(size > 0) || (held && dot(along, *held) < -kTouching * size)) return stop();
      left_ = along * kept(along * (1 / size));
      held = contact.off;
    }
  }

  const Mesh& mesh_;
  const WalkOptions& options_;
  Walk walk_;
  Vec2 left_;
};

}  // namespace

Walk walk(const Mesh& mesh, const SurfacePoint& from, Vec2 motion, const WalkOptions& options,
          FloodScratch& scratch, Walk old) {
  return Walker(mesh, options, std::move(old)).run(from, motion, scratch);
}

Walk walk(const Mesh& mesh, const SurfacePoint& from, Vec2 motion, const WalkOptions& options,
          Walk old) {
  FloodScratch scratch;
  return walk(mesh, from, motion, options, scratch, std::move(old));
}

}  // namespace thalweg
