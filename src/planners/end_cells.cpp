// Costs inside the home cell and from there into its neighbours, or back, by
// two rounds of CellGraphs::close.
#include "thalweg/planners/end_cells.hpp"

#include <algorithm>

namespace thalweg {

Distance EndCells::to_middle(NodeId node) const {
  const CellId cell = pyramid_.home(node);
  return graphs_.inside(cell, node, pyramid_.middle_node(cell));
}

Distance EndCells::from_middle(NodeId node) const {
  const CellId cell = pyramid_.home(node);
  return graphs_.inside(cell, pyramid_.middle_node(cell), node);
}

void EndCells::start(CellId cell, std::uint8_t index, std::vector<Distance>& costs) const {
  costs.assign(graphs_.size(cell), CellGraphs::kFar);
  costs[index] = 0;
  graphs_.close(cell, costs.data());
}

void EndCells::go_on(CellId cell, const std::vector<Distance>& costs, CellId next,
                     std::vector<Distance>& there) const {
  there.assign(graphs_.size(next), CellGraphs::kFar);
  for (const CellGraphs::Exit& exit : graphs_.exits(cell)) {
    if (exit.cell == next) there[exit.to] = std::min(there[exit.to], costs[exit.from] + exit.cost);
  }
  graphs_.close(next, there.data());
}

void EndCells::add_ahead(const Seed& source, std::vector<SeedOf<CellId>>& cells) {
  const CellId home = pyramid_.home(source.node);
  start(home, graphs_.index(source.node), here_);
  cells.push_back({home, source.cost + here_[middle(home)]});
  for (const CellStep& step : pyramid_.steps()[home]) {
    go_on(home, here_, step.target, there_);
    cells.push_back({step.target, source.cost + there_[middle(step.target)]});
  }
}

void EndCells::add_behind(const Seed& goal, std::vector<SeedOf<CellId>>& cells) {
  const CellId home = pyramid_.home(goal.node);
  cells.push_back({home, goal.cost + from_middle(goal.node)});
  for (const CellStep& step : pyramid_.steps()[home]) {
    start(step.target, middle(step.target), here_);
    go_on(step.target, here_, home, there_);
    const Distance cost = there_[graphs_.index(goal.node)];
    if (cost < CellGraphs::kFar) cells.push_back({step.target, goal.cost + cost});
  }
}

}  // namespace thalweg
