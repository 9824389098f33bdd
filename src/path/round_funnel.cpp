// The funnel over circles: Demyen and Buro's modified funnel.              docs/papers.md [DB06]
//
//   tangent from a left circle    The way keeps left circles on its left and right ones on its
//   to a right one                right. With n the normal to the left of its heading, a left
//                                 circle's centre lies at height +r over the line, a right one's
//      ( a )  .                   at -r; so the heading from a to b is that of b - a, turned by
//          \  ( b )               the angle whose sine is (height of a - height of b) / |b - a|.
//           \___/
//
// Departures: corners that touch no wall are circles of radius 0; convex faces of any size take
// part with all the corners of their sides; arcs are laid as polygons outside the circle.
#include <algorithm>
#include <cmath>

#include "path/string_funnel.hpp"
#include "thalweg/core/portable_math.hpp"

namespace thalweg {
namespace {

constexpr double kDegree = 0x1.1df46a2529d39p-6;  // radians
constexpr double kRounding = 1e-9;                // of the sine of an angle

// The heading, of length one, of the tangent from a to b. Where the circles overlap, so that there
// is none: across the line between them.
Vec2 heading(const RoundCorner& a, const RoundCorner& b) {
  const Vec2 way = b.centre - a.centre;
  const double metres = length(way);
  if (!(metres > 0)) return {};
  const Vec2 ahead = way * (1 / metres);
  const double sine = std::clamp((a.side * a.radius - b.side * b.radius) / metres, -1.0, 1.0);
  const double cosine = std::sqrt(1 - sine * sine);
  return {cosine * ahead.x - sine * ahead.y, cosine * ahead.y + sine * ahead.x};
}

// True when the circle of `a` holds that of `b`.
bool holds(const RoundCorner& a, const RoundCorner& b) {
  return length(b.centre - a.centre) + b.radius <= a.radius;
}

struct Circles {
  static bool is_same(const RoundCorner& a, const RoundCorner& b) {
    if (a.side == 0 || b.side == 0) return a.centre == b.centre && a.radius == b.radius;
    return a.side == b.side && holds(a, b);
  }

  static bool is_kept(Side side, const RoundCorner& before, const RoundCorner& tail,
                      const RoundCorner& p) {
    if (tail.side == p.side && holds(p, tail)) return false;
    return static_cast<int>(side) * cross(heading(before, tail), heading(tail, p)) > 0;
  }

  // One who stands in a portal has its ends on both hands: not a passing, whatever the rounding.
  static Passing pass(Side side, const RoundCorner& apex, const RoundCorner& other,
                      const RoundCorner& p) {
    const Vec2 to_other = heading(apex, other);
    const Vec2 to_p = heading(apex, p);
    const double turn = static_cast<int>(side) * cross(to_other, to_p);
    const bool is_past = turn < 0 && (turn < -kRounding || dot(to_other, to_p) > 0);
    return is_past ? Passing::beyond : Passing::apart;
  }
};

// True when a wall touches the origin of `edge`, on this layer.
bool touches_wall(const Mesh& mesh, EdgeId edge, const CrossRule& rule) {
  EdgeId at = edge;
  do {
    if (!rule.allows(mesh, at) || !rule.allows(mesh, mesh.twin(at))) return true;
    at = mesh.next(mesh.twin(at));
  } while (at != edge);
  return false;
}

// Lays the polygon outside one circle. Its sides are tangents: of each heading on the way round.
class ArcLayer {
 public:
  ArcLayer(const RoundCorner& circle, double most, std::vector<Vec2>& points)
      : circle_(circle), most_(most), points_(points) {}

  void lay(Vec2 in, Vec2 out, int depth = 0) {
    const double turn = circle_.side * cross(in, out);
    const double along = dot(in, out);
    // No turn at all may look like a small one the wrong way.
    const bool is_short = along > 0 && (turn <= 0 || portable_acos(along) <= most_);
    if (is_short || circle_.radius == 0 || depth == 10) {
      points_.push_back(corner(in, out));
      return;
    }
    const Vec2 middle = half_way(in, out);
    lay(in, middle, depth + 1);
    lay(middle, out, depth + 1);
  }

 private:
  // Where the tangents of two headings meet.
  Vec2 corner(Vec2 in, Vec2 out) const {
    const Vec2 a = outwards(in);
    const Vec2 b = outwards(out);
    if (circle_.radius == 0) return circle_.centre;
    return circle_.centre + (a + b) * (circle_.radius / (1 + dot(a, b)));
  }
  Vec2 outwards(Vec2 heading) const {
    return Vec2{heading.y, -heading.x} * static_cast<double>(circle_.side);
  }
  // The heading half way round from `in` to `out`, up to a whole turn.
  Vec2 half_way(Vec2 in, Vec2 out) const {
    const Vec2 chord = (out - in) * static_cast<double>(circle_.side);
    const Vec2 sum = dot(in, out) > 0 ? in + out : Vec2{chord.y, -chord.x};
    return sum * (1 / length(sum));
  }

  const RoundCorner& circle_;
  double most_;  // radians
  std::vector<Vec2>& points_;
};

}  // namespace

std::span<const Vec2> RoundFunnel::pull(const Mesh& mesh, const Stretch& stretch,
                                        const RoundOptions& options) {
  collect(mesh, stretch, options);
  shrink(stretch);
  StringFunnel<RoundCorner, Circles> string(left_, right_, bends_, {stretch.start.point.xy()});
  for (const RoundCorner& corner : corners_) {
    const Side side = corner.side > 0 ? Side::left : Side::right;
    if (!Circles::is_same(string.end(side), corner)) string.add(side, corner);
  }
  string.finish({stretch.goal.point.xy()});
  lay_points(options.arc_degrees);
  return points_;
}

// The corners along both sides, as the way passes them: within a face, those of the left side, then
// those of the right.
void RoundFunnel::collect(const Mesh& mesh, const Stretch& stretch, const RoundOptions& options) {
  corners_.clear();
  EdgeId entered;
  for (const EdgeId portal : stretch.portals) {
    if (entered.is_none()) {
      add_corner(mesh, mesh.next(portal), +1, options);
      add_corner(mesh, portal, -1, options);
    } else {
      const auto first = static_cast<std::ptrdiff_t>(corners_.size());
      for (EdgeId e = mesh.next(portal); e != entered; e = mesh.next(e)) {
        add_corner(mesh, e, +1, options);
      }
      std::reverse(corners_.begin() + first, corners_.end());
      for (EdgeId e = mesh.next(entered); e != portal;) {
        e = mesh.next(e);
        add_corner(mesh, e, -1, options);
      }
    }
    entered = mesh.twin(portal);
  }
}

void RoundFunnel::add_corner(const Mesh& mesh, EdgeId at, int side, const RoundOptions& options) {
  const VertexId corner = mesh.origin(at);
  const double radius = touches_wall(mesh, at, options.rule) ? options.radius : 0;
  corners_.push_back({mesh.point(corner).xy(), radius, side, corner});
}

// Makes room where circles hold an end, or overlap across the corridor.
void RoundFunnel::shrink(const Stretch& stretch) {
  RoundCorner* left = nullptr;
  RoundCorner* right = nullptr;
  for (RoundCorner& corner : corners_) {
    corner.radius = std::min({corner.radius, length(corner.centre - stretch.start.point.xy()),
                              length(corner.centre - stretch.goal.point.xy())});
    (corner.side > 0 ? left : right) = &corner;
    if (left == nullptr || right == nullptr) continue;
    const double width = length(left->centre - right->centre);
    if (left->radius + right->radius <= width) continue;
    const double most = left->radius > 0 && right->radius > 0 ? width / 2 : width;
    left->radius = std::min(left->radius, most);
    right->radius = std::min(right->radius, most);
  }
}

void RoundFunnel::lay_points(double arc_degrees) {
  points_.clear();
  points_.push_back(bends_.front().centre);
  const double most = std::clamp(arc_degrees, 1.0, 90.0) * kDegree;
  for (std::size_t i = 1; i + 1 < bends_.size(); ++i) {
    ArcLayer(bends_[i], most, points_)
        .lay(heading(bends_[i - 1], bends_[i]), heading(bends_[i], bends_[i + 1]));
  }
  if (bends_.size() > 1) points_.push_back(bends_.back().centre);
}

}  // namespace thalweg
