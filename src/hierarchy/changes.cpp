#include "hierarchy/changes.hpp"

#include <algorithm>
#include <utility>

namespace thalweg {
namespace {

class Differ {
 public:
  Differ(const DividedGround& before, const DividedGround& now)
      : before_(before),
        now_(now),
        changed_(now.ground.graph.node_count()),
        from_(now.cells.partition.cell_count()),
        is_new_(from_.size()),
        is_gone_(before.cells.partition.cell_count(), true) {
    for (const NodeId node : nodes()) changed_[node.value] = is_changed(node);
    pair_cells();
    for (std::size_t i = 0; i < from_.size(); ++i) {
      is_new_[i] = from_[i].is_none();
      if (!is_new_[i]) is_gone_[from_[i].value] = false;
    }
    for (const NodeId node : nodes()) {
      if (!changed_[node.value]) continue;
      for (const CellId cell : cells_at(now_.cells, node)) is_new_[cell.value] = true;
      for (const CellId cell : cells_at(before_.cells, node)) is_gone_[cell.value] = true;
    }
  }

  Changes find(const Hierarchy& old) && {
    GateScope scope{&old, {}, std::vector<bool>(from_.size()), nodes_near()};
    for (const NodeId node : nodes()) {
      if (!scope.nodes[node.value]) continue;
      for (const CellId cell : cells_at(now_.cells, node)) scope.cells[cell.value] = true;
    }
    scope.from = std::move(from_);
    return {std::move(changed_), std::move(scope)};
  }

 private:
  IdRange<NodeId> nodes() const { return now_.ground.graph.nodes(); }

  bool is_changed(NodeId node) const {
    const GraphArrays& old = before_.ground.graph.arrays();
    const GraphArrays& graph = now_.ground.graph.arrays();
    const auto costs = [&](const PricedWorld& ground) {
      const IdRange<ArcId> arcs = ground.graph.arcs(node);
      return ground.metric.parts().costs.span().subspan(arcs.front().value, arcs.size());
    };
    return old.positions[node] != graph.positions[node] ||
           !std::ranges::equal(old.targets[node], graph.targets[node]) ||
           !std::ranges::equal(costs(before_.ground), costs(now_.ground)) ||
           !has_same_links(node) ||
           (graph.spec.kind == GraphKind::face && !has_same_corners(FaceId(node.value)));
  }
  // Requires: the same number of arcs.
  bool has_same_links(NodeId node) const {
    const Graph& old = before_.ground.graph;
    const Graph& graph = now_.ground.graph;
    if (old.arrays().labels.empty() && graph.arrays().labels.empty()) return true;
    const std::uint32_t first = old.arcs(node).front().value;
    for (const ArcId arc : graph.arcs(node)) {
      const ArcId before(first + arc.value - graph.arcs(node).front().value);
      if (graph.label(arc).is_link() != old.label(before).is_link()) return false;
    }
    return true;
  }
  bool has_same_corners(FaceId face) const {
    const Mesh& old = before_.ground.world.mesh;
    const Mesh& mesh = now_.ground.world.mesh;
    if (old.edges(face).size() != mesh.edges(face).size()) return false;
    EdgeId before = old.edges(face).front();
    for (const EdgeId edge : mesh.edges(face)) {
      if (old.start(before) != mesh.start(edge)) return false;
      before = EdgeId(before.value + 1);
    }
    return true;
  }

  // Finds for each cell of height 1 the one of before with the same members, extent and place.
  void pair_cells() {
    const Partition& partition = now_.cells.partition;
    for (const NodeId node : nodes()) {
      const CellId home = partition.home(node);
      if (home.is_none() || !from_[home.value].is_none()) continue;
      from_[home.value] = before_.cells.partition.home(node);
    }
    std::vector<std::uint32_t> sizes_before(is_gone_.size());
    std::vector<std::uint32_t> sizes(from_.size());
    std::vector<bool> is_other(from_.size());
    for (const NodeId node : nodes()) {
      for (const CellId cell : cells_at(before_.cells, node)) ++sizes_before[cell.value];
      for (const CellId cell : cells_at(now_.cells, node)) {
        ++sizes[cell.value];
        if (!is_same_seat(node, cell)) is_other[cell.value] = true;
      }
    }
    for (const CellId cell : partition.cells()) {
      CellId& from = from_[cell.value];
      if (from.is_none()) continue;
      const bool is_same = !is_other[cell.value] && sizes[cell.value] == sizes_before[from.value];
      if (!is_same || !is_same_place(cell)) from = CellId();
    }
  }
  // The node took the same part in the cell of before.
  bool is_same_seat(NodeId node, CellId cell) const {
    const CellId from = from_[cell.value];
    return !from.is_none() && before_.cells.takes_part(node, from) &&
           (now_.cells.partition.home(node) == cell) ==
               (before_.cells.partition.home(node) == from);
  }
  bool is_same_place(CellId cell) const {
    const auto& old = before_.cells.places;
    const auto& places = now_.cells.places;
    if (old.empty() || places.empty()) return old.empty() && places.empty();
    return old[from_[cell.value]] == places[cell];
  }

  // [node] It takes or took part in a cell that changed, or an arc joins it to one that does.
  std::vector<bool> nodes_near() const {
    std::vector<bool> is_inside(changed_.size());
    for (const NodeId node : nodes()) is_inside[node.value] = is_inside_change(node);
    std::vector<bool> is_near = is_inside;
    for (const NodeId node : nodes()) {
      // The arcs of other nodes are as before.
      const auto targets = now_.ground.graph.arrays().targets[node];
      if (!is_inside[node.value]) {
        const auto leads_in = [&](NodeId target) { return is_inside[target.value]; };
        if (std::ranges::any_of(targets, leads_in)) is_near[node.value] = true;
        continue;
      }
      for (const NodeId target : targets) is_near[target.value] = true;
      for (const NodeId target : before_.ground.graph.arrays().targets[node]) {
        is_near[target.value] = true;
      }
    }
    return is_near;
  }
  bool is_inside_change(NodeId node) const {
    return changed_[node.value] ||
           std::ranges::any_of(cells_at(now_.cells, node),
                               [&](CellId cell) { return is_new_[cell.value]; }) ||
           std::ranges::any_of(cells_at(before_.cells, node),
                               [&](CellId cell) { return is_gone_[cell.value]; });
  }

  DividedGround before_;
  DividedGround now_;
  std::vector<bool> changed_;  // [node]
  std::vector<CellId> from_;   // [cell]
  std::vector<bool> is_new_;   // [cell]            not as any before
  std::vector<bool> is_gone_;  // [cell of before]  not as any now
};

}  // namespace

std::span<const CellId> cells_at(const Cells& cells, NodeId node) {
  if (cells.extents.row_count() > 0) return cells.extents[node];
  const CellId& home = cells.partition.arrays().home[node];
  return {&home, home.is_none() ? 0u : 1u};
}

Changes changes_since(const DividedGround& before, const Hierarchy& old, const DividedGround& now) {
  return Differ(before, now).find(old);
}

}  // namespace thalweg
