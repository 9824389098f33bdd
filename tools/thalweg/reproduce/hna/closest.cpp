// The best-first loop over faces, where the cost of an arc depends on the point at which its face
// was entered: fixed when the face is expanded, so not exact.
#include "reproduce/hna/closest.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/segment.hpp"

namespace thalweg::tool {

namespace {
constexpr double kHnaQuanta = 1024;  // per metre
}  // namespace

// Faces and the portals between them. What it costs to a neighbour depends on where the face was
// entered, which is known when it is expanded.
class ClosestPointView {
 public:
  using Node = FaceId;
  using Arc = EdgeId;

  ClosestPointView(ClosestPointAStar& search, Vec3 start) : search_(search), start_(start) {}

  std::uint32_t node_count() const { return search_.world_.mesh.face_count(); }
  template <class Visit>
  void for_each_arc(FaceId face, const Visit& visit) const {
    const Mesh& mesh = search_.world_.mesh;
    const auto known = search_.scratch_.bank[face];
    const Vec3 at = known.parent.is_none() ? start_ : search_.offers_[face.value];
    search_.points_[face.value] = at;
    for (const EdgeId edge : mesh.edges(face)) {
      if (!mesh.is_portal(edge) || !is_walkable(mesh.area(mesh.across(edge)))) continue;
      const FaceId next = mesh.across(edge);
      const Vec3 entered = closest_on(edge, at);
      const auto cost =
          static_cast<Cost>(std::clamp(std::ceil(kHnaQuanta * length(entered - at)), 1.0, 4e9));
      const bool is_better =
          !search_.scratch_.bank.is_reached(next) || known.g + cost < search_.scratch_.bank[next].g;
      if (is_better) search_.offers_[next.value] = entered;
      visit(edge, next, cost);
    }
  }

 private:
  Vec3 closest_on(EdgeId edge, Vec3 p) const {
    const Vec3 a = search_.world_.mesh.start(edge);
    const Vec3 b = search_.world_.mesh.end(edge);
    return a + (b - a) * nearest_parameter({a.xy(), b.xy()}, p.xy());
  }

  ClosestPointAStar& search_;
  Vec3 start_;
};

ClosestPointAStar::Found ClosestPointAStar::find(const SurfacePoint& start,
                                                 const SurfacePoint& goal) {
  points_.resize(world_.mesh.face_count());
  offers_.resize(points_.size());
  offers_[start.face.value] = start.point;
  const SeedOf<FaceId> source{start.face, 0};
  const SeedOf<FaceId> target{goal.face, 0};
  const auto estimate = [&](FaceId face) {
    return static_cast<Distance>(kHnaQuanta * length(offers_[face.value] - goal.point));
  };
  const auto outcome = best_first(ClosestPointView(*this, start.point), estimate,
                                  {.sources = {&source, 1}, .goals = {&target, 1}}, scratch_);
  Found found;
  found.is_found = outcome.end == SearchEnd::found;
  found.settled = outcome.stats.expanded;
  if (found.is_found) {
    const auto route = route_to(scratch_.bank, goal.face, RouteOf<FaceId, EdgeId>{});
    Corridor corridor{start, goal, {}};
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      corridor.steps.push_back({route.nodes[i], route.arcs[i], {}, false});
    }
    path_ = shaper_.shape(world_, corridor, {}, std::move(path_));
    for (std::size_t i = 1; i < path_.size(); ++i) {
      found.length += length(path_[i].vec() - path_[i - 1].vec());
    }
  }
  return found;
}

}  // namespace thalweg::tool
