// On grids a walk is priced square by square. A path is priced leg by leg; where it crosses the
// edge between two faces is known, so that legs inside one face need no ray.
#include "path/walks.hpp"

#include <algorithm>
#include <array>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// Adds up the pieces of a straight walk over squares.
class SquareSum {
 public:
  SquareSum(const SquareRule& by, const SurfacePoint& from, const SurfacePoint& to)
      : by_(by), from_(from.point), to_(to.point), at_(from.point), across_(from.face) {}

  OnCross on_cross() { return OnCross::to<&SquareSum::cross_side>(*this); }
  double finish() {
    count(to_);
    return sum_;
  }

 private:
  void cross_side(EdgeId edge) {
    count(crossing(edge));
    across_ = by_.mesh.across(edge);
  }

  // Never back, and never past the end: a side along the line may be crossed anywhere.
  Vec3 crossing(EdgeId edge) const {
    const Vec2 line = to_.xy() - from_.xy();
    const Vec2 p = by_.mesh.flat(by_.mesh.origin(edge));
    const Vec2 q = by_.mesh.flat(by_.mesh.target(edge));
    const double at_p = cross(line, p - from_.xy());
    const double at_q = cross(line, q - from_.xy());
    const double share = at_p == at_q ? 0 : std::clamp(at_p / (at_p - at_q), 0.0, 1.0);
    const Vec2 at = p + (q - p) * share;
    if (dot(line, at - at_.xy()) <= 0) return at_;
    if (dot(line, to_.xy() - at) <= 0) return to_;
    return {at.x, at.y, by_.mesh.height_at(by_.mesh.face(edge), at)};
  }

  // The piece up to `to`; in parts where its square is not flat.
  void count(Vec3 to) {
    if (at_.xy() == to.xy()) return;
    const Vec3 from = at_;
    const Cuts cuts = by_.mesh.grid().has_ground() ? cut(from.xy(), to.xy()) : Cuts{};
    for (std::size_t i = 0; i < cuts.count; ++i) {
      const Vec2 p = from.xy() + (to.xy() - from.xy()) * cuts.shares[i];
      add({p.x, p.y, by_.mesh.height_at(across_, p)});
    }
    add(to);
  }

  // Shares of a piece, rising.
  struct Cuts {
    std::array<double, 6> shares = {};
    std::size_t count = 0;

    void insert(double share) {
      std::size_t i = count++;
      for (; i > 0 && shares[i - 1] > share; --i) shares[i] = shares[i - 1];
      shares[i] = share;
    }
  };

  // Where the piece crosses the lines through the square's middle at which its surface bends.
  Cuts cut(Vec2 from, Vec2 to) const {
    const GridMesh& mesh = by_.mesh;
    const Vec2 middle = mesh.centre(across_).xy();
    const auto edges = mesh.edges(across_);
    Cuts cuts;
    for (std::uint32_t i = 0; i < edges.size() / 2; ++i) {
      const EdgeId edge(edges.front().value + i);
      const Vec2 corner = mesh.flat(mesh.origin(edge));
      for (const Vec2 through : {corner, (corner + mesh.flat(mesh.target(edge))) * 0.5}) {
        const double a = cross(through - middle, from - middle);
        const double b = cross(through - middle, to - middle);
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) cuts.insert(a / (a - b));
      }
    }
    return cuts;
  }

  void add(Vec3 to) {
    const double price = by_.pricer.square_step(at_, to, SquareId(across_.value));
    sum_ += by_.filter == nullptr ? price : price * by_.filter->factor(by_.mesh.area(across_));
    at_ = to;
  }

  const SquareRule& by_;
  Vec3 from_;
  Vec3 to_;
  Vec3 at_;
  FaceId across_;
  double sum_ = 0;
};

}  // namespace

double straight_price(const SquareRule& by, const SurfacePoint& from, const SurfacePoint& to) {
  if (!from.is_found() || !to.is_found()) return kNoLimit;
  if (!by.may_enter(from.face) || !by.may_enter(to.face)) return kNoLimit;
  SquareSum sum(by, from, to);
  if (!line_of_sight(by.mesh, from, to, by.rule(), sum.on_cross())) return kNoLimit;
  return sum.finish();
}

double Walks::price(const SurfacePoint& from, const SurfacePoint& to) const {
  if (is_on_grid_) return straight_price(squares_, from, to);
  return straight_price(world_, pricer_, from, to, filter_);
}

double Walks::clear_price(const SurfacePoint& from, const SurfacePoint& to) const {
  if (filter_ != nullptr && !filter_->is_clear(from.point, to.point)) return kNoLimit;
  return price(from, to);
}

double Walks::end_to_end(const SurfacePoint& from, const SurfacePoint& to, OnCross note) const {
  if (!is_on_grid_) return spaced_price(faces_, from, to, {true, true}, note);
  return pricer_.radius() > 0 ? kNoLimit : clear_price(from, to);
}

// The half-edge of the face walked on from `here` over which the walk before came there; none where
// it came from elsewhere, or over a corner.
EdgeId Walks::edge_between(const PathPoint& before, const PathPoint& here) const {
  if (is_on_grid_ || before.face == here.face || !before.link.is_none()) return {};
  const Mesh& mesh = world_.mesh;
  const Vec2 p = here.vec().xy();
  for (const EdgeId e : mesh.edges(here.face)) {
    if (!mesh.is_portal(e) || mesh.across(e) != before.face) continue;
    const Segment2 side{mesh.start(e).xy(), mesh.end(e).xy()};
    if (p != side.a && p != side.b && distance(side, p) <= rounding_at(p)) return e;
  }
  return {};
}

// Where rounding hides the next point, as if all of the walk were on the first face.
double Walks::leg_price(const PathPoint& here, const PathPoint& next, EdgeId entered) const {
  const double walked =
      entered.is_none()
          ? price(surface_point_of(here), surface_point_of(next))
          : straight_price_over(faces_, entered, surface_point_of(here), surface_point_of(next));
  if (walked < kNoLimit) return walked;
  if (is_on_grid_) {
    return pricer_.square_step(here.vec(), next.vec(), SquareId(here.face.value));
  }
  return pricer_.portal_arc(
      {.from = here.vec(), .to = next.vec(), .across = here.face, .entered = {}, .left = {}});
}

// Of a walk across one face, which came over `entered`: no ray is needed.
double Walks::face_price(const PathPoint& here, const PathPoint& next, EdgeId entered) const {
  if (!faces_.may_pass(entered) || !may_enter(here.face)) return leg_price(here, next, entered);
  const double price = pricer_.portal_arc(
      {.from = here.vec(), .to = next.vec(), .across = here.face, .entered = entered, .left = {}});
  if (filter_ == nullptr) return price;
  return price * MeshFilter(world_.mesh, *filter_).factor(here.face, entered);
}

double Walks::path_price(std::span<const PathPoint> points) const {
  double sum = 0;
  EdgeId entered;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const EdgeId next = i + 2 < points.size() ? edge_between(points[i], points[i + 1]) : EdgeId();
    if (!points[i].link.is_none()) {
      sum += link_price(points[i].link);
    } else if (!entered.is_none() && !next.is_none()) {
      sum += face_price(points[i], points[i + 1], entered);
    } else {
      sum += leg_price(points[i], points[i + 1], entered);
    }
    entered = next;
  }
  return sum;
}

double Walks::inside_price(std::span<const PathPoint> points) const {
  const bool is_even = filter_ == nullptr && pricer_.has_even_faces();
  if (is_on_grid_ || !is_even) return path_price(points);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PathPoint& here = points[i];
    sum += here.link.is_none() ? pricer_.norm(points[i + 1].vec() - here.vec())
                               : link_price(here.link);
  }
  return sum;
}

}  // namespace thalweg
