// The routes between the ends and their gates, read off after the searches.
#include "thalweg/planners/connect.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {

// The seed by which the kept cost of a gate is the least, with that cost.
Seed Connect::best_seed(GateId gate, bool is_start) const {
  const EndCells& end = is_start ? start_ : goal_;
  Seed best{NodeId(), kUnreached};
  Distance least = kUnreached;
  for (const Seed& seed : is_start ? task_.sources : task_.goals) {
    const CellId home = hierarchy_.partition().home(seed.node);
    if (home.is_none()) continue;
    const CellId cell = levels_[level_ - 1].of(home);
    const std::uint32_t index = index_of(gate, cell);
    if (!end.set.has(cell) || index >= hierarchy_.gates(cell).size() ||
        hierarchy_.gates(cell)[index] != gate) {
      continue;
    }
    const Distance cost = kept_cost(seed.node, cell, index, is_start);
    if (cost == kUnreached || cost + seed.cost >= least) continue;
    least = cost + seed.cost;
    best = {seed.node, cost};
  }
  return best;
}

// The route that was found by a search for this gate alone.
std::span<const NodeId> Connect::own_route(GateId gate, const EndCells& end) const {
  const auto found = std::ranges::find(end.gates, gate, &GateSeed::node);
  const auto i = static_cast<std::size_t>(found - end.gates.begin());
  const std::uint32_t first = i == 0 ? 0 : end.ends[i - 1];
  return std::span(end.nodes).subspan(first, end.ends[i] - first);
}

// A step from `at` along an arc by which the kept cost falls by what the arc costs; none: there is
// none, and the kept costs are not of this metric.
Seed Connect::next_to_gate(const Seed& at, const KeptColumn& column) const {
  const Graph& graph = ground_.graph();
  for (const ArcId arc : graph.arcs(at.node)) {
    const Cost cost = ground_.metric().cost(arc);
    if (cost == kForbidden || cost > at.cost) continue;
    if (kept_cost(graph.target(arc), column.cell, column.gate, true) != at.cost - cost) continue;
    return {graph.target(arc), at.cost - cost};
  }
  return {NodeId(), 0};
}

// The same for a step back, along an arc that leads to `at`.
Seed Connect::next_from_gate(const Seed& at, const KeptColumn& column) const {
  const auto is_step = [&](NodeId before, Cost cost) {
    return cost != kForbidden && cost <= at.cost &&
           kept_cost(before, column.cell, column.gate, false) == at.cost - cost;
  };
  if (!hierarchy_.is_symmetric()) {
    for (const ReverseArc& arc : rows_[at.node]) {
      const Cost cost = ground_.metric().cost(arc.arc);
      if (is_step(arc.source, cost)) return {arc.source, at.cost - cost};
    }
    return {NodeId(), 0};
  }
  for (const ArcId arc : ground_.graph().arcs(at.node)) {
    const NodeId before = ground_.graph().target(arc);
    const Cost cost = ground_.metric().cost(arc);
    if (is_step(before, cost)) return {before, at.cost - cost};
  }
  return {NodeId(), 0};
}

Connect::KeptColumn Connect::column_of(GateId gate, NodeId node) const {
  const CellId cell = levels_[level_ - 1].of(hierarchy_.partition().home(node));
  return {cell, index_of(gate, cell)};
}

Route Connect::route_from_start(GateId gate, Route old) const {
  Route route = std::move(old);
  const NodeId goal = hierarchy_.node(gate);
  const Graph& graph = ground_.graph();
  if (by_ == ConnectBy::dijkstra || by_ == ConnectBy::parallel) {
    return route_to(near_->bank, goal, std::move(route));
  }
  route.clear();
  const auto add = [&](NodeId node) {
    if (!route.nodes.empty()) {
      route.arcs.push_back(cheapest_arc(graph, ground_.metric(), route.nodes.back(), node));
    }
    route.nodes.push_back(node);
  };
  if (by_ == ConnectBy::a_star) {
    for (const NodeId node : own_route(gate, start_)) add(node);
    return route;
  }
  Seed at = best_seed(gate, true);
  if (at.node.is_none()) return route;
  const KeptColumn column = column_of(gate, at.node);
  add(at.node);
  while (at.node != goal) {
    at = next_to_gate(at, column);
    if (at.node.is_none()) break;
    add(at.node);
  }
  return route;
}

std::vector<NodeId> Connect::nodes_to_goal(GateId gate, std::vector<NodeId> old) const {
  std::vector<NodeId> nodes = std::move(old);
  nodes.clear();
  const NodeId first = hierarchy_.node(gate);
  if (by_ == ConnectBy::dijkstra || by_ == ConnectBy::parallel) {
    const NodeBank& bank = far_.bank;
    for (NodeId at = bank[first].parent; !at.is_none(); at = bank[at].parent) nodes.push_back(at);
    return nodes;
  }
  if (by_ == ConnectBy::a_star) {
    const auto route = own_route(gate, goal_);
    nodes.assign(route.begin() + 1, route.end());
    return nodes;
  }
  Seed at = best_seed(gate, false);
  if (at.node.is_none()) return nodes;
  const KeptColumn column = column_of(gate, at.node);
  while (!at.node.is_none() && at.node != first) {
    nodes.push_back(at.node);
    at = next_from_gate(at, column);
  }
  std::ranges::reverse(nodes);
  return nodes;
}

}  // namespace thalweg
