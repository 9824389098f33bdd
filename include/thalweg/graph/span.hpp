// Span: how far apart two places are at the least, as one profile counts it. The geometry behind
// the heuristic of A*.
//
// span(a, c) <= span(a, b) + span(b, c), and a metric knows the least cost per metre of span over
// its arcs: so least x span is consistent. Where prices measure the growth of boxes, the span is
// the growth from box to box; else it goes from point to point. Grids count only the steps that
// they have: Manhattan, octile or hexagon distance.
#pragma once

#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/profile.hpp"

namespace thalweg {

// Borrows the world and the graph.
class Span {
 public:
  // Requires: the graph is of this world.
  Span(const World& world, const Graph& graph, const Profile& profile);

  // What a node takes up: a point, or a box where prices measure boxes.
  Box3 extent(NodeId node) const;

  // Metres, weighted by the profile's multipliers per direction.
  double between(const Box3& from, const Box3& to) const;

 private:
  enum class Norm : std::uint8_t { euclid, manhattan, octile, hexagon };

  double flat(double x, double y) const;

  const World& world_;
  const Graph& graph_;
  AxisMultipliers axes_;
  bool has_boxes_ = false;
  Norm norm_ = Norm::euclid;
};

}  // namespace thalweg
