// A straight walk is priced piece by piece as its ray crosses edges; one that starts along an edge
// is priced from each face about its start, and the cheapest counts.
#include "price/straight_price.hpp"

#include <algorithm>

#include "world/corner.hpp"

namespace thalweg {
namespace {

// Adds up the pieces of a straight walk as the ray crosses edges.
class PieceSum {
 public:
  PieceSum(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to,
           EdgeId entered = {})
      : mesh_(by.world.mesh),
        pricer_(by.pricer),
        filter_(by.filter),
        from_(from.point),
        to_(to.point),
        step_{.from = from.point, .to = {}, .across = from.face, .entered = entered, .left = {}} {}

  OnCross on_cross() { return OnCross::to<&PieceSum::cross_edge>(*this); }
  double finish() {
    step_.to = to_;
    step_.left = {};
    count();
    return sum_;
  }

 private:
  void cross_edge(EdgeId edge) {
    step_.to = crossing(edge);
    step_.left = edge;
    count();
    step_ = {.from = step_.to,
             .to = {},
             .across = mesh_.across(edge),
             .entered = mesh_.twin(edge),
             .left = {}};
  }

  // Where the line crosses an edge, at the edge's height. Never back, and never past the end: an
  // edge along the line may be crossed anywhere, even where the walk turns about its far corner.
  Vec3 crossing(EdgeId edge) const {
    const Vec2 line = to_.xy() - from_.xy();
    const Vec3 p = mesh_.start(edge);
    const Vec3 q = mesh_.end(edge);
    const double at_p = cross(line, p.xy() - from_.xy());
    const double at_q = cross(line, q.xy() - from_.xy());
    const double share = at_p == at_q ? 0 : std::clamp(at_p / (at_p - at_q), 0.0, 1.0);
    const Vec3 at = p + (q - p) * share;
    if (dot(line, at.xy() - step_.from.xy()) <= 0) return step_.from;
    return dot(line, to_.xy() - at.xy()) <= 0 ? to_ : at;
  }

  // Pieces of no length, about a corner, cost nothing: the rule has let them pass.
  void count() {
    if (step_.from.xy() == step_.to.xy()) return;
    const double price = pricer_.portal_arc(step_);
    if (filter_ == nullptr) {
      sum_ += price;
    } else if (price < kNoLimit) {
      sum_ += price * MeshFilter(mesh_, *filter_).factor(step_.across, step_.entered);
    } else {
      sum_ = kNoLimit;
    }
  }

  const Mesh& mesh_;
  const Pricer& pricer_;
  const GroundFilter* filter_;
  Vec3 from_;
  Vec3 to_;
  PortalStep step_;
  double sum_ = 0;
};

// True when the line starts at a corner of its face, along an edge there.
bool starts_along_edge(const Mesh& mesh, const SurfacePoint& from, Vec2 to) {
  const Vec2 line = to - from.point.xy();
  const auto leads_along = [&](Vec2 other) {
    const Vec2 side = other - from.point.xy();
    return cross(line, side) == 0 && dot(line, side) > 0;
  };
  for (const EdgeId edge : mesh.edges(from.face)) {
    if (mesh.start(edge).xy() != from.point.xy()) continue;
    bool is_along = false;
    for_each_in_fan(mesh, edge, {}, [&](EdgeId corner) {
      is_along |= leads_along(mesh.end(corner).xy()) ||
                  leads_along(mesh.start(previous(mesh, corner)).xy());
    });
    return is_along;
  }
  return false;
}

// The cheapest of the walks to a point that start on the faces about another one.
double cheapest_side(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to) {
  const Mesh& mesh = by.world.mesh;
  double least = kNoLimit;
  const auto try_from = [&](FaceId face) {
    if (!by.may_enter(face)) return;
    const SurfacePoint start{face, from.point};
    PieceSum sum(by, start, to);
    if (!cast_ray(mesh, start, to.point.xy(), by.rule(), sum.on_cross()).is_clear) return;
    least = std::min(least, sum.finish());
  };
  for (const EdgeId edge : mesh.edges(from.face)) {
    if (mesh.start(edge).xy() != from.point.xy()) continue;
    for_each_in_fan(mesh, edge, by.rule(), [&](EdgeId corner) { try_from(mesh.face(corner)); });
  }
  return least;
}

}  // namespace

double straight_price(const World& world, const Pricer& pricer, const SurfacePoint& from,
                      const SurfacePoint& to, const GroundFilter* filter, OnCross note) {
  if (!from.is_found() || !to.is_found()) return kNoLimit;
  const ProfileRule profile{world, pricer, filter};
  if (!profile.may_enter(from.face) || !profile.may_enter(to.face)) return kNoLimit;
  if (filter == nullptr && pricer.is_even_mesh()) {
    const bool is_clear = line_of_sight(world.mesh, from, to, profile.rule(), note);
    return is_clear ? pricer.norm(to.point - from.point) : kNoLimit;
  }
  PieceSum sum(profile, from, to);
  const OnCross count = sum.on_cross();
  const auto count_and_note = [&](EdgeId edge) {
    count(edge);
    note(edge);
  };
  const OnCross on_cross = note ? OnCross(count_and_note) : count;
  if (!line_of_sight(world.mesh, from, to, profile.rule(), on_cross)) return kNoLimit;
  const double price = sum.finish();
  if (!starts_along_edge(world.mesh, from, to.point.xy())) return price;
  return std::min(price, cheapest_side(profile, from, to));
}

double straight_price_over(const ProfileRule& by, EdgeId entered, const SurfacePoint& from,
                           const SurfacePoint& to) {
  if (!by.may_enter(from.face) || !by.may_enter(to.face) || !by.may_pass(entered)) return kNoLimit;
  PieceSum sum(by, from, to, entered);
  if (!line_of_sight(by.world.mesh, from, to, by.rule(), sum.on_cross())) return kNoLimit;
  return sum.finish();
}

}  // namespace thalweg
