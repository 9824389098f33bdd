// update_hierarchy: gates are found anew everywhere, which is quick; crossings only in cells that a
// search would see differently.
#include <algorithm>
#include <utility>
#include <vector>

#include "hierarchy/frame.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/hierarchy/gate_view.hpp"

namespace thalweg {
namespace {

using Neighbours = std::vector<std::pair<NodeId, Cost>>;

// The nodes of each extent, in order.
Csr<CellId, NodeId> nodes_by_cell(const Cells& cells) {
  std::vector<std::pair<CellId, NodeId>> seats;
  for (const NodeId node : cells.partition.arrays().home.ids()) {
    if (cells.extents.row_count() > 0) {
      for (const CellId cell : cells.extents[node]) seats.emplace_back(cell, node);
    } else if (!cells.partition.home(node).is_none()) {
      seats.emplace_back(cells.partition.home(node), node);
    }
  }
  return group_by_row<CellId, NodeId>(
      cells.partition.cell_count(), seats.size(),
      [&](std::size_t i) { return seats[i].first.value; },
      [&](std::size_t i) { return seats[i].second; });
}

// How many nodes or cells each cell holds by itself. Requires: even levels.
std::vector<std::uint32_t> child_counts(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.cell_count(), 0);
  for (const CellId home : partition.arrays().home) {
    if (!home.is_none()) ++counts[home.value];
  }
  for (const CellId parent : partition.arrays().parent) {
    if (!parent.is_none()) ++counts[parent.value];
  }
  return counts;
}

// Where passable arcs lead from `node` inside a cell of height 1, in the order of a search.
Neighbours arcs_inside(const PricedWorld& ground, NodeId node, const Cells& cells, CellId cell) {
  Neighbours result;
  for (const ArcId arc : ground.graph.arcs(node)) {
    const NodeId target = ground.graph.target(arc);
    if (!ground.metric.is_passable(arc) || !cells.takes_part(target, cell)) continue;
    result.emplace_back(target, ground.metric.cost(arc));
  }
  return result;
}

// Where steps lead from `gate` to gates of the children of `cell`.
Neighbours steps_inside(const Hierarchy& hierarchy, GateId gate, CellId cell) {
  const UsesChildren uses{hierarchy, cell};
  Neighbours result;
  for (const GateStep& step : hierarchy.steps(gate)) {
    if (uses.enters(step.to)) result.emplace_back(hierarchy.node(step.to), step.cost);
  }
  return result;
}

// A ground and the hierarchy on it.
struct Side {
  const PricedWorld& ground;
  const Hierarchy& hierarchy;  // crossings are not looked at
};

// Finds the cells in which every search goes as before: their nodes or children, the arcs or steps
// between these and their gates are the same. Ids of gates and cells may be others but come in the
// same order, so that even ties are decided alike.
class Keeper {
 public:
  // Requires: graphs of the same nodes.
  Keeper(const Side& before, const Side& now)
      : before_(before),
        now_(now),
        from_(now.hierarchy.partition().cell_count()),
        is_other_(from_.size()),
        changed_(now.ground.graph.node_count()),
        children_(children_of(now.hierarchy.partition())),
        nodes_before_(nodes_by_cell(before.hierarchy.cells())),
        nodes_now_(nodes_by_cell(now.hierarchy.cells())) {
    for (const NodeId node : now.ground.graph.nodes()) changed_[node.value] = is_changed(node);
  }

  // [cell] The cell of before that it is; none for others.
  std::vector<CellId> find() && {
    const Partition& old = before_.hierarchy.partition();
    const Partition& partition = now_.hierarchy.partition();
    const std::vector<std::uint32_t> counts_before = child_counts(old);
    const std::vector<std::uint32_t> counts_now = child_counts(partition);
    for (const NodeId node : now_.ground.graph.nodes())
      pair_up(partition.home(node), old.home(node));
    for (const CellId cell : partition.cells()) {  // children come before their parents
      CellId& from = from_[cell.value];
      const bool is_kept = !is_other_[cell.value] &&
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

  // True when any arc of a node leads elsewhere or costs something else.
  bool is_changed(NodeId node) const {
    const auto targets = [&](const Side& side) { return side.ground.graph.arrays().targets[node]; };
    const auto costs = [&](const Side& side) {
      const IdRange<ArcId> arcs = side.ground.graph.arcs(node);
      return side.ground.metric.parts().costs.span().subspan(arcs.front().value, arcs.size());
    };
    return !std::ranges::equal(targets(before_), targets(now_)) ||
           !std::ranges::equal(costs(before_), costs(now_));
  }

  bool is_same(CellId cell) const {
    const bool is_low = now_.hierarchy.partition().height(cell) == 1;
    return has_same_gates(cell) && (is_low ? has_same_ground(cell) : has_same_steps(cell));
  }

  bool has_same_gates(CellId cell) const {
    const auto node_in = [](const Side& side) {
      return [&side](GateId gate) { return side.hierarchy.node(gate); };
    };
    return std::ranges::equal(before_.hierarchy.gates(from_[cell.value]),
                              now_.hierarchy.gates(cell), {}, node_in(before_), node_in(now_));
  }

  bool has_same_ground(CellId cell) const {
    const auto nodes = nodes_now_[cell];
    if (!std::ranges::equal(nodes, nodes_before_[from_[cell.value]])) return false;
    const Cells& cells = now_.hierarchy.cells();
    return std::ranges::all_of(nodes, [&](NodeId node) {
      return !changed_[node.value] || arcs_inside(before_.ground, node, cells, cell) ==
                                          arcs_inside(now_.ground, node, cells, cell);
    });
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

  Side before_;
  Side now_;
  std::vector<CellId> from_;          // [cell]
  std::vector<bool> is_other_;        // [cell]  holds what was not together before
  std::vector<bool> changed_;         // [node]
  Csr<CellId, PieceId> children_;     // [cell]
  Csr<CellId, NodeId> nodes_before_;  // [cell]
  Csr<CellId, NodeId> nodes_now_;     // [cell]
};

// True when crossings of `old` can be taken over at all.
bool can_keep(const PricedWorld& before, const Hierarchy& old, const PricedWorld& now,
              const HierarchyOptions& options) {
  return before.graph.node_count() == now.graph.node_count() &&
         old.partition().node_count() == now.graph.node_count() &&
         (old.has_ways() || old.crossing_count() == 0 || !options.keep_ways);
}

}  // namespace

Result<UpdatedHierarchy> update_hierarchy(const PricedWorld& before, const Hierarchy& old,
                                          const PricedWorld& now, const Cells& cells,
                                          const HierarchyOptions& options) {
  if (before.metric.graph_fingerprint() != before.graph.fingerprint() ||
      old.metric_fingerprint() != before.metric.fingerprint()) {
    return Error{"the hierarchy is not that of the ground before"};
  }
  report(options.progress, "finding gates", 0);
  auto frame = frame_of(now, cells, options);
  if (!frame) return Error{frame.error()};
  KeptCells kept{&old, {}};
  if (can_keep(before, old, now, options)) {
    const Result<Hierarchy> bare = Hierarchy::from(*frame);
    if (!bare) return Error{bare.error()};
    kept.from = Keeper({before, old}, {now, *bare}).find();
  }
  auto filled = fill(now, std::move(frame).value(), kept, options);
  if (!filled) return Error{filled.error()};
  UpdatedHierarchy result{std::move(filled).value(), 0, 0};
  for (const CellId from : kept.from) ++(from.is_none() ? result.rebuilt : result.kept);
  if (kept.from.empty()) result.rebuilt = cells.partition.cell_count();
  return result;
}

}  // namespace thalweg
