// Views of a priced graph where a query filters it by area. The plain ones: graph/view.hpp.
#pragma once

#include <algorithm>
#include <array>

#include "thalweg/graph/area_filter.hpp"
#include "thalweg/graph/corners.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/sight_nodes.hpp"
#include "thalweg/graph/view.hpp"

namespace thalweg {

// What each arc costs where a query leaves areas out or avoids them. An arc counts by the ground it
// crosses or leads to: the face of a portal arc, the face or square at the end of the others. Along
// the side of a square it counts by the one of the two squares beside it that the filter minds
// less; straight walks over several faces are priced piece by piece, which is slow.
// Borrows both.
class FilteredCosts {
 public:
  FilteredCosts(const Ground& ground, const AreaFilter& filter)
      : world_(ground.world()),
        graph_(ground.graph()),
        plain_(ground.metric()),
        pricer_(ground.pricer()),
        filter_(filter),
        quantum_(ground.metric().quantum()) {
    if (graph_.kind() != GraphKind::corner) return;
    const AreaMultipliers areas = area_multipliers(ground.profile(), world_.areas);
    for (std::size_t a = 0; a < areas.size(); ++a) {
      is_open_[a] = areas[a] < kNoLimit && filter.allows(static_cast<AreaId>(a));
    }
  }
  void prefetch(ArcId arc) const { plain_.prefetch(arc); }
  Cost operator()(NodeId from, ArcId arc) const {
    const Cost cost = plain_(from, arc);
    const NodeId to = graph_.target(arc);
    const ArcLabel label = graph_.label(arc);
    switch (graph_.kind()) {
      case GraphKind::grid: return on_grid(SquareId(from.value), SquareId(to.value), cost);
      case GraphKind::corner: return on_corners(from, to, label, cost);
      case GraphKind::face: return filter_.cost(cost, world_.mesh.area(FaceId(to.value)));
      case GraphKind::visibility:
      case GraphKind::axis: return label.is_link() ? cost : in_sight(from, to, cost);
      default: break;
    }
    return label.is_link() ? cost : filter_.cost(cost, world_.mesh.area(label.face()));
  }

 private:
  // A straight walk over several faces is priced anew.
  Cost in_sight(NodeId from, NodeId to, Cost cost) const {
    if (cost == kForbidden) return cost;
    const ProfileRule by{world_, pricer_, &filter_};
    const Spot start = standing_spot(by, graph_, from);
    const Spot end = standing_spot(by, graph_, to);
    return quanta(straight_price(world_, pricer_, start, end, &filter_) / quantum_);
  }

  // A diagonal step brushes past two squares.
  Cost on_grid(SquareId from, SquareId to, Cost cost) const {
    const Grid& grid = world_.grid;
    const std::uint32_t dx = grid.x(from) - grid.x(to);
    const std::uint32_t dy = grid.y(from) - grid.y(to);
    const bool is_diagonal = grid.shape() == GridShape::square && (dx + 1 == 2 || dx + 1 == 0) &&
                             (dy + 1 == 2 || dy + 1 == 0);
    if (is_diagonal && (!filter_.allows(grid.area(grid.at(grid.x(from), grid.y(to)))) ||
                        !filter_.allows(grid.area(grid.at(grid.x(to), grid.y(from)))))) {
      return kForbidden;
    }
    return filter_.cost(cost, grid.area(to));
  }

  bool is_open(SquareId s) const { return !s.is_none() && is_open_[world_.grid.area(s)]; }
  Cost on_corners(NodeId from_node, NodeId to_node, ArcLabel label, Cost cost) const {
    const Grid& grid = world_.grid;
    const Corner from = corner_of(grid, from_node);
    const Corner to = corner_of(grid, to_node);
    const auto opens = [&](SquareId s) { return is_open(s); };
    if (cost == kForbidden || !is_joined(grid, from, opens) || !is_joined(grid, to, opens)) {
      return kForbidden;
    }
    if (label.is_link()) {
      const Link& link = world_.links[label.link()];
      const bool is_back = runs_backwards(grid, link, from, to);
      if (!is_open(link.from_square) || !is_open(link.to_square)) return kForbidden;
      return filter_.cost(cost, grid.area(is_back ? link.from_square : link.to_square));
    }
    Cost least = kForbidden;
    for (const SquareId s : squares_beside(grid, from, to)) {
      if (is_open(s)) least = std::min(least, filter_.cost(cost, grid.area(s)));
    }
    return least;
  }

  const World& world_;
  const Graph& graph_;
  PlainCosts plain_;
  const Pricer& pricer_;
  const AreaFilter& filter_;
  double quantum_;
  std::array<bool, 256> is_open_{};  // [area]  corner graphs only: to the profile and the filter
};

}  // namespace thalweg
