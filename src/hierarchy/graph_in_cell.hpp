// GraphInCell: the arcs of the graph inside a cell of height 2 or more, as its children's crossings
// and the steps between them use them.
#pragma once

#include <algorithm>

#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/level_cells.hpp"

namespace thalweg {

// `View`: the whole graph, forwards or backwards. Borrows.
template <class View>
class GraphInCell {
 public:
  using Node = NodeId;
  using Arc = ArcId;

  GraphInCell(View graph, const Cells& cells, const LevelCells& level, CellId cell)
      : graph_(graph), cells_(cells), level_(level), cell_(cell) {}

  std::uint32_t node_count() const { return graph_.node_count(); }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    graph_.for_each_arc(node, [&](ArcId arc, NodeId target, Cost cost) {
      if (has(node, target)) visit(arc, target, cost);
    });
  }

 private:
  bool is_here(CellId low) const { return !low.is_none() && level_.of(low) == cell_; }

  // An arc is inside where some child has both ends in its extent, or where it is a step between
  // children.
  bool has(NodeId from, NodeId to) const {
    const bool are_homes_here =
        is_here(cells_.partition.home(from)) && is_here(cells_.partition.home(to));
    if (cells_.extents.row_count() == 0) return are_homes_here;
    const auto row = cells_.extents[to];
    bool is_shared = false;
    for (const CellId low : cells_.extents[from]) {
      if (!std::binary_search(row.begin(), row.end(), low)) continue;
      if (is_here(low)) return true;
      is_shared = true;
    }
    return are_homes_here && !is_shared;
  }

  View graph_;
  const Cells& cells_;
  const LevelCells& level_;
  CellId cell_;
};

}  // namespace thalweg
