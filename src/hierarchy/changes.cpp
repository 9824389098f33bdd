// Nodes are compared by position, arcs, costs and labels, cells by their members. In scope is what
// lies in a cell that changed, or is joined by an arc to a node that does.
#include "hierarchy/changes.hpp"

#include <algorithm>
#include <utility>

namespace thalweg {
namespace {

// True when anything about the node that a search or a gate rule uses has changed.
bool is_changed(const Ground& before, const Ground& now, NodeId node) {
  const GraphArrays& a = before.graph().arrays();
  const GraphArrays& b = now.graph().arrays();
  const auto row = [node](const Graph& graph, const auto& of_arcs) {
    const IdRange<ArcId> arcs = graph.arcs(node);
    return of_arcs.empty() ? of_arcs.span()
                           : of_arcs.span().subspan(arcs.front().value, arcs.size());
  };
  return a.positions[node] != b.positions[node] ||
         !std::ranges::equal(a.targets[node], b.targets[node]) ||
         !std::ranges::equal(row(before.graph(), before.metric().parts().costs),
                             row(now.graph(), now.metric().parts().costs)) ||
         !std::ranges::equal(row(before.graph(), a.labels), row(now.graph(), b.labels));
}

// Finds for each cell of height 1 the old one with the same members, extent and section.
class Pairing {
 public:
  Pairing(const Cells& old, const Cells& cells)
      : old_(old), cells_(cells), from_(cells.partition.cell_count()) {
    for (const NodeId node : nodes()) {
      const CellId home = cells.partition.home(node);
      if (home.is_none() || !from_[home.value].is_none()) continue;
      from_[home.value] = old.partition.home(node);
    }
  }

  // [cell] None: there was no such cell.
  std::vector<CellId> find() && {
    std::vector<std::uint32_t> old_sizes(old_.partition.cell_count());
    std::vector<std::uint32_t> sizes(from_.size());
    std::vector<bool> is_other(from_.size());
    for (const NodeId node : nodes()) {
      for (const CellId cell : cells_at(old_, node)) ++old_sizes[cell.value];
      for (const CellId cell : cells_at(cells_, node)) {
        ++sizes[cell.value];
        if (!is_same_membership(node, cell)) is_other[cell.value] = true;
      }
    }
    for (const CellId cell : cells_.partition.cells()) {
      CellId& from = from_[cell.value];
      if (from.is_none()) continue;
      const bool is_same = !is_other[cell.value] && sizes[cell.value] == old_sizes[from.value];
      if (!is_same || !is_same_section(cell)) from = CellId();
    }
    return std::move(from_);
  }

 private:
  IdRange<NodeId> nodes() const { return IdRange<NodeId>(cells_.partition.node_count()); }

  // The node took the same part in the old cell.
  bool is_same_membership(NodeId node, CellId cell) const {
    const CellId from = from_[cell.value];
    return !from.is_none() && old_.takes_part(node, from) &&
           (cells_.partition.home(node) == cell) == (old_.partition.home(node) == from);
  }
  bool is_same_section(CellId cell) const {
    if (old_.sections.empty() || cells_.sections.empty()) {
      return old_.sections.empty() && cells_.sections.empty();
    }
    return old_.sections[from_[cell.value]] == cells_.sections[cell];
  }

  const Cells& old_;
  const Cells& cells_;
  std::vector<CellId> from_;  // [cell]
};

// [node] True where it takes or took part in a cell that changed.
std::vector<bool> nodes_inside(const std::vector<bool>& changed, const std::vector<CellId>& from,
                               const Cells& old, const Cells& cells) {
  std::vector<bool> is_other(from.size());
  for (std::uint32_t n = 0; n < changed.size(); ++n) {
    if (!changed[n]) continue;
    for (const CellId cell : cells_at(cells, NodeId(n))) is_other[cell.value] = true;
  }
  std::vector<bool> inside = changed;
  for (std::uint32_t n = 0; n < changed.size(); ++n) {
    const auto row = cells_at(cells, NodeId(n));
    const auto old_of = [&](CellId cell) {
      return is_other[cell.value] ? CellId() : from[cell.value];
    };
    if (!std::ranges::equal(row, cells_at(old, NodeId(n)), {}, old_of)) inside[n] = true;
  }
  return inside;
}

// [node] True where it is inside, or an old or new arc joins it to a node that is. Nodes that are
// not inside have the same arcs as before.
std::vector<bool> nodes_near(const std::vector<bool>& inside, const Graph& before,
                             const Graph& now) {
  std::vector<bool> near = inside;
  for (const NodeId node : now.nodes()) {
    for (const NodeId target : now.arrays().targets[node]) {
      if (inside[target.value]) near[node.value] = true;
      if (inside[node.value]) near[target.value] = true;
    }
    if (!inside[node.value]) continue;
    for (const NodeId target : before.arrays().targets[node]) near[target.value] = true;
  }
  return near;
}

}  // namespace

Changes changes_since(const Ground& before, const Hierarchy& old, const Ground& now,
                      const Cells& cells) {
  Changes changes{std::vector<bool>(now.graph().node_count()), {.old = &old}};
  for (const NodeId node : now.graph().nodes()) {
    changes.nodes[node.value] = is_changed(before, now, node);
  }
  GateScope& scope = changes.scope;
  scope.from = Pairing(old.cells(), cells).find();
  scope.nodes = nodes_near(nodes_inside(changes.nodes, scope.from, old.cells(), cells),
                           before.graph(), now.graph());
  scope.cells.resize(scope.from.size());
  for (const NodeId node : now.graph().nodes()) {
    if (!scope.nodes[node.value]) continue;
    for (const CellId cell : cells_at(cells, node)) scope.cells[cell.value] = true;
  }
  return changes;
}

}  // namespace thalweg
