// MetricBound: a lower bound on the distance between two nodes, as one profile counts it. The
// geometry behind the heuristic of A*.
//
// between() obeys the triangle inequality, and a metric knows the least cost per metre of it over its arcs: so
// least x between() is consistent. Where prices measure the growth of boxes, it is the growth from box to box; else
// it goes from point to point. Grids count only the steps that they have: Manhattan, octile or hexagon distance.
// Where prices are times, it is the time of the straight line, however the ground lies.
//
// Any norm will do for a heuristic, since its least cost per metre is measured over the arcs; that of a graph and
// profile is the one that fits best.
#pragma once

#include <span>

#include "thalweg/core/cost.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/heuristic_kind.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg {

class MetricBound {
 public:
  // `none` counts as fitting, `typical` as the straight line. Requires: the graph is of this world.
  MetricBound(const World& world, const Graph& graph, const Profile& profile,
              HeuristicKind kind = HeuristicKind::fitting);
  explicit MetricBound(const Ground& ground, HeuristicKind kind = HeuristicKind::fitting)
      : MetricBound(ground.world(), ground.graph(), ground.profile(), kind) {}

  // What a node takes up: a point, or a box where prices measure boxes.
  Box3 extent(NodeId node) const;

  // Metres, weighted by the profile's multipliers per direction; or seconds.
  double between(const Box3& from, const Box3& to) const;

  // True where that is the plain distance from point to point.
  bool is_plain() const {
    return norm_ == HeuristicKind::straight_line && !has_boxes_ && axes_ == AxisMultipliers{} &&
           speed_model_ == SpeedModel::steady;
  }

 private:
  double flat(double x, double y) const;

  Mesh mesh_;  // of boxes; empty where nodes are points
  IdArray<NodeId, Vec3f> positions_;
  AxisMultipliers axes_;
  SpeedModel speed_model_ = SpeedModel::steady;
  bool has_boxes_ = false;
  HeuristicKind norm_ = HeuristicKind::straight_line;
};

// The least cost per metre of span over the passable arcs, a millionth less: times the span it is a
// consistent heuristic. 0 where no arc spans anything. O(arcs).
double least_per_metre(const Graph& graph, const MetricBound& span, std::span<const Cost> costs);

}  // namespace thalweg
