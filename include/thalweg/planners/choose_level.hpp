// ChooseLevel: the level of a hierarchy that a query searches.
//
// A level costs what it takes to connect the ends to the gates of their cells, and to search its
// gates as far as the ends lie apart. Where both ends lie in one cell, the level is of no use, and
// where their cells are neighbours and connecting them takes searches, the level below is taken:
// this is what the HNA* paper proposes as future work.
#pragma once

#include <span>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/gate_search.hpp"

namespace thalweg {

class ChooseLevel {
 public:
  // Requires: a hierarchy of this ground. O(gates x levels).
  ChooseLevel(const Ground& ground, const Hierarchy& hierarchy, const GateSearch::Options& options);

  // 0: no single level.
  Level level_for(const SearchTask& task) const;

 private:
  CellId cell_at(NodeId node, Level level) const;
  bool share_a_cell(const SearchTask& task, Level level) const;
  bool are_neighbours(CellId a, CellId b) const;
  bool are_near(const SearchTask& task, Level level) const;
  double connecting(std::span<const Seed> seeds, Level level) const;
  Level cheapest(const SearchTask& task) const;

  Ground ground_;
  Hierarchy hierarchy_;
  GateSearch::Options options_;
  double diagonal_ = 0;          // metres: of the whole graph
  std::vector<double> search_;   // [level]  the work of a search over all of it; 0: the graph
  std::vector<double> connect_;  // [cell]   the work to connect an end in it
};

}  // namespace thalweg
