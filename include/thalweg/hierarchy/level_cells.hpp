// LevelCells: which cells of one level a node takes part in.
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/partition/cells.hpp"

namespace thalweg {

class LevelCells {
 public:
  // Cells without a parent stand for themselves. Requires: 1 <= level <= top_level().
  // O(cells x levels).
  LevelCells(const Partition& partition, Level level) {
    for (const CellId low : partition.cells()) {
      if (partition.height(low) != 1) break;
      CellId cell = low;
      while (partition.height(cell) < level && !partition.parent(cell).is_none()) {
        cell = partition.parent(cell);
      }
      of_.push_back(cell);
    }
  }

  // The cell of this level that holds a cell of height 1.
  CellId of(CellId low) const { return of_[low.value]; }

  // True when is_one(cell) holds for some cell of this level that the node takes part in.
  template <class IsOne>
  bool any_at(const Cells& cells, NodeId node, const IsOne& is_one) const {
    if (cells.extents.row_count() == 0) {
      const CellId home = cells.partition.home(node);
      return !home.is_none() && is_one(of(home));
    }
    return std::ranges::any_of(cells.extents[node], [&](CellId low) { return is_one(of(low)); });
  }

  std::size_t bytes() const { return of_.size() * sizeof(CellId); }

 private:
  std::vector<CellId> of_;  // [cell of height 1]
};

}  // namespace thalweg
