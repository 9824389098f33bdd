// The funnel over circles: Demyen and Buro's modified funnel.    docs/reference/papers.md [DB06]
//
//   tangent from a left circle    The path keeps left circles on its left and right ones on its
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
#include <limits>

#include "core/portable_math.hpp"
#include "path/string_funnel.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
namespace {

constexpr double kDegree = 0x1.1df46a2529d39p-6;  // radians
constexpr double kRounding = 1e-9;                // of the sine of an angle

// The heading, of length one, of the tangent from a to b. Where the circles overlap, so that there
// is none: across the line between them.
Vec2 heading(const RoundCorner& a, const RoundCorner& b) {
  const Vec2 span = b.centre - a.centre;
  const double metres = length(span);
  if (!(metres > 0)) return {};
  const Vec2 ahead = span * (1 / metres);
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

  // Where the tangents have changed sides, one circle hides the other. The first one met is the one
  // at which the path bends outwards: p's, where the apex lies close to the portal. With all on one
  // line it is the nearer one.
  static Passing pass(Side side, const RoundCorner& apex, const RoundCorner& other,
                      const RoundCorner& p) {
    const Vec2 to_other = heading(apex, other);
    const double turn = static_cast<int>(side) * cross(to_other, heading(apex, p));
    if (turn > -kRounding) return Passing::apart;
    const double bend = static_cast<int>(side) * cross(to_other, heading(other, p));
    const bool is_line = std::abs(bend) < kRounding;
    const bool is_nearer = length(p.centre - apex.centre) < length(other.centre - apex.centre);
    return (is_line ? is_nearer : bend > 0) ? Passing::short_ : Passing::beyond;
  }
};

// True when a wall touches the origin of `edge`, on this floor.
template <class AnyMesh>
bool touches_wall(const AnyMesh& mesh, EdgeId edge, const CrossRule& rule) {
  EdgeId at = edge;
  do {
    if (!rule.allows(mesh, at) || !rule.allows(mesh, mesh.twin(at))) return true;
    at = mesh.next(mesh.twin(at));
  } while (at != edge);
  return false;
}

// A tangent from one circle to the next.
struct Tangent {
  Vec2 from;      // the first circle's centre
  Vec2 ahead;     // of length one
  double length;  // from centre to centre, along it
  double beside;  // metres from the line to the first centre, positive to the left

  Tangent(const RoundCorner& a, const RoundCorner& b)
      : from(a.centre),
        ahead(heading(a, b)),
        length(dot(ahead, b.centre - from)),
        beside(a.side * a.radius) {}

  // How far the circle of `corner` reaches over the tangent, in metres; 0 where it does not, or
  // lies before or beyond it, or `radius` or more beside it: no circle hides more.
  double overlap(const RoundCorner& corner, double radius) const {
    const Vec2 span = corner.centre - from;
    const double along = dot(ahead, span);
    if (along <= 0 || along >= length) return 0;
    const double height = cross(ahead, span) + beside;
    return std::abs(height) < radius ? corner.radius - corner.side * height : 0;
  }
};

// Half the distance from `corner` to the nearest wall of `face` that does not touch it.
template <class AnyMesh>
double half_room(const AnyMesh& mesh, FaceId face, Vec2 corner, const CrossRule& rule) {
  double least = std::numeric_limits<double>::infinity();
  for (const EdgeId e : mesh.edges(face)) {
    const Segment2 wall{mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e))};
    if (rule.allows(mesh, e) || wall.a == corner || wall.b == corner) continue;
    least = std::min(least, distance(wall, corner) / 2);
  }
  return least;
}

// Lays the polygon outside one circle. Its sides are tangents, one per heading around the arc.
class ArcBuilder {
 public:
  ArcBuilder(const RoundCorner& circle, double most, std::vector<Vec2>& points)
      : circle_(circle), most_(most), points_(points) {}

  void lay(Vec2 in, Vec2 out, int depth = 0) {
    const double turn = circle_.side * cross(in, out);
    const double along = dot(in, out);
    // Rounding can make a turn of 0 look like a small turn in the wrong direction.
    const bool is_short = along > 0 && (turn <= 0 || portable_acos(along) <= most_);
    if (is_short || circle_.radius == 0 || depth == 10) {
      points_.push_back(corner(in, out));
      return;
    }
    const Vec2 middle = halfway(in, out);
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
  // The heading halfway around from `in` to `out`, up to a whole turn.
  Vec2 halfway(Vec2 in, Vec2 out) const {
    const Vec2 chord = (out - in) * static_cast<double>(circle_.side);
    const Vec2 sum = dot(in, out) > 0 ? in + out : Vec2{chord.y, -chord.x};
    return sum * (1 / length(sum));
  }

  const RoundCorner& circle_;
  double most_;  // radians
  std::vector<Vec2>& points_;
};

}  // namespace

template <class AnyMesh>
std::span<const Vec2> RoundFunnel::pull(const AnyMesh& mesh, const Stretch& stretch,
                                        const RoundOptions& options) {
  collect(mesh, stretch, options);
  shrink(stretch);
  shrink_at_ends(mesh, stretch, options.rule);
  for (std::size_t i = 0; i < corners_.size(); ++i)
    corners_[i].order = static_cast<std::uint32_t>(i);
  StringFunnel<RoundCorner, Circles> string(memory_, {stretch.start.point.xy()}, corners_.size());
  for (const RoundCorner& corner : corners_) {
    const Side side = corner.side > 0 ? Side::left : Side::right;
    if (!Circles::is_same(string.end(side), corner)) string.add(side, corner);
  }
  const auto bends =
      string.finish({.centre = stretch.goal.point.xy(), .order = std::uint32_t(corners_.size())});
  bends_.assign(bends.begin(), bends.end());
  add_missed(options.radius);
  lay_points(options.arc_degrees);
  return points_;
}

// The corners along both sides, as the path passes them: within a face, those of the left side,
// then those of the right.
template <class AnyMesh>
void RoundFunnel::collect(const AnyMesh& mesh, const Stretch& stretch,
                          const RoundOptions& options) {
  corners_.clear();
  const auto is_wall = [&](EdgeId e) { return !options.rule.allows(mesh, e); };
  EdgeId entered;
  for (const EdgeId portal : stretch.portals) {
    if (entered.is_none()) {
      add_corner(mesh, mesh.next(portal), {.side = +1}, options);
      add_corner(mesh, portal, {.side = -1}, options);
    } else {
      const auto first = static_cast<std::ptrdiff_t>(corners_.size());
      for (EdgeId e = mesh.next(portal); e != entered; e = mesh.next(e)) {
        add_corner(mesh, e, {.side = +1, .is_walled = is_wall(e)}, options);
      }
      std::reverse(corners_.begin() + first, corners_.end());
      for (EdgeId e = mesh.next(entered); e != portal; e = mesh.next(e)) {
        add_corner(mesh, mesh.next(e), {.side = -1, .is_walled = is_wall(e)}, options);
      }
    }
    entered = mesh.twin(portal);
  }
}

// Adds the origin of `at`.
template <class AnyMesh>
void RoundFunnel::add_corner(const AnyMesh& mesh, EdgeId at, RoundCorner corner,
                             const RoundOptions& options) {
  corner.centre = mesh.flat(mesh.origin(at));
  corner.radius = touches_wall(mesh, at, options.rule) ? options.radius : 0;
  corners_.push_back(corner);
}

// Makes room where circles hold an end, overlap across the corridor, or reach a wall across it.
void RoundFunnel::shrink(const Stretch& stretch) {
  RoundCorner* left = nullptr;
  RoundCorner* right = nullptr;
  for (RoundCorner& corner : corners_) {
    corner.radius = std::min({corner.radius, length(corner.centre - stretch.start.point.xy()),
                              length(corner.centre - stretch.goal.point.xy())});
    RoundCorner*& mine = corner.side > 0 ? left : right;
    RoundCorner* other = corner.side > 0 ? right : left;
    if (corner.is_walled && mine != nullptr && other != nullptr) {
      const double room = distance(Segment2{mine->centre, corner.centre}, other->centre);
      other->radius = std::min(other->radius, room / 2);
    }
    mine = &corner;
    if (other == nullptr) continue;
    const double width = length(corner.centre - other->centre);
    if (corner.radius + other->radius <= width) continue;
    const double most = corner.radius > 0 && other->radius > 0 ? width / 2 : width;
    corner.radius = std::min(corner.radius, most);
    other->radius = std::min(other->radius, most);
  }
}

// The same within the two end faces, whose walls are on neither side.
template <class AnyMesh>
void RoundFunnel::shrink_at_ends(const AnyMesh& mesh, const Stretch& stretch,
                                 const CrossRule& rule) {
  const auto shrink = [&](RoundCorner& corner, FaceId face) {
    corner.radius = std::min(corner.radius, half_room(mesh, face, corner.centre, rule));
  };
  for (const int side : {+1, -1}) {
    const auto is_mine = [&](const RoundCorner& corner) { return corner.side == side; };
    const auto first = std::find_if(corners_.begin(), corners_.end(), is_mine);
    if (first == corners_.end()) return;
    shrink(*first, stretch.start.face);
    shrink(*std::find_if(corners_.rbegin(), corners_.rend(), is_mine), stretch.goal.face);
  }
}

// A corner that does not block the tangent to the next circle may block the line to a bare point
// beside that circle, and the string no longer holds it.
void RoundFunnel::add_missed(double radius) {
  for (std::size_t i = 0; i + 1 < bends_.size();) {
    const auto [first, last] = std::minmax(bends_[i].order, bends_[i + 1].order);
    const Tangent tangent(bends_[i], bends_[i + 1]);
    const RoundCorner* worst = nullptr;
    double most = kRounding;
    for (std::uint32_t c = first; c < last; ++c) {
      const double metres = tangent.overlap(corners_[c], radius);
      if (metres <= most || c == bends_[i].order || c == bends_[i + 1].order) continue;
      most = metres;
      worst = &corners_[c];
    }
    if (worst == nullptr || bends_.size() > 2 * corners_.size() + 2) {
      ++i;
    } else {
      bends_.insert(bends_.begin() + static_cast<std::ptrdiff_t>(i) + 1, *worst);
    }
  }
}

void RoundFunnel::lay_points(double arc_degrees) {
  points_.clear();
  points_.push_back(bends_.front().centre);
  const double most = std::min(std::max(1.0, arc_degrees), 90.0) * kDegree;  // NaN counts as 1
  for (std::size_t i = 1; i + 1 < bends_.size(); ++i) {
    ArcBuilder(bends_[i], most, points_)
        .lay(heading(bends_[i - 1], bends_[i]), heading(bends_[i], bends_[i + 1]));
  }
  if (bends_.size() > 1) points_.push_back(bends_.back().centre);
}

template std::span<const Vec2> RoundFunnel::pull(const Mesh&, const Stretch&, const RoundOptions&);
template std::span<const Vec2> RoundFunnel::pull(const GridMesh&, const Stretch&,
                                                 const RoundOptions&);

}  // namespace thalweg
