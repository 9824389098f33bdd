// The laws of hierarchies.
#include <algorithm>
#include <vector>

#include "hierarchy/assemble.hpp"
#include "hierarchy/crossings.hpp"
#include "hierarchy/end_costs.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/gate_view.hpp"

namespace thalweg {
namespace {

using Problem = std::optional<std::string>;

CellId ancestor(const Partition& partition, CellId cell, Level height) {
  while (!cell.is_none() && partition.height(cell) < height) cell = partition.parent(cell);
  return cell;
}

Problem bad_steps(const Hierarchy& hierarchy, const Ground& ground) {
  const Partition& partition = hierarchy.partition();
  for (std::uint32_t g = 0; g < hierarchy.gate_count(); ++g) {
    const NodeId from = hierarchy.node(GateId(g));
    for (const InterCellArc& step : hierarchy.steps(GateId(g))) {
      const NodeId to = hierarchy.node(step.to);
      const ArcId arc = cheapest_arc(ground.graph(), ground.metric(), from, to);
      if (arc.is_none() || ground.metric().cost(arc) != step.cost) {
        return "the step from " + to_string(from) + " to " + to_string(to) + " is no arc";
      }
      if (partition.home(from) == partition.home(to)) {
        return "the step from " + to_string(from) + " to " + to_string(to) + " leaves no cell";
      }
    }
  }
  return std::nullopt;
}

// The cells of one height that a gate leads to: its own, and those of its steps.
std::vector<CellId> cells_beyond(const Hierarchy& hierarchy, const BackSteps& back, GateId gate,
                                 Level height) {
  const Partition& partition = hierarchy.partition();
  std::vector<CellId> cells;
  for (const GateMembership& member : hierarchy.memberships(gate)) {
    if (partition.height(member.cell) != 1) continue;
    cells.push_back(ancestor(partition, member.cell, height));
  }
  const auto add_home = [&](GateId other) {
    cells.push_back(ancestor(partition, partition.home(hierarchy.node(other)), height));
  };
  for (const InterCellArc& step : hierarchy.steps(gate)) add_home(step.to);
  for (const BackStep& step : back[gate]) add_home(step.from);
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

// A gate belongs to the extents of its cells, and to a cell exactly when it leads out of it.
Problem bad_memberships(const Hierarchy& hierarchy) {
  const Partition& partition = hierarchy.partition();
  const BackSteps back = back_steps(hierarchy);
  for (std::uint32_t g = 0; g < hierarchy.gate_count(); ++g) {
    const GateId gate(g);
    for (const GateMembership& member : hierarchy.memberships(gate)) {
      const Level height = partition.height(member.cell);
      if (cells_beyond(hierarchy, back, gate, height).size() < 2) {
        return to_string(gate) + " does not leave " + to_string(member.cell);
      }
      if (height == 1 && !hierarchy.cells().takes_part(hierarchy.node(gate), member.cell)) {
        return to_string(gate) + " takes no part in " + to_string(member.cell);
      }
      const CellId parent = partition.parent(member.cell);
      if (parent.is_none()) continue;
      const bool leaves = cells_beyond(hierarchy, back, gate, height + 1).size() > 1;
      if (leaves && !is_gate_of(hierarchy, gate, parent)) {
        return to_string(gate) + " is missing in " + to_string(parent);
      }
    }
  }
  return std::nullopt;
}

// Wherever an arc leads from one home to another, spare diagonals apart, a step or a common gate
// does.
Problem missing_connection(const Hierarchy& hierarchy, const Ground& ground) {
  const Partition& partition = hierarchy.partition();
  const auto is_connected = [&](CellId from, CellId to) {
    return std::ranges::any_of(hierarchy.gates(from), [&](GateId gate) {
      if (is_gate_of(hierarchy, gate, to)) return true;
      return std::ranges::any_of(hierarchy.steps(gate), [&](const InterCellArc& step) {
        return partition.home(hierarchy.node(gate)) == from &&
               partition.home(hierarchy.node(step.to)) == to;
      });
    });
  };
  for (const NodeId node : ground.graph().nodes()) {
    const CellId from = partition.home(node);
    for (const ArcId arc : ground.graph().arcs(node)) {
      const NodeId target = ground.graph().target(arc);
      const CellId to = partition.home(target);
      if (!ground.metric().is_passable(arc) || from == to) continue;
      if (hierarchy.rule() == GateRule::all && share_a_cell(hierarchy.cells(), node, target)) {
        continue;
      }
      if (!ground.graph().label(arc).is_link() && is_spare(ground, node, target)) continue;
      if (from.is_none() || to.is_none() || !is_connected(from, to)) {
        return "no gate leads from " + to_string(from) + " to " + to_string(to);
      }
    }
  }
  return std::nullopt;
}

// Under the rule `all`, an arc that lies in no extent is a step, and a node that takes part in
// several cells is a gate of each.
Problem missing_gate(const Hierarchy& hierarchy, const Ground& ground) {
  const Cells& cells = hierarchy.cells();
  if (hierarchy.rule() != GateRule::all) return std::nullopt;
  for (const NodeId node : ground.graph().nodes()) {
    const GateId gate = hierarchy.gate_at(node);
    if (cells.extents.row_count() > 0 && cells.extents.size(node) > 1) {
      for (const CellId cell : cells.extents[node]) {
        if (!gate.is_none() && is_gate_of(hierarchy, gate, cell)) continue;
        return to_string(node) + " takes part in several cells but is no gate";
      }
    }
    for (const ArcId arc : ground.graph().arcs(node)) {
      const NodeId to = ground.graph().target(arc);
      if (!ground.metric().is_passable(arc) || share_a_cell(cells, node, to)) continue;
      const auto leads_there = [&](const InterCellArc& step) {
        return hierarchy.node(step.to) == to;
      };
      if (!gate.is_none() && std::ranges::any_of(hierarchy.steps(gate), leads_there)) continue;
      return "no step leads from " + to_string(node) + " to " + to_string(to);
    }
  }
  return std::nullopt;
}

// What a kept route costs, by arcs or by the crossings and steps below; kUnreached where it breaks.
Distance cost_of_route(const Hierarchy& hierarchy, const Ground& ground, CellId cell,
                       std::span<const NodeId> nodes) {
  Distance sum = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    Distance least = kUnreached;
    if (hierarchy.partition().height(cell) == 1) {
      const ArcId arc = cheapest_arc(ground.graph(), ground.metric(), nodes[i], nodes[i + 1]);
      if (!arc.is_none() && hierarchy.cells().takes_part(nodes[i], cell)) {
        least = ground.metric().cost(arc);
      }
    } else {
      const GateId from = hierarchy.gate_at(nodes[i]);
      const GateId to = hierarchy.gate_at(nodes[i + 1]);
      if (from.is_none() || to.is_none()) return kUnreached;
      const GateView view(hierarchy, UsesChildren{hierarchy, cell});
      view.for_each_arc(from, [&](GateArc, GateId target, Distance cost) {
        if (target == to) least = std::min(least, cost);
      });
    }
    if (least == kUnreached) return kUnreached;
    sum += least;
  }
  return sum;
}

Problem bad_routes(const Hierarchy& hierarchy, const Ground& ground, CellId cell) {
  const auto gates = hierarchy.gates(cell);
  std::vector<NodeId> nodes;
  for (std::uint32_t from = 0; from < gates.size(); ++from) {
    for (std::uint32_t to = 0; to < gates.size(); ++to) {
      const CrossingId crossing = hierarchy.crossing(cell, from, to);
      if (from == to || hierarchy.cost(crossing) == kUnreached) continue;
      const auto route = hierarchy.route(crossing);
      nodes.assign(1, hierarchy.node(gates[from]));
      nodes.insert(nodes.end(), route.begin(), route.end());
      nodes.push_back(hierarchy.node(gates[to]));
      if (cost_of_route(hierarchy, ground, cell, nodes) != hierarchy.cost(crossing)) {
        return "the route of " + to_string(crossing) + " in " + to_string(cell) +
               " does not cost what it should";
      }
    }
  }
  return std::nullopt;
}

Problem bad_crossings(const Hierarchy& hierarchy, const Ground& ground) {
  for (const CellId cell : hierarchy.partition().cells()) {
    const Crossings found = cross_cells(ground, hierarchy, std::span(&cell, 1), {});
    const CrossingId first = hierarchy.crossing(cell, 0, 0);
    for (std::uint32_t i = 0; i < found.costs.size(); ++i) {
      if (found.costs[i] == kUnreached) return "gates of " + to_string(cell) + " are cut off";
      if (found.costs[i] != hierarchy.cost(CrossingId(first.value + i))) {
        return "a crossing of " + to_string(cell) + " does not cost what Dijkstra finds";
      }
    }
    if (!hierarchy.has_routes()) continue;
    if (auto problem = bad_routes(hierarchy, ground, cell)) return problem;
  }
  return std::nullopt;
}

// What it costs between the nodes of each cell and its gates.
Problem bad_end_costs(const Hierarchy& hierarchy, const Ground& ground) {
  if (!hierarchy.has_end_costs()) return std::nullopt;
  const EndCosts found = end_costs_of(ground, hierarchy, {});
  if (!std::ranges::equal(found.to, hierarchy.arrays().to_gates) ||
      !std::ranges::equal(found.from, hierarchy.arrays().from_gates)) {
    return "what it costs between nodes and the gates of their cells is not what Dijkstra finds";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_law(const Hierarchy& hierarchy, const Ground& ground) {
  if (hierarchy.metric_fingerprint() != ground.metric().fingerprint()) {
    return "the hierarchy is of another metric";
  }
  if (auto problem = broken_law(hierarchy.cells(), ground)) return problem;
  if (hierarchy.is_symmetric() != is_symmetric(ground)) {
    return "whether costs are the same in both directions is stated wrongly";
  }
  if (auto problem = bad_steps(hierarchy, ground)) return problem;
  if (auto problem = bad_memberships(hierarchy)) return problem;
  if (auto problem = missing_connection(hierarchy, ground)) return problem;
  if (auto problem = missing_gate(hierarchy, ground)) return problem;
  if (auto problem = bad_crossings(hierarchy, ground)) return problem;
  return bad_end_costs(hierarchy, ground);
}

}  // namespace thalweg
