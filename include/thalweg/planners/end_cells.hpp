// EndCells: what it costs to get from an end of a query to the middles of the cells of level 1 about
// it, or from these to the end. A search among cells that starts at the middle of one cell is wrong
// where the end is far from that middle: halfway up a wall, say.
#pragma once

#include <vector>

#include "thalweg/hierarchy/cell_graphs.hpp"
#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {

class EndCells {
 public:
  // Borrows both.
  EndCells(const Pyramid& pyramid, const CellGraphs& graphs) : pyramid_(pyramid), graphs_(graphs) {}

  // From a node to the middle of its cell, inside the cell.
  Distance to_middle(NodeId node) const;
  Distance from_middle(NodeId node) const;

  // Adds the cell of `source` and those that steps lead to from there, each with what it costs to
  // get to its middle inside these two cells.
  void add_ahead(const Seed& source, std::vector<SeedOf<CellId>>& cells);
  // The same back: from the middles to `goal`. Cells that no step leads to are left out.
  void add_behind(const Seed& goal, std::vector<SeedOf<CellId>>& cells);

 private:
  std::uint8_t middle(CellId cell) const { return graphs_.index(pyramid_.middle_node(cell)); }
  // Costs of all nodes of `cell` from one of them.
  void start(CellId cell, std::uint8_t index, std::vector<Distance>& costs) const;
  // Costs of all nodes of `next` from those of `cell`, inside these two.
  void go_on(CellId cell, const std::vector<Distance>& costs, CellId next,
             std::vector<Distance>& there) const;

  const Pyramid& pyramid_;
  const CellGraphs& graphs_;
  std::vector<Distance> here_;   // [index]  scratch
  std::vector<Distance> there_;  // [index]  scratch
};

}  // namespace thalweg
