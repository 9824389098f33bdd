// Hierarchy::from checks arrays that anybody may have written: order, levels, rows, and that no
// sum of crossings can overflow.
#include "thalweg/hierarchy/hierarchy.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/assemble.hpp"
#include "hierarchy/end_costs.hpp"

namespace thalweg {
namespace {

constexpr Level kMostLevels = 16;

constexpr std::array<std::string_view, 4> kRules = {"all", "openings", "entrances", "shared"};

template <class Row, class Item>
bool are_rows(const Csr<Row, Item>& csr, std::size_t rows) {
  return rows == 0 ? csr.item_count() == 0
                   : are_offsets(csr.offsets().span(), rows, csr.item_count());
}

// The planner climbs the cells without checks, so they are checked here.
Result<void> check_cells(const Cells& cells) {
  const Partition& partition = cells.partition;
  if (partition.top_level() > kMostLevels) return Error{"there are more than 16 levels"};
  for (const CellId home : partition.arrays().home) {
    if (!home.is_none() && partition.height(home) != 1)
      return Error{"a node lies above the first level"};
  }
  for (const CellId cell : partition.cells()) {
    const bool is_first = cell.value == 0;
    if (!is_first && partition.height(cell) < partition.height(CellId(cell.value - 1))) {
      return Error{"the cells are not numbered level by level: " + to_string(cell) +
                   " lies below the one before it"};
    }
  }
  TRY_DO(lawful(uneven_level(partition)));
  const bool has_extents = cells.extents.row_count() != 0;
  if (has_extents && !are_rows(cells.extents, partition.node_count())) {
    return Error{"there is not an extent for each node"};
  }
  for (const CellId cell : cells.extents.items()) {
    if (cell.value >= partition.cell_count() || partition.height(cell) != 1) {
      return Error{"a node takes part in what is no cell of the first level"};
    }
  }
  for (std::uint32_t n = 0; has_extents && n < partition.node_count(); ++n) {
    const CellId home = partition.home(NodeId(n));
    const auto row = cells.extents[NodeId(n)];
    if (!home.is_none() && std::find(row.begin(), row.end(), home) == row.end()) {
      return Error{"a node takes no part in its own cell"};
    }
  }
  if (!cells.sections.empty() && cells.sections.size() != partition.cell_count()) {
    return Error{"there is not a section for each cell"};
  }
  return {};
}

Result<void> check_gates(const HierarchyArrays& a) {
  const auto is_rising = [](auto items) {
    return std::adjacent_find(items.begin(), items.end(),
                              [](auto x, auto y) { return !(x < y); }) == items.end();
  };
  const Partition& partition = a.cells.partition;
  if (!is_rising(a.nodes.span())) return Error{"the gates are not in order"};
  if (!a.nodes.empty() && a.nodes.back().value >= partition.node_count()) {
    return Error{"a gate lies at a node that does not exist"};
  }
  if (!are_rows(a.gates, partition.cell_count()))
    return Error{"there is not a row of gates for each cell"};
  if (!are_rows(a.steps, a.nodes.size())) return Error{"there is not a row of steps for each gate"};
  for (const CellId cell : partition.cells()) {
    const auto gates = a.gates[cell];
    if (!is_rising(gates)) return Error{"the gates of " + to_string(cell) + " are not in order"};
    if (!gates.empty() && gates.back().value >= a.nodes.size()) {
      return Error{to_string(cell) + " has a gate that does not exist"};
    }
  }
  for (const InterCellArc& step : a.steps.items()) {
    if (step.to.value >= a.nodes.size()) return Error{"a step leads to a gate that does not exist"};
    if (step.cost == kForbidden) return Error{"a step is impassable"};
  }
  return {};
}

Result<void> check_crossings(const HierarchyArrays& a) {
  std::uint64_t count = 0;
  for (const CellId cell : a.cells.partition.cells()) {
    const std::uint64_t gates = a.gates.size(cell);
    count += gates * gates;
    if (count >= kMostCrossings) return Error{"there are more crossings than can be counted"};
  }
  if (count != a.costs.size()) return Error{"there is not a cost for each crossing"};
  // So that the cost of no route over all gates exceeds what a Distance holds.
  const Distance most = (Distance{1} << 62) / (a.nodes.size() + 2);
  for (const Distance cost : a.costs) {
    if (cost > most && cost != kUnreached) return Error{"a crossing is too expensive"};
  }
  if (a.routes.row_count() == 0) return {};
  if (!are_rows(a.routes, count)) return Error{"there is not a route for each crossing"};
  for (const NodeId node : a.routes.items()) {
    if (node.value >= a.cells.partition.node_count()) {
      return Error{"a route leads over a node that does not exist"};
    }
  }
  return {};
}

// `total`: the items of all rows.
Result<void> check_end_costs(const HierarchyArrays& a, std::uint64_t total) {
  const bool has_from = !a.to_gates.empty() && !a.is_symmetric;
  if ((!a.to_gates.empty() && a.to_gates.size() != total) ||
      a.from_gates.size() != (has_from ? total : 0)) {
    return Error{"there is not a row of costs for each node of each cell"};
  }
  const Distance most = (Distance{1} << 62) / (a.nodes.size() + 2);
  const auto is_too_expensive = [&](Distance cost) { return cost > most && cost != kUnreached; };
  if (std::ranges::any_of(a.to_gates, is_too_expensive) ||
      std::ranges::any_of(a.from_gates, is_too_expensive)) {
    return Error{"what it costs from a node to a gate is too expensive"};
  }
  return {};
}

template <class Row, class Item>
bool same(const Csr<Row, Item>& a, const Csr<Row, Item>& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) && std::ranges::equal(a.items(), b.items());
}

bool same(const Cells& a, const Cells& b) {
  const PartitionArrays& p = a.partition.arrays();
  const PartitionArrays& q = b.partition.arrays();
  return std::ranges::equal(p.home, q.home) && std::ranges::equal(p.parent, q.parent) &&
         same(a.extents, b.extents) && std::ranges::equal(a.sections, b.sections);
}

}  // namespace

std::string_view to_string(GateRule rule) { return kRules[static_cast<std::size_t>(rule)]; }

Result<Hierarchy> Hierarchy::from(HierarchyArrays arrays) try {
  if (static_cast<std::size_t>(arrays.rule) >= kRules.size()) return Error{"an unknown gate rule"};
  TRY_DO(check_cells(arrays.cells));
  TRY_DO(check_gates(arrays));
  TRY_DO(check_crossings(arrays));
  EndOrder order;
  if (!arrays.to_gates.empty() || !arrays.from_gates.empty()) {
    order = end_order(arrays.cells.partition);
    TRY_DO(check_end_costs(arrays, first_end_costs(order, arrays.gates).back()));
  }
  Hierarchy hierarchy;
  hierarchy.arrays_ = std::move(arrays);
  if (hierarchy.has_end_costs()) {
    hierarchy.rows_.first = first_end_costs(order, hierarchy.arrays_.gates);
    hierarchy.rows_.position = std::move(order.position);
    hierarchy.rows_.first_position = std::move(order.first);
  }
  const auto& gates = hierarchy.arrays_.gates;
  const Partition& partition = hierarchy.partition();
  std::vector<std::uint32_t> firsts;
  std::vector<GateMembership> members;
  firsts.reserve(partition.cell_count());
  members.reserve(gates.item_count());
  std::uint32_t first = 0;
  for (const CellId cell : partition.cells()) {
    firsts.push_back(first);
    const std::uint32_t size = gates.size(cell);
    first += size * size;
    for (std::uint32_t i = 0; i < size; ++i) members.push_back({cell, i});
  }
  hierarchy.first_crossing_ = std::move(firsts);
  hierarchy.memberships_ = group_by_row<GateId, GateMembership>(
      hierarchy.gate_count(), members.size(), [&](std::size_t i) { return gates.items()[i].value; },
      [&](std::size_t i) { return members[i]; });
  return hierarchy;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

GateId Hierarchy::gate_at(NodeId node) const {
  const auto found = std::lower_bound(arrays_.nodes.begin(), arrays_.nodes.end(), node);
  if (found == arrays_.nodes.end() || *found != node) return {};
  return GateId(static_cast<std::uint32_t>(found - arrays_.nodes.begin()));
}

CellId Hierarchy::cell_of(CrossingId crossing) const {
  const auto after =
      std::upper_bound(first_crossing_.begin(), first_crossing_.end(), crossing.value);
  return CellId(static_cast<std::uint32_t>(after - first_crossing_.begin() - 1));
}

std::size_t Hierarchy::stored_bytes() const {
  return arrays_.cells.bytes() + arrays_.nodes.bytes() + arrays_.gates.bytes() +
         arrays_.steps.bytes() + arrays_.costs.bytes() + arrays_.routes.bytes() +
         arrays_.to_gates.bytes() + arrays_.from_gates.bytes();
}

bool operator==(const Hierarchy& a, const Hierarchy& b) {
  const HierarchyArrays& p = a.arrays();
  const HierarchyArrays& q = b.arrays();
  return p.metric == q.metric && p.rule == q.rule && p.is_symmetric == q.is_symmetric &&
         same(p.cells, q.cells) && std::ranges::equal(p.nodes, q.nodes) && same(p.gates, q.gates) &&
         same(p.steps, q.steps) && std::ranges::equal(p.costs, q.costs) &&
         same(p.routes, q.routes) && std::ranges::equal(p.to_gates, q.to_gates) &&
         std::ranges::equal(p.from_gates, q.from_gates);
}

}  // namespace thalweg
