// update_hierarchy: gates are found again in and beside cells that changed; crossings only in cells
// in which a search may go differently.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/assemble.hpp"
#include "hierarchy/changes.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/hierarchy/gate_view.hpp"

namespace thalweg {
namespace {

using Neighbours = std::vector<std::pair<NodeId, Cost>>;

// How many cells each cell holds by itself.
std::vector<std::uint32_t> child_counts(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.cell_count(), 0);
  for (const CellId parent : partition.arrays().parent) {
    if (!parent.is_none()) ++counts[parent.value];
  }
  return counts;
}

// Where passable arcs lead from `node` inside a cell of height 1, in the order of a search.
Neighbours arcs_inside(const Ground& ground, NodeId node, const Cells& cells, CellId cell) {
  Neighbours result;
  for (const ArcId arc : ground.graph().arcs(node)) {
    const NodeId target = ground.graph().target(arc);
    if (!ground.metric().is_passable(arc) || !cells.takes_part(target, cell)) continue;
    result.emplace_back(target, ground.metric().cost(arc));
  }
  return result;
}

// Where steps lead from `gate` to gates of the children of `cell`.
Neighbours steps_inside(const Hierarchy& hierarchy, GateId gate, CellId cell) {
  const UsesChildren uses{hierarchy, cell};
  Neighbours result;
  for (const InterCellArc& step : hierarchy.steps(gate)) {
    if (uses.enters(step.to)) result.emplace_back(hierarchy.node(step.to), step.cost);
  }
  return result;
}

// A ground and the hierarchy on it.
struct ChangedSide {
  const Ground& ground;
  const Hierarchy& hierarchy;  // crossings are not looked at
};

// Finds the cells in which every search goes as before: their nodes or children, the arcs or steps
// between these and their gates are the same. Ids of gates and cells may differ but come in the
// same order, so that ties are broken alike.
class UnchangedCells {
 public:
  UnchangedCells(const ChangedSide& before, const ChangedSide& now, const Changes& changes)
      : before_(before),
        now_(now),
        from_(changes.scope.from),
        is_other_(from_.size()),
        children_(children_of(now.hierarchy.partition())) {
    const Cells& cells = now.hierarchy.cells();
    for (const NodeId node : now.ground.graph().nodes()) {
      if (!changes.nodes[node.value]) continue;
      for (const CellId cell : cells_at(cells, node)) {
        if (!has_same_arcs(node, cell)) is_other_[cell.value] = true;
      }
    }
  }

  // [cell] The same cell of the old hierarchy; none: changed.
  std::vector<CellId> find() && {
    const Partition& old = before_.hierarchy.partition();
    const Partition& partition = now_.hierarchy.partition();
    const std::vector<std::uint32_t> counts_before = child_counts(old);
    const std::vector<std::uint32_t> counts_now = child_counts(partition);
    for (const CellId cell : partition.cells()) {  // children come before their parents
      CellId& from = from_[cell.value];
      const bool is_kept = !is_other_[cell.value] && !from.is_none() &&
                           counts_now[cell.value] == counts_before[from.value] && is_same(cell);
      if (!is_kept) from = CellId();
      pair_up(partition.parent(cell), is_kept ? old.parent(from) : CellId());
    }
    return std::move(from_);
  }

 private:
  // Something in `cell` lay in `before`.
  void pair_up(CellId cell, CellId before) {
    if (cell.is_none()) return;
    CellId& from = from_[cell.value];
    if (from.is_none()) from = before;
    if (before.is_none() || from != before) is_other_[cell.value] = true;
  }

  bool is_same(CellId cell) const {
    const bool is_low = now_.hierarchy.partition().height(cell) == 1;
    return has_same_gates(cell) && (is_low || has_same_steps(cell));
  }

  bool has_same_gates(CellId cell) const {
    const auto node_in = [](const ChangedSide& side) {
      return [&side](GateId gate) { return side.hierarchy.node(gate); };
    };
    return std::ranges::equal(before_.hierarchy.gates(from_[cell.value]),
                              now_.hierarchy.gates(cell), {}, node_in(before_), node_in(now_));
  }

  bool has_same_arcs(NodeId node, CellId cell) const {
    const Cells& cells = now_.hierarchy.cells();
    return arcs_inside(before_.ground, node, cells, cell) ==
           arcs_inside(now_.ground, node, cells, cell);
  }

  bool has_same_steps(CellId cell) const {
    for (const PieceId piece : children_[cell]) {
      const CellId child = now_.hierarchy.partition().cell(piece);
      const auto gates = now_.hierarchy.gates(child);
      const auto gates_before = before_.hierarchy.gates(from_[child.value]);
      for (std::size_t i = 0; i < gates.size(); ++i) {
        if (steps_inside(now_.hierarchy, gates[i], cell) !=
            steps_inside(before_.hierarchy, gates_before[i], from_[cell.value])) {
          return false;
        }
      }
    }
    return true;
  }

  ChangedSide before_;
  ChangedSide now_;
  std::vector<CellId> from_;       // [cell]
  std::vector<bool> is_other_;     // [cell]  holds what was not together before
  Csr<CellId, PieceId> children_;  // [cell]
};

// True when the metric and the cells are of the ground's graph.
bool are_of_one_graph(const Ground& ground, const Cells& cells) {
  return ground.metric().graph_fingerprint() == ground.graph().fingerprint() &&
         cells.partition.graph_fingerprint() == ground.graph().fingerprint() &&
         cells.partition.node_count() == ground.graph().node_count() &&
         !uneven_level(cells.partition);
}

// True when parts of `old` can be taken over.
bool can_keep(const Ground& before, const Hierarchy& old, const Ground& now,
              const HierarchyOptions& options) {
  return before.graph().node_count() == now.graph().node_count() &&
         before.graph().spec().kind == now.graph().spec().kind && old.rule() == options.rule &&
         old.partition().node_count() == now.graph().node_count() &&
         (old.has_routes() || old.crossing_count() == 0 || !options.keep_routes) &&
         (old.has_end_costs() || old.crossing_count() == 0 || !options.keep_end_costs);
}

}  // namespace

Result<UpdatedHierarchy> update_hierarchy(const Ground& before, const Hierarchy& old,
                                          const Ground& now, const Cells& cells,
                                          const HierarchyOptions& options) try {
  if (before.metric().graph_fingerprint() != before.graph().fingerprint() ||
      old.metric_fingerprint() != before.metric().fingerprint()) {
    return Error{"the hierarchy is not that of the ground before"};
  }
  report(options.progress, "finding gates", 0);
  Changes changes;
  const bool is_kept = are_of_one_graph(now, cells) && can_keep(before, old, now, options);
  if (is_kept) changes = changes_since(before, old, now, cells);
  TRY(auto frame, frame_of(now, cells, options, changes.scope));
  KeptCells kept{&old, {}};
  if (is_kept) {
    TRY(const auto bare, Hierarchy::from(frame));
    kept.from = UnchangedCells({before, old}, {now, bare}, changes).find();
  }
  TRY(auto filled, fill(now, std::move(frame), kept, options));
  UpdatedHierarchy result{std::move(filled), 0, 0, 0};
  for (const CellId from : kept.from) ++(from.is_none() ? result.rebuilt : result.kept);
  if (kept.from.empty()) result.rebuilt = cells.partition.cell_count();
  for (const CellId home : cells.partition.cells()) {
    if (cells.partition.height(home) == 1 && changes.scope.has(home)) ++result.searched;
  }
  return result;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
