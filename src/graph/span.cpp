#include "thalweg/graph/span.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/graph/pricer.hpp"

namespace thalweg {

Span::Span(const World& world, const Graph& graph, const Profile& profile)
    : world_(world), graph_(graph) {
  const bool is_steady = profile.pace == Pace::steady;
  if (is_steady) axes_ = profile.axes;
  has_boxes_ = is_steady && graph.kind() == GraphKind::face && profile.base != PriceBase::centre;
  if (!is_lattice(graph.kind())) return;
  switch (graph.spec().neighbours) {
    case GridNeighbours::four: norm_ = Norm::manhattan; break;
    case GridNeighbours::eight: norm_ = Norm::octile; break;
    case GridNeighbours::hex: norm_ = Norm::hexagon; break;
  }
}

Box3 Span::extent(NodeId node) const {
  if (has_boxes_) return world_.mesh.box(FaceId(node.value));
  const Vec3 p = graph_.position(node);
  return {p, p};
}

double Span::flat(double x, double y) const {
  constexpr double kInverseRootOfThree = 0.5773502691896258;
  switch (norm_) {
    case Norm::manhattan: return x + y;
    case Norm::octile: return std::max(x, y) + (kDiagonal / kStraight - 1) * std::min(x, y);
    case Norm::hexagon: return std::max(2 * kInverseRootOfThree * y, x + kInverseRootOfThree * y);
    case Norm::euclid: break;
  }
  return length(Vec2{x, y});
}

double Span::between(const Box3& from, const Box3& to) const {
  const auto grown = [](double high, double from_high, double from_low, double low, double rise,
                        double fall) {
    return rise * std::max(high - from_high, 0.0) + fall * std::max(from_low - low, 0.0);
  };
  const double x = grown(to.high.x, from.high.x, from.low.x, to.low.x, axes_.east, axes_.west);
  const double y = grown(to.high.y, from.high.y, from.low.y, to.low.y, axes_.north, axes_.south);
  const double z = grown(to.high.z, from.high.z, from.low.z, to.low.z, axes_.up, axes_.down);
  if (norm_ == Norm::euclid) return length(Vec3{x, y, z});
  return length(Vec2{flat(x, y), z});
}

}  // namespace thalweg
