// At each step the line either crosses an edge between its corners or passes through a corner
// exactly. Signs of `orientation` alone decide which; rounded numbers only say where on a wall the
// ray stopped.
//
//   crossing          corner, seen along the line
//      q  left            u
//   ---|--->           ---v--->   left run: along v -> w, the face to the left of the line
//      p  right           w       right run: along v -> u, the face to the right of it
#include "thalweg/world/ray.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "world/corner.hpp"
#include "world/limits.hpp"

namespace thalweg {
namespace {

// The edge that is crossed when turning about a corner.
template <class AnyMesh>
EdgeId door(const AnyMesh& mesh, EdgeId corner, bool clockwise) {
  return clockwise ? corner : previous(mesh, corner);
}

// The corner in the face beyond it; none at a wall.
template <class AnyMesh>
EdgeId turned(const AnyMesh& mesh, EdgeId corner, bool clockwise, const CrossRule& rule) {
  return clockwise ? turned_right(mesh, corner, rule) : turned_left(mesh, corner, rule);
}

// True when turning about `corner` through portals leads to `goal`. Then the edges are reported.
template <class AnyMesh>
bool turns_to(const AnyMesh& mesh, EdgeId corner, FaceId goal, const CrossRule& rule,
              OnCross on_cross) {
  for (const bool clockwise : {true, false}) {
    EdgeId last = corner;
    do {
      if (mesh.face(last) == goal) break;
      last = turned(mesh, last, clockwise, rule);
    } while (!last.is_none() && last != corner);
    if (last.is_none() || mesh.face(last) != goal) continue;
    for (EdgeId at = corner; on_cross && at != last; at = turned(mesh, at, clockwise, rule)) {
      on_cross(door(mesh, at, clockwise));
    }
    return true;
  }
  return false;
}

template <class AnyMesh>
bool lies_on(const AnyMesh& mesh, EdgeId edge, Vec2 p) {
  const Vec2 a = mesh.flat(mesh.origin(edge));
  const Vec2 b = mesh.flat(mesh.target(edge));
  Box2 box;
  box.add(a);
  box.add(b);
  return box.contains(p) && orientation(a, b, p) == 0;
}

// True when a point at `at` also lies on `goal`, or can get to it by turning about a corner. Then
// the edges crossed are reported.
template <class AnyMesh>
bool is_joined(const AnyMesh& mesh, const SurfacePoint& at, FaceId goal, const CrossRule& rule,
               OnCross on_cross = {}) {
  if (at.face == goal) return true;
  const Vec2 p = at.point.xy();
  for (const EdgeId e : mesh.edges(at.face)) {
    if (mesh.across(e) != goal || !rule.allows(mesh, e) || !lies_on(mesh, e, p)) continue;
    if (on_cross) on_cross(e);
    return true;
  }
  for (const EdgeId e : mesh.edges(at.face)) {
    if (mesh.flat(mesh.origin(e)) != p) continue;
    if (turns_to(mesh, e, goal, rule, on_cross)) return true;
  }
  return false;
}

// How the line continues from a corner of a face.
enum class Course { none, inside, left_run, right_run };

struct Onward {
  EdgeId corner;  // the edge of the face that starts at the corner
  Course course = Course::none;
};

// The position of the line. At a corner: the origin of `edge`. Otherwise it leaves the face through
// `edge`.
struct RayPosition {
  EdgeId edge;  // none: nowhere, the face is not convex
  bool is_corner = false;
};

template <class AnyMesh>
class RayWalk {
 public:
  // `goal`: the face to end on when the line may pass a thin wall on either side; may be none.
  RayWalk(const AnyMesh& mesh, const CrossRule& rule, OnCross on_cross, FaceId goal)
      : mesh_(mesh), rule_(rule), on_cross_(on_cross), goal_(goal) {}

  Ray run(const SurfacePoint& from, Vec2 to) {
    to_ = to;
    if (from.point.xy() == to) return clear(from.face);
    from_ = pulled_inside(mesh_, from.face, from.point.xy());
    if (from_ == to) return clear(from.face);
    const Vec2 direction = to_ - from_;
    is_steep_ = std::abs(direction.y) > std::abs(direction.x);
    ahead_ = direction.x > 0 ? (direction.y > 0 ? 2 : 1) : (direction.y > 0 ? 3 : 0);
    RayPosition at = first_position(from.face);
    if (at.edge.is_none()) return {false, surface_point_on(mesh_, from.face, from_), {}};
    // A line meets every edge at most once, and every corner at most once from each side.
    for (std::uint64_t step = 0; step <= 2 * std::uint64_t{mesh_.edge_count()}; ++step) {
      if constexpr (std::is_same_v<AnyMesh, GridMesh>) at = stride(at);
      if (at.is_corner ? has_passed(mesh_.origin(at.edge)) : is_behind(at.edge)) {
        return clear(mesh_.face(at.edge));
      }
      if (!at.is_corner && !rule_.allows(mesh_, at.edge)) return stopped_on(at.edge);
      at = at.is_corner ? pass_corner(at.edge) : cross_edge(at.edge);
      if (at.edge.is_none()) return stopped_;
    }
    return {false, surface_point_on(mesh_, from.face, from_), {}};
  }

 private:
  int side(VertexId v) const { return orientation(from_, to_, mesh_.flat(v)); }

  // True when `p` lies farther along the line than `q`. Both lie on the line.
  bool is_ahead(Vec2 p, Vec2 q) const {
    if (is_steep_) return to_.y > from_.y ? p.y > q.y : p.y < q.y;
    return to_.x > from_.x ? p.x > q.x : p.x < q.x;
  }
  bool has_passed(VertexId corner) const { return !is_ahead(to_, mesh_.flat(corner)); }
  // True when the target lies on the face's side of the edge that the line crosses. It does not
  // where it lies farther along than both ends.
  bool is_behind(EdgeId edge) const {
    const Vec2 p = mesh_.flat(mesh_.origin(edge));
    const Vec2 q = mesh_.flat(mesh_.target(edge));
    if (is_ahead(to_, p) && is_ahead(to_, q)) return false;
    return orientation(p, q, to_) >= 0;
  }

  // Where the line leaves the face of `edge`: the first change from right to left after it.
  RayPosition leave_after(EdgeId edge) const { return leave_after(edge, side(mesh_.target(edge))); }
  // The same where the side of its target is known.
  RayPosition leave_after(EdgeId edge, int start) const {
    const auto edges = mesh_.edges(mesh_.face(edge));
    const std::uint32_t first = edges.front().value;
    const std::uint32_t last = first + edges.size() - 1;
    const auto next = [&](EdgeId e) { return EdgeId(e.value == last ? first : e.value + 1); };
    EdgeId e = next(edge);
    for (std::uint32_t i = 0; i < edges.size(); ++i, e = next(e)) {
      const int end = side(mesh_.origin(next(e)));
      if (start < 0 && end > 0) return {e, false};
      if (start < 0 && end == 0) return {next(e), true};
      start = end;
    }
    return {};
  }

  RayPosition first_position(FaceId face) const {
    const auto edges = mesh_.edges(face);
    for (const EdgeId e : edges) {
      if (mesh_.flat(mesh_.origin(e)) == from_) return {e, true};
    }
    const RayPosition at = leave_after(edges.front());
    if (!at.edge.is_none()) return at;
    // The whole face lies to the left: the line runs along one of its edges.
    for (const EdgeId e : edges) {
      if (side(mesh_.origin(e)) == 0 && side(mesh_.target(e)) == 0) return {mesh_.next(e), true};
    }
    return {};
  }

  Course course_at(EdgeId corner) const {
    const VertexId v = mesh_.origin(corner);
    const VertexId w = mesh_.target(corner);
    const VertexId u = mesh_.origin(previous(mesh_, corner));
    const int at_w = side(w);
    const int at_u = side(u);
    const Vec2 here = mesh_.flat(v);
    if (at_w < 0 && at_u > 0) return Course::inside;
    if (at_w == 0 && is_ahead(mesh_.flat(w), here)) return Course::left_run;
    if (at_u == 0 && is_ahead(mesh_.flat(u), here)) return Course::right_run;
    return Course::none;
  }

  // Turns about a corner until the line leads into a face, or runs along its near side. If it does
  // neither, the course is `none` and the corner is the one at which a wall ended the turn.
  Onward turn(EdgeId corner, bool clockwise) const {
    const Course run = clockwise ? Course::left_run : Course::right_run;
    EdgeId at = corner;
    for (;;) {
      const Course course = course_at(at);
      if (course == Course::inside || course == run) return {at, course};
      const EdgeId next = turned(mesh_, at, clockwise, rule_);
      if (next.is_none() || next == corner) return {at};
      at = next;
    }
  }

  bool is_wall_run(const Onward& on) const {
    if (on.course != Course::left_run && on.course != Course::right_run) return false;
    return !rule_.allows(mesh_, door(mesh_, on.corner, on.course == Course::left_run));
  }

  EdgeId corner_after(const Onward& run) const {
    return run.course == Course::left_run ? mesh_.next(run.corner) : previous(mesh_, run.corner);
  }

  // True when running along this side of a wall reaches the target or the end of the wall.
  bool survives(Onward run) const {
    const bool clockwise = run.course == Course::left_run;
    for (std::uint32_t step = 0; step <= mesh_.edge_count(); ++step) {
      const EdgeId corner = corner_after(run);
      if (has_passed(mesh_.origin(corner))) {
        return goal_.is_none() ||
               is_joined(mesh_, {mesh_.face(corner), {to_.x, to_.y, 0}}, goal_, rule_);
      }
      run = turn(corner, clockwise);
      if (run.course == Course::none) return false;
      if (!is_wall_run(run)) return true;
    }
    return false;
  }

  // Reports the edges crossed when turning from `corner` to `last`.
  void report_turn(EdgeId corner, EdgeId last, bool clockwise) const {
    while (corner != last) {
      report(door(mesh_, corner, clockwise));
      corner = turned(mesh_, corner, clockwise, rule_);
    }
  }
  void report(EdgeId edge) const {
    if (on_cross_) on_cross_(edge);
  }

  // How the line continues from a corner. If a wall of no thickness lies along the line, takes the
  // side on which the wall can be passed.
  Onward onward(EdgeId corner) {
    const Onward here{corner, course_at(corner)};
    if (here.course != Course::none && (!is_wall_run(here) || survives(here))) return here;
    const Onward left = turn(corner, true);
    const bool is_sure = left.course != Course::none && (!is_wall_run(left) || survives(left));
    if (!is_sure) {
      const Onward right = turn(corner, false);
      if (right.course != Course::none) {
        report_turn(corner, right.corner, false);
        return right;
      }
    }
    report_turn(corner, left.corner, true);
    return left;
  }

  RayPosition pass_corner(EdgeId corner) {
    const Onward on = onward(corner);
    RayPosition at;
    if (on.course == Course::inside) {
      at = leave_after(on.corner);
    } else if (on.course != Course::none) {
      at = {corner_after(on), true};
    }
    if (at.edge.is_none()) stopped_ = stopped_at(on.corner);
    return at;
  }

  RayPosition cross_edge(EdgeId edge) {
    report(edge);
    const EdgeId entered = mesh_.twin(edge);
    const RayPosition at = leave_after(entered, -1);  // the edge starts to the right of the line
    if (at.edge.is_none()) stopped_ = stopped_on(entered);
    return at;
  }

  // Crosses sides of squares as long as the target lies farther along than the square, and no wall
  // is met: the position that the general steps lead to as well, in less time. A line leaves a
  // square past the one corner that lies ahead.
  RayPosition stride(RayPosition at) const {
    if (!mesh_.has_squares()) return at;
    const auto edge = [&](FaceId square, std::uint32_t side) {
      return EdgeId(mesh_.edges(square).front().value + side);
    };
    const auto last_corner = [&](FaceId square) {
      return mesh_.flat(mesh_.origin(edge(square, ahead_)));
    };
    Vec2 corner = last_corner(mesh_.face(at.edge));
    while (!at.is_corner && is_ahead(to_, corner)) {
      const FaceId next = mesh_.across(at.edge);
      const bool is_open = !next.is_none() && is_walkable(mesh_.area(next)) &&
                           (!rule_.accepts || rule_.accepts(at.edge));
      if (!is_open) break;
      report(at.edge);
      corner = last_corner(next);
      const int turn = orientation(from_, to_, corner);
      at = {edge(next, turn > 0 ? (ahead_ + 3) % 4 : ahead_), turn == 0};
    }
    return at;
  }

  Ray clear(FaceId face) const {
    return {true, {face, {to_.x, to_.y, mesh_.height_at(face, to_)}}, {}};
  }

  Ray stopped_at(EdgeId corner) const {
    return {false, surface_point_on(mesh_, mesh_.face(corner), mesh_.flat(mesh_.origin(corner))),
            corner};
  }

  // Where the line meets `wall`, on its face.
  Ray stopped_on(EdgeId wall) const {
    const Vec2 p = mesh_.flat(mesh_.origin(wall));
    const Vec2 q = mesh_.flat(mesh_.target(wall));
    const double left = cross(to_ - from_, q - p);
    const double share = left != 0 ? cross(to_ - from_, from_ - p) / left : 0;
    const Vec2 at = p + (q - p) * std::clamp(share, 0.0, 1.0);
    return {false, surface_point_on(mesh_, mesh_.face(wall), share >= 1 ? q : at), wall};
  }

  const AnyMesh& mesh_;
  const CrossRule& rule_;
  OnCross on_cross_;
  FaceId goal_;
  Vec2 from_;
  Vec2 to_;
  bool is_steep_ = false;    // the line is longer in y than in x
  std::uint32_t ahead_ = 0;  // the last corner of a square along the line
  Ray stopped_;              // where the line ends
};

template <class AnyMesh>
bool can_be_cast(const AnyMesh& mesh, const SurfacePoint& from, Vec2 to) {
  return from.face.value < mesh.face_count() && is_exact(from.point.xy()) && is_exact(to);
}

}  // namespace

template <class AnyMesh>
Ray cast_ray(const AnyMesh& mesh, const SurfacePoint& from, Vec2 to, const CrossRule& rule,
             OnCross on_cross) {
  if (!can_be_cast(mesh, from, to)) return {false, from, {}};
  return RayWalk<AnyMesh>(mesh, rule, on_cross, {}).run(from, to);
}

template <class AnyMesh>
Ray cast_ray_to(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                const CrossRule& rule, OnCross on_cross) {
  if (to.face.value >= mesh.face_count() || !can_be_cast(mesh, from, to.point.xy())) {
    return {false, from, {}};
  }
  const Vec2 target = pulled_inside(mesh, to.face, to.point.xy());
  return RayWalk<AnyMesh>(mesh, rule, on_cross, to.face).run(from, target);
}

template <class AnyMesh>
bool line_of_sight(const AnyMesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                   const CrossRule& rule, OnCross on_cross) {
  const Ray ray = cast_ray_to(mesh, from, to, rule, on_cross);
  return ray.is_clear && is_joined(mesh, ray.end, to.face, rule, on_cross);
}

template Ray cast_ray(const Mesh&, const SurfacePoint&, Vec2, const CrossRule&, OnCross);
template Ray cast_ray(const GridMesh&, const SurfacePoint&, Vec2, const CrossRule&, OnCross);
template Ray cast_ray_to(const Mesh&, const SurfacePoint&, const SurfacePoint&, const CrossRule&,
                         OnCross);
template Ray cast_ray_to(const GridMesh&, const SurfacePoint&, const SurfacePoint&,
                         const CrossRule&, OnCross);
template bool line_of_sight(const Mesh&, const SurfacePoint&, const SurfacePoint&, const CrossRule&,
                            OnCross);
template bool line_of_sight(const GridMesh&, const SurfacePoint&, const SurfacePoint&,
                            const CrossRule&, OnCross);

}  // namespace thalweg
