// Cells hold few nodes, so that an index is one byte, and costs inside a cell are settled by
// relaxing all arcs until none lowers a cost (Bellman-Ford): no heap, memory in order.
#include "thalweg/hierarchy/cell_graphs.hpp"

#include <algorithm>
#include <array>

namespace thalweg {

CellGraphs::CellGraphs(const Ground& ground, const Partition& cells, std::uint32_t cell_count)
    : indices_(ground.graph().node_count()) {
  const Graph& graph = ground.graph();
  nodes_ = group_by_row<CellId, NodeId>(
      cell_count, graph.node_count(),
      [&](std::size_t n) { return cells.home(NodeId(static_cast<std::uint32_t>(n))).value; },
      [](std::size_t n) { return NodeId(static_cast<std::uint32_t>(n)); });
  for (std::uint32_t c = 0; c < cell_count; ++c) {
    std::uint8_t next = 0;
    for (const NodeId node : nodes_[CellId(c)]) indices_[node.value] = next++;
  }
  std::vector<std::uint32_t> exit_offsets = {0};
  std::vector<Exit> exits;
  firsts_.push_back(0);
  std::vector<std::vector<std::pair<std::uint8_t, Cost>>> into(kMostNodes);  // [index]
  for (std::uint32_t c = 0; c < cell_count; ++c) {
    for (const NodeId node : nodes_[CellId(c)]) {
      for (const ArcId arc : graph.arcs(node)) {
        const Cost cost = ground.metric().cost(arc);
        if (cost == kForbidden) continue;
        const NodeId target = graph.target(arc);
        const CellId there = cells.home(target);
        if (there.value == c) {
          into[indices_[target.value]].push_back({indices_[node.value], cost});
        } else {
          exits.push_back({there, cost, indices_[node.value], indices_[target.value]});
        }
      }
    }
    exit_offsets.push_back(static_cast<std::uint32_t>(exits.size()));
    for (std::uint32_t i = 0; i < nodes_.size(CellId(c)); ++i) {
      for (const auto& [from, cost] : into[i]) {
        sources_.push_back(from);
        costs_.push_back(cost);
      }
      into[i].clear();
      firsts_.push_back(static_cast<std::uint32_t>(costs_.size()));
    }
  }
  exits_ = {std::move(exit_offsets), std::move(exits)};
}

void CellGraphs::close(CellId cell, Distance* costs) const {
  const std::uint32_t count = nodes_.size(cell);
  const std::uint32_t* const firsts = firsts_.data() + nodes_.first(cell);
  const auto lower = [&](std::uint32_t index) {
    const Distance old = costs[index];
    Distance least = old;
    for (std::uint32_t a = firsts[index]; a < firsts[index + 1]; ++a) {
      const Distance by = costs[sources_[a]] + costs_[a];
      least = by < least ? by : least;
    }
    costs[index] = least;
    return least != old;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::uint32_t i = 0; i < count; ++i) has_changed |= lower(i);
    if (!has_changed) return;
    has_changed = false;
    for (std::uint32_t i = count; i-- > 0;) has_changed |= lower(i);
  }
}

std::uint32_t CellGraphs::before(CellId cell, std::uint32_t index, const Distance* costs) const {
  const std::uint32_t slot = nodes_.first(cell) + index;
  for (std::uint32_t a = firsts_[slot]; a < firsts_[slot + 1]; ++a) {
    if (costs[sources_[a]] + costs_[a] == costs[index]) return sources_[a];
  }
  return index;
}

Distance CellGraphs::inside(CellId cell, NodeId from, NodeId to) const {
  std::array<Distance, kMostNodes> costs;
  std::fill_n(costs.begin(), size(cell), kFar);
  costs[index(from)] = 0;
  close(cell, costs.data());
  return costs[index(to)];
}

std::size_t CellGraphs::bytes() const {
  return nodes_.bytes() + exits_.bytes() + indices_.size() + sources_.size() +
         firsts_.size() * sizeof(std::uint32_t) + costs_.size() * sizeof(Cost);
}

}  // namespace thalweg
