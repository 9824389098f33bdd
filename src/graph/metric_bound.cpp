// Displacements by Manhattan, octile, hexagon or straight norm, or growth from box to box, weighted
// by direction. The least cost per metre is measured over all arcs in parallel.
#include "thalweg/graph/metric_bound.hpp"

#include <algorithm>
#include <vector>

#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {

namespace {

constexpr std::size_t kGrain = 1 << 13;
constexpr double kSlack = 1 - 0x1p-20;  // keeps rounding from breaking consistency

HeuristicKind norm_of(HeuristicKind kind) {
  if (kind == HeuristicKind::none) return HeuristicKind::fitting;
  if (kind == HeuristicKind::typical) return HeuristicKind::straight_line;
  return kind;
}

}  // namespace

MetricBound::MetricBound(const World& world, const Graph& graph, const Profile& profile,
                         HeuristicKind kind)
    : positions_(graph.arrays().positions), norm_(norm_of(kind)) {
  if (norm_ == HeuristicKind::fitting) {
    norm_ = graph.form().fitting_norm(graph.spec());
    speed_model_ = profile.speed_model;
  }
  const bool is_steady = !profile.is_timed();
  if (is_steady) axes_ = profile.axes;
  const bool wants_boxes =
      kind == HeuristicKind::terrain_box || (is_steady && !is_of_points(profile.base));
  has_boxes_ = wants_boxes && graph.facts().nodes_are_faces;
  if (has_boxes_) mesh_ = world.mesh;
}

Box3 MetricBound::extent(NodeId node) const {
  if (has_boxes_) return mesh_.box(FaceId(node.value));
  const Vec3 p = positions_[node];
  return {p, p};
}

double MetricBound::flat(double x, double y) const {
  constexpr double kInverseRootOfThree = 0.5773502691896258;
  switch (norm_) {
    case HeuristicKind::terrain_box:
    case HeuristicKind::manhattan: return x + y;
    case HeuristicKind::octile:
      return std::max(x, y) + (kDiagonal / kStraight - 1) * std::min(x, y);
    case HeuristicKind::hex:
      return std::max(2 * kInverseRootOfThree * y, x + kInverseRootOfThree * y);
    case HeuristicKind::longest_axis: return std::max(x, y);
    case HeuristicKind::fitting:
    case HeuristicKind::none:
    case HeuristicKind::typical:
    case HeuristicKind::straight_line: break;
  }
  return length(Vec2{x, y});
}

double MetricBound::between(const Box3& from, const Box3& to) const {
  const auto grown = [](double high, double from_high, double from_low, double low, double rise,
                        double fall) {
    return rise * std::max(high - from_high, 0.0) + fall * std::max(from_low - low, 0.0);
  };
  const double x = grown(to.high.x, from.high.x, from.low.x, to.low.x, axes_.east, axes_.west);
  const double y = grown(to.high.y, from.high.y, from.low.y, to.low.y, axes_.north, axes_.south);
  if (speed_model_ != SpeedModel::steady)
    return walk_seconds(speed_model_, flat(x, y), to.high.z - from.high.z);
  const double z = grown(to.high.z, from.high.z, from.low.z, to.low.z, axes_.up, axes_.down);
  if (norm_ == HeuristicKind::straight_line) return length(Vec3{x, y, z});
  if (norm_ == HeuristicKind::longest_axis) return std::max({x, y, z});
  return length(Vec2{flat(x, y), z});
}

double least_per_metre(const Graph& graph, const MetricBound& span, std::span<const Cost> costs) {
  std::vector<double> least((graph.node_count() + kGrain - 1) / kGrain, kNoLimit);
  parallel_for(graph.node_count(), kGrain, [&](std::size_t first, std::size_t last) {
    double here = kNoLimit;
    for (std::size_t n = first; n < last; ++n) {
      const NodeId node(static_cast<std::uint32_t>(n));
      const Box3 from = span.extent(node);
      for (const ArcId arc : graph.arcs(node)) {
        if (costs[arc.value] == kForbidden) continue;
        const double metres = span.between(from, span.extent(graph.target(arc)));
        if (metres > 0) here = std::min(here, costs[arc.value] / metres);
      }
    }
    least[first / kGrain] = here;
  });
  double all = kNoLimit;
  for (const double l : least) all = std::min(all, l);
  return all < kNoLimit ? all * kSlack : 0;
}

}  // namespace thalweg
